import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import PQueue from "p-queue";
import { expect, test } from "vitest";
import { openSharedFiles, type SharedFiles } from "#server/files/shared-files.ts";
import { aFolder } from "#tests/a-folder.ts";
import { anS3Store } from "../../tests/s3-store.ts";
import { chooseForm } from "./cached-page.ts";
import { createSharedAssets, type SharedAssets } from "./shared-assets.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a build with one compressed script and one font. */
function newBuild(name: string): string {
  const folder = join(aFolder(), "assets");
  mkdirSync(folder);
  writeFileSync(join(folder, `${name}-abcd_-12.js`), `script of ${name}`);
  writeFileSync(join(folder, `${name}-abcd_-12.js.br`), brotliCompressSync(`script of ${name}`));
  writeFileSync(join(folder, `${name}-abcd_-12.js.gz`), "not stored");
  writeFileSync(join(folder, `${name}-font1234.woff2`), `font of ${name}`);
  return folder;
}

async function textOf(assets: SharedAssets, name: string, acceptEncoding = ""): Promise<string | null> {
  const asset = await assets.find(name);
  return asset && chooseForm(asset, { acceptEncoding, ifNoneMatch: null }).body.toString();
}

async function expectShared(shared: SharedFiles): Promise<void> {
  const first = createSharedAssets(newBuild("first"), shared);
  const second = createSharedAssets(newBuild("second"), shared);
  await first.publish();
  expect(await textOf(first, "second-abcd_-12.js")).toBeNull();
  await second.publish();
  expect(await textOf(first, "second-abcd_-12.js")).toBe("script of second");
  expect(await textOf(second, "first-abcd_-12.js")).toBe("script of first");
  expect(await textOf(second, "first-abcd_-12.js", "br")).toBe(brotliCompressSync("script of first").toString());
  expect(await textOf(second, "first-font1234.woff2")).toBe("font of first");
  const headers = new Headers((await second.find("first-abcd_-12.js"))?.headers);
  expect(headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  for (const other of ["first-abcd_-12.js.br", "started", "../first-abcd_-12.js", "none-abcd_-12.js"]) {
    expect([other, await second.find(other)]).toEqual([other, null]);
  }
}

test("processes of two builds that share a data folder serve the files of both", async () => {
  await expectShared(openSharedFiles({ imageBucket: null, dataDir: aFolder() }, "assets"));
});

test("processes of two builds that share a bucket serve the files of both", async () => {
  await expectShared(openSharedFiles({ imageBucket: (await anS3Store()).settings, dataDir: "" }, "assets"));
});

test("a bucket lists more files than one response contains", async () => {
  const shared = openSharedFiles({ imageBucket: (await anS3Store()).settings, dataDir: "" }, "assets");
  const paths = Array.from({ length: 1001 }, (_, place) => `build/script-${String(place).padStart(8, "0")}.js`);
  // More parallel requests would time out while waiting for a connection on a busy machine.
  const queue = new PQueue({ concurrency: 8 });
  await queue.addAll(paths.map((path) => () => shared.write(path, Buffer.from("script"))));
  expect((await shared.list()).map(({ path }) => path).sort()).toEqual(paths);
});

test("the last three builds stay, and older ones until two weeks after their last start", async () => {
  const shared = openSharedFiles({ imageBucket: null, dataDir: aFolder() }, "assets");
  const scripts = async () =>
    (await shared.list()).map(({ path }) => /\/(\w+)-.*js\.br$/.exec(path)?.[1]).filter((name) => name !== undefined);
  const builds = ["one", "two", "three", "four"].map((name) => [name, newBuild(name)] as const);
  for (const [, folder] of builds) await createSharedAssets(folder, shared).publish();
  expect((await scripts()).sort()).toEqual(["four", "one", "three", "two"]);
  // It was started again, so it is the second newest.
  await createSharedAssets(builds[0]?.[1] ?? "", shared).publish();
  await createSharedAssets(newBuild("five"), shared, () => Date.now() + 15 * DAY_MS).publish();
  expect((await scripts()).sort()).toEqual(["five", "four", "one"]);
});
