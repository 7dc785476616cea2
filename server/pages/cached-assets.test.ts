import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { aFolder } from "#tests/a-folder.ts";
import { cacheAssets } from "./cached-assets.ts";
import { chooseForm } from "./cached-page.ts";

const client = aFolder(afterAll);
mkdirSync(join(client, "assets"));
const files = {
  "home-1.js": "whole",
  "home-1.js.br": "b",
  "home-1.js.gz": "g",
  "words-1.woff2": "font",
  "gone-1.js": "",
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(client, "assets", name), text);
writeFileSync(join(client, "secret.txt"), "no");

const sent = (path: string, acceptEncoding: string) => {
  const page = cacheAssets(client)(path);
  const form = page && chooseForm(page, { acceptEncoding, ifNoneMatch: null });
  return form && [form.encoding, form.body.toString()];
};

test("a built file is sent in the best available encoding that the browser accepts", () => {
  expect(sent("/assets/home-1.js", "gzip, deflate, br")).toEqual(["br", "b"]);
  expect(sent("/assets/home-1.js", "gzip")).toEqual(["gzip", "g"]);
  expect(sent("/assets/home-1.js", "")).toEqual(["identity", "whole"]);
  expect(sent("/assets/words-1.woff2", "gzip, br")).toEqual(["identity", "font"]);
});

test("an asset is cached for a year, and its encodings have different ETags", () => {
  const headers = new Headers(cacheAssets(client)("/assets/home-1.js")?.headers);
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(headers.get("vary")).toBe("accept-encoding");
});

test("other folders, compressed names, and deleted files are not served", () => {
  const peek = cacheAssets(client);
  rmSync(join(client, "assets", "gone-1.js"));
  const others = ["/assets/", "/assets/../secret.txt", "/secret.txt", "/assets/home-1.js.br", "/assets/gone-1.js"];
  for (const path of [...others, "/assets/home-1.js?a=1", "/assets/%2e%2e/secret.txt"]) {
    expect([path, peek(path)]).toEqual([path, null]);
  }
});
