import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { fingerprint, SOURCES } from "./build-sources.mjs";

test("the fingerprint changes when a source is changed, added, renamed, or removed", () => {
  const root = mkdtempSync(join(tmpdir(), "calabash-sources-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of SOURCES.filter((source) => /\.\w+$/.test(source))) write(path, "one");
  write("app/orders/place.ts", "one");
  let last = fingerprint(root, SOURCES);
  const isChanged = (change: () => void) => {
    change();
    const before = last;
    last = fingerprint(root, SOURCES);
    return last !== before;
  };
  const place = join(root, "app/orders/place.ts");
  expect({
    nothing: isChanged(() => undefined),
    "written with the same text": isChanged(() => write("app/orders/place.ts", "one")),
    "a test": isChanged(() => write("app/orders/place.test.ts", "one")),
    changed: isChanged(() => write("app/orders/place.ts", "two")),
    added: isChanged(() => write("app/tokens.ts", "one")),
    renamed: isChanged(() => renameSync(place, join(root, "app/orders/put.ts"))),
    removed: isChanged(() => rmSync(join(root, "app/orders/put.ts"))),
    "a single file": isChanged(() => write("tsconfig.json", "two")),
  }).toEqual({
    nothing: false,
    "written with the same text": false,
    "a test": false,
    changed: true,
    added: true,
    renamed: true,
    removed: true,
    "a single file": true,
  });
  rmSync(root, { recursive: true });
});

const serverProgram = `import { readFileSync } from "node:fs"; console.log(readFileSync("build/pages", "utf8"));`;

test("npm start builds the pages again only after a source has changed", () => {
  const root = mkdtempSync(join(tmpdir(), "calabash-start-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, "scripts"));
  for (const name of ["bootstrap.mjs", "build-sources.mjs", "memory-settings.json"])
    copyFileSync(join(import.meta.dirname, name), join(root, "scripts", name));
  write("package.json", `{ "type": "module" }`);
  write("app/root.tsx", "one");
  write("server/main.ts", serverProgram);
  const packages = ["package.json", "package-lock.json"];
  write("node_modules/.calabash-install", fingerprint(root, packages, `${process.platform}-${process.arch}`));
  // Replaces the build, and records the source it has read.
  write(
    "scripts/build.ts",
    `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
     import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";
     mkdirSync("build", { recursive: true });
     writeFileSync("build/pages", "built from " + readFileSync("app/root.tsx", "utf8"));
     writeFileSync(buildStamp("."), fingerprint(".", SOURCES));`,
  );
  const start = () =>
    execFileSync(process.execPath, [join(root, "scripts", "bootstrap.mjs"), "start"], { encoding: "utf8" });
  const outputs = [start(), start()];
  write("app/root.tsx", "two");
  outputs.push(start());
  expect(outputs).toEqual([
    expect.stringMatching(/Building[\s\S]*built from one/),
    expect.not.stringContaining("Building"),
    expect.stringMatching(/Building[\s\S]*built from two/),
  ]);
  expect(outputs[1]).toContain("built from one");
  rmSync(root, { recursive: true });
});
