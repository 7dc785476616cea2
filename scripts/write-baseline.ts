import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOAD_ORDER } from "#supabase/load-order.ts";

/** Writes the baseline migration: the schema files in load order, without comments and blank lines outside functions. */
const FOLDER = join(import.meta.dirname, "..", "supabase");

const lines = ["-- Generated from supabase/schemas in load order. Never edit: add a migration."];
let isQuoted = false;
for (const file of LOAD_ORDER) {
  for (const line of readFileSync(join(FOLDER, "schemas", file), "utf8").split("\n")) {
    const isNoise = /^\s*(--.*)?$/.test(line);
    if (isQuoted || !isNoise) lines.push(line);
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) isQuoted = !isQuoted;
  }
}
writeFileSync(join(FOLDER, "migrations", "20261128000000_baseline.sql"), `${lines.join("\n")}\n`);
