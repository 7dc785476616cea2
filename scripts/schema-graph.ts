import { readFileSync } from "node:fs";
import { join } from "node:path";
import { splitStatements } from "@calabash/data-service/database";
import { LOAD_ORDER } from "#supabase/load-order.ts";

const SCHEMAS = join(import.meta.dirname, "..", "supabase", "schemas");
const NAME = /\b(?:public|private)\.\w+/g;
const DEFINITION =
  /^create (?:or replace )?(?:unlogged |materialized )?(?:table|view|function|procedure|aggregate|type|domain|sequence) (?:if not exists )?((?:public|private)\.\w+)/gm;

/** Use of objects that another schema file defines. */
export interface SchemaUse {
  from: string;
  to: string;
  /** Names of tables, views, functions, and types, such as `public.orders`. */
  objects: string[];
}

/**
 * Returns which schema files use which others. A trigger is a use of its table and function by the file with the
 * trigger. Bodies of functions count, which PostgreSQL itself binds only when they run.
 * @param read returns the text of a file
 */
export function listSchemaUses(files: readonly string[] = LOAD_ORDER, read = readSchemaFile): SchemaUse[] {
  const texts = new Map(files.map((file) => [file, withoutComments(read(file))]));
  const definedIn = new Map<string, string>();
  for (const [file, text] of texts) {
    for (const [, name = ""] of text.matchAll(DEFINITION)) if (!definedIn.has(name)) definedIn.set(name, file);
  }
  return [...texts].flatMap(([from, text]) => {
    const used = new Map<string, Set<string>>();
    for (const [name] of text.matchAll(NAME)) {
      const to = definedIn.get(name);
      if (to !== undefined && to !== from) used.set(to, (used.get(to) ?? new Set()).add(name));
    }
    return [...used].map(([to, objects]) => ({ from, to, objects: [...objects].sort() }));
  });
}

/** Returns uses of files that are loaded later, as sentences; without one, no files and no folders use each other. */
export function listUpwardUses(files: readonly string[], uses: readonly SchemaUse[]): string[] {
  const places = new Map(files.map((file, place) => [file, place]));
  return uses
    .filter(({ from, to }) => (places.get(from) ?? 0) < (places.get(to) ?? 0))
    .map(({ from, to, objects }) => `${from} uses ${objects.join(", ")} of ${to}, which is above it`);
}

/** Returns the folders of the schema, lowest first, with the folders that each one uses. */
export function listFloors(files: readonly string[], uses: readonly SchemaUse[]): Map<string, string[]> {
  const floors = new Map<string, Set<string>>(files.map((file) => [folderOf(file), new Set()]));
  for (const { from, to } of uses) if (folderOf(from) !== folderOf(to)) floors.get(folderOf(from))?.add(folderOf(to));
  return new Map(
    [...floors].map(([folder, others]) => [folder, [...floors.keys()].filter((each) => others.has(each))]),
  );
}

export function folderOf(file: string): string {
  return file.split("/")[0] ?? "";
}

export function readSchemaFile(file: string): string {
  return readFileSync(join(SCHEMAS, file), "utf8");
}

/** Removes comments, also those on database objects, which may name anything. */
function withoutComments(sql: string): string {
  return sql.replaceAll(/^comment on .*?;$/gms, "").replaceAll(/--.*$/gm, "");
}

const ATTACHMENT = [
  /^comment on (?:function|table|view|type|domain) (\w+\.\w+)/,
  /^comment on column (\w+\.\w+)\./,
  /^create (?:unique )?index \w+ on (\w+\.\w+)/,
  /^create policy "[^"]+"\s+on (\w+\.\w+)/,
  /^create (?:constraint )?trigger [\s\S]*?\son (\w+\.\w+)/,
  /^alter table (\w+\.\w+)/,
  /^(?:grant|revoke) [\s\S]*? on (?:function )?(\w+\.\w+)/,
];

/**
 * Lists comments, indexes, grants, policies, and triggers that stand apart: behind a definition that they neither belong
 * to nor use, although the file defines what they belong to. A grant or revoke of several tables stands behind the last.
 */
export function listScattered(sql: string): string[] {
  const defined = new Set<string>();
  let near = new Set<string>();
  return splitStatements(sql).flatMap((statement) => {
    const [, name] = [...statement.matchAll(DEFINITION)][0] ?? [];
    if (name !== undefined) {
      near = new Set([name]);
      defined.add(name);
      return [];
    }
    const owner = ATTACHMENT.map((pattern) => pattern.exec(statement)?.[1]).find((found) => found !== undefined);
    if (owner === undefined || !defined.has(owner)) return [];
    const isNear =
      near.has(owner) || (!statement.startsWith("comment") && statement.match(NAME)?.some((use) => near.has(use)));
    if (/^(?:grant|revoke)/.test(statement)) for (const table of statement.match(NAME) ?? []) near.add(table);
    return isNear ? [] : [statement.split("\n", 1)[0] ?? ""];
  });
}
