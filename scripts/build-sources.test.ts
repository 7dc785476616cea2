import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { fingerprint, isSource, SOURCES } from "./build-sources.mjs";

test("what the server and the pages are made of makes a build old, and a test does not", () => {
  const made = [
    "server/main.ts",
    "packages/data-service/tokens.ts",
    "app/root.tsx",
    "package-lock.json",
    "vite.config.ts",
  ];
  expect(made.filter((path) => !isSource(path))).toEqual([]);
  const read = ["server/main.test.ts", "servers/main.ts", "supabase/migrations/1_begin.sql", "README.md"];
  expect(read.filter(isSource)).toEqual([]);
});

test("a file that is changed, added, renamed or removed is noticed, and one that is as it was is not", () => {
  const root = mkdtempSync(join(tmpdir(), "calabash-sources-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of SOURCES.filter((source) => /\.\w+$/.test(source))) write(path, "one");
  write("server/orders/place.ts", "one");
  let last = fingerprint(root, SOURCES);
  const isNoticed = (change: () => void) => {
    change();
    const before = last;
    last = fingerprint(root, SOURCES);
    return last !== before;
  };
  const place = join(root, "server/orders/place.ts");
  expect({
    nothing: isNoticed(() => undefined),
    "written as it was": isNoticed(() => write("server/orders/place.ts", "one")),
    "a test": isNoticed(() => write("server/orders/place.test.ts", "one")),
    changed: isNoticed(() => write("server/orders/place.ts", "two")),
    added: isNoticed(() => write("packages/data-service/tokens.ts", "one")),
    renamed: isNoticed(() => renameSync(place, join(root, "server/orders/put.ts"))),
    removed: isNoticed(() => rmSync(join(root, "server/orders/put.ts"))),
    "an alone standing file": isNoticed(() => write("tsconfig.json", "two")),
  }).toEqual({
    nothing: false,
    "written as it was": false,
    "a test": false,
    changed: true,
    added: true,
    renamed: true,
    removed: true,
    "an alone standing file": true,
  });
  rmSync(root, { recursive: true });
});

test("npm start runs what was built of the sources as they are", () => {
  const root = mkdtempSync(join(tmpdir(), "calabash-start-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, "scripts"));
  for (const name of ["bootstrap.mjs", "build-sources.mjs", "allocator.json"])
    copyFileSync(join(import.meta.dirname, name), join(root, "scripts", name));
  write("package.json", "{}");
  write("server/main.ts", "one");
  const packages = ["package.json", "package-lock.json"];
  write("node_modules/.calabash-install", fingerprint(root, packages, `${process.platform}-${process.arch}`));
  // In the place of the build: a program that says what it was made of.
  write(
    "scripts/build.ts",
    `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
     import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";
     mkdirSync("build/shop", { recursive: true });
     const said = JSON.stringify("made of " + readFileSync("server/main.ts", "utf8"));
     writeFileSync("build/shop/main.js", "console.log(" + said + ")");
     writeFileSync(buildStamp("."), fingerprint(".", SOURCES));`,
  );
  const start = () =>
    execFileSync(process.execPath, [join(root, "scripts", "bootstrap.mjs"), "start"], { encoding: "utf8" });
  const said = [start(), start()];
  write("server/main.ts", "two");
  said.push(start());
  expect(said).toEqual([
    expect.stringMatching(/Building[\s\S]*made of one/),
    expect.not.stringContaining("Building"),
    expect.stringMatching(/Building[\s\S]*made of two/),
  ]);
  expect(said[1]).toContain("made of one");
  rmSync(root, { recursive: true });
});
