import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { withSourcePositions } from "./source-positions.ts";

test("an error of a built file names the source's line, and a library's keeps its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "calabash built-"));
  // The second line is the tenth of the source; the third is a library's.
  const map = {
    version: 3,
    file: "shop.js",
    names: [],
    sources: ["#server/server/place.ts"],
    mappings: ";AASA",
  };
  writeFileSync(join(folder, "shop.js.map"), JSON.stringify(map));
  const builtFolder = `${pathToFileURL(folder).href}/`;
  const built = `${builtFolder}shop.js`;
  const source = new URL("#server/server/place.ts", built).href;
  const cause = new Error("why");
  cause.stack = `Error: why\n    at ${built}:2:9`;
  const error = new Error("no", { cause });
  error.stack = `Error: no\n    at place (${built}:2:9)\n    at query (${built}:3:1)\n    at node:net:1:2\n    at file:///nowhere/b.js:1:1`;
  expect(withSourcePositions(error, builtFolder).stack).toBe(
    `Error: no\n    at place (${source}:10:1)\n    at query (${built}:3:1)\n    at node:net:1:2\n    at file:///nowhere/b.js:1:1`,
  );
  expect(cause.stack).toBe(`Error: why\n    at ${source}:10:1`);
  expect(withSourcePositions("a word")).toBe("a word");
  // A message names what somebody wrote, and causes may go round.
  const written = [`file://host/a.js:1:2`, `${builtFolder}a%2Fb.js:1:2`, `${builtFolder}none.js:1:2`].join(
    " ",
  );
  const strange = new Error(written, { cause });
  cause.cause = strange;
  expect(withSourcePositions(strange, builtFolder).stack).toContain(written);
  expect(withSourcePositions(Object.freeze(new Error("kept")), builtFolder).message).toBe("kept");
  rmSync(folder, { recursive: true });
});
