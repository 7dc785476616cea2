import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
  const changes = {
    nothing: isChanged(() => undefined),
    "written with the same text": isChanged(() => write("app/orders/place.ts", "one")),
    "a test": isChanged(() => write("app/orders/place.test.ts", "one")),
    changed: isChanged(() => write("app/orders/place.ts", "two")),
    added: isChanged(() => write("app/tokens.ts", "one")),
    renamed: isChanged(() => renameSync(place, join(root, "app/orders/put.ts"))),
    removed: isChanged(() => rmSync(join(root, "app/orders/put.ts"))),
    "a single file": isChanged(() => write("tsconfig.json", "two")),
  };
  const changing = ["changed", "added", "renamed", "removed", "a single file"];
  expect(Object.entries(changes).flatMap(([what, changed]) => (changed ? [what] : []))).toEqual(changing);
  rmSync(root, { recursive: true });
});
