import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOAD_ORDER } from "#supabase/load-order.ts";

/** Writes the baseline migration: the schema files in load order, without comments, one line per statement outside functions. */
const FOLDER = join(import.meta.dirname, "..", "supabase");

const lines = ["-- Generated from supabase/schemas in load order. Never edit: add a migration."];
let isQuoted = false;
let isOpen = false;
for (const file of LOAD_ORDER) {
  for (const line of readFileSync(join(FOLDER, "schemas", file), "utf8").split("\n")) {
    if (!isQuoted && /^\s*(--.*)?$/.test(line)) continue;
    const last = lines.at(-1) ?? "";
    // String constants concatenate only across lines, and a comment ends with its line.
    const mustBreak = (/'$/.test(last) && /^\s*'/.test(line)) || / -- /.test(last);
    if (isOpen && !isQuoted && !mustBreak) lines.splice(-1, 1, `${last} ${line.trim()}`);
    else lines.push(line);
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) isQuoted = !isQuoted;
    isOpen = isQuoted || !/;\s*$/.test(line);
  }
}
writeFileSync(join(FOLDER, "migrations", "20261128000000_baseline.sql"), `${lines.join("\n")}\n`);
