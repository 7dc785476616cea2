import { expect, test } from "vitest";
import { listNeeded, nameScripts, readScriptGraph, renameScripts } from "./name-scripts.ts";

/** Page and frame import each other, and both need the library. */
const scripts = new Map([
  ["lib-AAAAAAAA.js", "export const x = 1;"],
  ["frame-BBBBBBBB.js", 'import "./lib-AAAAAAAA.js"; const list = ["assets/page-CCCCCCCC.js"]; a("Open");'],
  ["page-CCCCCCCC.js", 'import "./frame-BBBBBBBB.js"; b("Cart");'],
  ["page-DDDDDDDD.js", 'import "./lib-AAAAAAAA.js"; c("other-EEEEEEEE.js");'],
]);

function namesOf(changed: Record<string, string> = {}): Map<string, string> {
  const all = new Map([...scripts, ...Object.entries(changed)]);
  return nameScripts(all, readScriptGraph(all));
}

test("the scripts that a script needs are found, in a cycle too", () => {
  const graph = readScriptGraph(scripts);
  expect([...listNeeded(["page-CCCCCCCC.js"], graph)].sort()).toEqual([
    "frame-BBBBBBBB.js",
    "lib-AAAAAAAA.js",
    "page-CCCCCCCC.js",
  ]);
  expect([...listNeeded(["page-DDDDDDDD.js"], graph)]).toEqual(["page-DDDDDDDD.js", "lib-AAAAAAAA.js"]);
});

test("a script has a new name if it changes, or a script that it needs", () => {
  const before = namesOf();
  const changedBy = (change: Record<string, string>) => {
    const after = namesOf(change);
    return [...before].filter(([name, newName]) => after.get(name) !== newName).map(([name]) => name.slice(0, 6));
  };
  expect(new Set(before.values()).size).toBe(4);
  for (const [name, newName] of before) expect(newName).toMatch(new RegExp(`^${name.split("-")[0]}-[\\w-]{8}\\.js$`));
  expect(changedBy({})).toEqual([]);
  expect(changedBy({ "page-CCCCCCCC.js": 'import "./frame-BBBBBBBB.js"; b("Carrito");' })).toEqual([
    "frame-",
    "page-C",
  ]);
  expect(changedBy({ "page-DDDDDDDD.js": 'import "./lib-AAAAAAAA.js"; c("d");' })).toEqual(["page-D"]);
  expect(changedBy({ "lib-AAAAAAAA.js": "export const x = 2;" })).toHaveLength(4);
});

test("imports, lists of preloads, and manifests get the new names, and other texts stay", () => {
  const names = new Map([["lib-AAAAAAAA.js", "lib-ZZZZZZZZ.js"]]);
  expect(
    renameScripts('import"./lib-AAAAAAAA.js";["assets/lib-AAAAAAAA.js","lib-BBBBBBBB.js","my lib-AAAAAAAA.js"]', names),
  ).toBe('import"./lib-ZZZZZZZZ.js";["assets/lib-ZZZZZZZZ.js","lib-BBBBBBBB.js","my lib-AAAAAAAA.js"]');
});
