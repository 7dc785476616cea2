import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("the layout in docs/architecture.md lists the folders of app, packages, and supabase, and no others", () => {
  const [, tree = ""] = /## Layout\n\n```text\n([\s\S]+?)\n```/.exec(read("docs/architecture.md")) ?? [];
  const listed: string[] = [];
  let parent = "";
  for (const [, indent = "", name = ""] of tree.matchAll(/^( *)([\w-]+\/) /gm)) {
    if (indent === "") parent = name;
    listed.push(indent === "" ? name : parent + name);
  }
  expect(listed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  for (const folder of ["app/", "packages/", "supabase/"]) {
    const folders = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => `${folder}${name}/`).filter((path) => !listed.includes(path))).toEqual([]);
  }
});

test("docs/architecture.md lists the folders of server, in the order of their imports", () => {
  const [, block = ""] =
    /### The server[^`]+(?:`[^`\n]+`[^`]*)*```text\n([^`]+)```/.exec(read("docs/architecture.md")) ?? [];
  const [, order = ""] = /SERVER_FOLDERS = \[([^\]]+)\]/.exec(read(".dependency-cruiser.cjs")) ?? [];
  const listed = [...block.matchAll(/^([\w-]+)\/ /gm)].map(([, name]) => name);
  expect(listed).toEqual([...order.matchAll(/"(\w+)"/g)].map(([, name]) => name));
});

test("each command in the README has one line of at most 100 characters", () => {
  const rows = [...read("README.md").matchAll(/^\| `(npm [^`]+)` +\| (.+?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(15);
  const long = rows.filter(([, , text = ""]) => text.replaceAll(/\]\([^)]+\)/g, "]").length > 100);
  expect(long.map(([, command]) => command)).toEqual([]);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = rows.map(([, command = ""]) => command.replace(/^npm (?:run )?([\w:-]+).*$/, "$1"));
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});
