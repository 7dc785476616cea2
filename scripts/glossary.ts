/** TypeScript declarations whose names are checked: values, types, and members. */
const TS_NAMES =
  /\b(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)|^\s*(?:readonly\s+)?([A-Za-z_$][\w$]*)\??:/gm;
const SQL_NAMES =
  /\bcreate (?:or replace )?(?:unique )?(?:function|table|view|trigger|constraint trigger|index|domain|type) (?:(?:public|private)\.)?(\w+)|^ {2}(\w+) (?:text|uuid|bigint|integer|smallint|boolean|jsonb|numeric|timestamptz|date|real)\b/gm;

/** Reads the words in the code block below the glossary's heading "Checked words". */
export function readCheckedWords(glossary: string): string[][] {
  const [, block = ""] = /## Checked words[\s\S]*?```text\n([\s\S]*?)```/.exec(glossary) ?? [];
  return block
    .split(",")
    .map((words) => words.trim().replaceAll(/\s+/g, " "))
    .filter((words) => words !== "")
    .map((words) => words.split(" "));
}

/** Returns the declared names, and the file name, that contain one of the words as segments, such as `readUsuals`. */
export function findOldWords(path: string, text: string, words: readonly string[][]): string[] {
  const names = path.endsWith(".sql") ? SQL_NAMES : TS_NAMES;
  const declared = [...text.matchAll(names)].flatMap(([, ...found]) => found.filter((name) => name !== undefined));
  const file = path.split("/").at(-1) ?? "";
  return [...new Set([...declared, file])].filter((name) => {
    const segments = segmentsOf(name);
    return words.some((word) => ` ${segments} `.includes(` ${word.join(" ")} `));
  });
}

function segmentsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_.\-$]+/g, " ")
    .toLowerCase();
}
