import { isJsonObject } from "../database/json-object.ts";
import { identifier } from "../database/sql-text.ts";
import type { ParsedQuery } from "./parse-request.ts";
import type { SelectItem } from "./parse-select.ts";
import type { Preferences } from "./preferences.ts";
import { QueryBuilder } from "./query-builder.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import type { Relation, SchemaCache } from "./schema-cache.ts";
import { columnOf, findRelation, qualified, type Statement } from "./statement.ts";
import { showRows } from "./write-body.ts";

/** Rows to write, and the requested response. */
export interface WriteRequest {
  schema: SchemaCache;
  table: string;
  query: ParsedQuery;
  preferences: Preferences;
  statement: Statement;
  /** Null for no limit. */
  maxBytes: number | null;
  /** The request's parsed JSON body. */
  body: unknown;
}

type PayloadRow = Record<string, unknown>;

/** Setting that counts the rows that an upsert updates in one transaction. */
const UPDATED = "rest.updated_rows";

/**
 * Builds a write whose result is one row: `body` (text or null), `n` (rows returned), `written` (rows written) and
 * `updated` (rows that an upsert changed). Null when there is nothing to do.
 */
export function buildInsert(request: WriteRequest): string | null {
  const relation = findRelation(request.schema, request.table);
  const rows = readRows(Array.isArray(request.body) ? request.body : [request.body]);
  if (rows.length === 0) return null;
  const columns = columnsOf(rows, relation, request.query.columns);
  const target = `${qualified(relation.name)} as ${identifier(relation.name)}`;
  if (columns.length === 0) {
    if (rows.length > 1) throw notUnderstood("Several empty rows cannot be inserted at once.");
    return finish(request, relation, `insert into ${target} default values`);
  }
  return finish(
    request,
    relation,
    `insert into ${target} (${columns.map(identifier).join(", ")}) ` +
      `select ${columns.map((column) => `payload.${identifier(column)}`).join(", ")} ` +
      `from ${recordSet(relation, columns, rows, request.statement)}${onConflict(request, relation, columns)}`,
  );
}

export function buildUpdate(request: WriteRequest): string | null {
  const relation = findRelation(request.schema, request.table);
  if (Array.isArray(request.body)) throw notUnderstood("An update requires one JSON object.");
  const rows = readRows([request.body]);
  const columns = request.query.columns ?? Object.keys(rows[0] ?? {});
  requireColumns(columns, relation);
  if (columns.length === 0) return null;
  const payload = recordSet(relation, columns, rows, request.statement);
  const conditions = requireConditions(request, relation, "UPDATE");
  const set = columns.map((column) => `${identifier(column)} = payload.${identifier(column)}`).join(", ");
  const target = `${qualified(relation.name)} as ${identifier(relation.name)}`;
  return finish(request, relation, `update ${target} set ${set} from ${payload}${conditions}`);
}

export function buildDelete(request: WriteRequest): string {
  const relation = findRelation(request.schema, request.table);
  const conditions = requireConditions(request, relation, "DELETE");
  const target = `${qualified(relation.name)} as ${identifier(relation.name)}`;
  return finish(request, relation, `delete from ${target}${conditions}`);
}

/** Like a hosted project, a write to all rows needs an explicit filter. */
function requireConditions(request: WriteRequest, relation: Relation, verb: string): string {
  const top = request.query.relations.get("");
  if (top && (top.limit !== null || top.offset > 0)) {
    throw notUnderstood("limit and offset are not supported here for writes.");
  }
  const builder = new QueryBuilder(request.schema, request.query, request.statement);
  const conditions = builder.topConditions(relation);
  if (conditions === "") throw new RestError(400, "21000", `${verb} requires a WHERE clause`);
  return conditions;
}

function finish(request: WriteRequest, relation: Relation, write: string): string {
  const { preferences, query, schema, statement, maxBytes } = request;
  const isShown = preferences.return === "representation";
  const returning = isShown
    ? returnedColumns(query.select, relation, schema).map(
        (column) => `${identifier(relation.name)}.${identifier(column)}`,
      )
    : ["1"];
  const written = `with written as (${write} returning ${returning.join(", ")})`;
  const updated = `current_setting('${UPDATED}', true) as updated`;
  if (!isShown) {
    return `${written} select null::text as body, count(*)::text as n, count(*)::text as written, ${updated} from written`;
  }
  // The filters have already selected the rows, which need not match them after the write.
  const relations = new Map(query.relations);
  const top = relations.get("");
  if (top) relations.set("", { ...top, conditions: [] });
  const shown: ParsedQuery = { ...query, relations };
  const select = new QueryBuilder(schema, shown, statement).select("written", relation);
  return `${written}, ${showRows(select, maxBytes, `(select count(*) from written)::text as written, ${updated}`)}`;
}

/** Returns only the requested columns, so that the caller needs no rights to others. */
function returnedColumns(select: SelectItem[], relation: Relation, schema: SchemaCache): string[] {
  const all = [...relation.columns.keys()];
  if (select.some((item) => item.kind === "star")) return all;
  const columns = new Set<string>();
  for (const item of select) if (item.kind === "column") columns.add(item.column);
  if (select.some((item) => item.kind === "embed")) {
    for (const key of schema.foreignKeys) {
      if (key.table === relation.name) for (const column of key.columns) columns.add(column);
      if (key.target === relation.name) for (const column of key.targetColumns) columns.add(column);
    }
  }
  const known = all.filter((column) => columns.has(column));
  return known.length > 0 ? known : all.slice(0, 1);
}

function readRows(rows: unknown[]): PayloadRow[] {
  if (!rows.every(isJsonObject)) throw new RestError(400, "PGRST102", "All rows must be JSON objects");
  return rows;
}

/**
 * Returns the columns to write: those named in the URL, or those that every row has. A missing named column becomes
 * null.
 */
function columnsOf(rows: PayloadRow[], relation: Relation, named: string[] | null): string[] {
  const columns = named ?? Object.keys(rows[0] ?? {});
  if (named === null && !rows.every((row) => shapeOf(Object.keys(row)) === shapeOf(columns))) {
    throw new RestError(400, "PGRST102", "All object keys must match");
  }
  requireColumns(columns, relation);
  return columns;
}

function shapeOf(columns: string[]): string {
  return JSON.stringify([...columns].sort());
}

function requireColumns(columns: string[], relation: Relation): void {
  for (const column of columns) {
    if (!relation.columns.has(column)) {
      throw new RestError(
        400,
        "PGRST204",
        `Could not find the '${column}' column of '${relation.name}' in the schema cache`,
      );
    }
  }
}

function recordSet(relation: Relation, columns: string[], rows: PayloadRow[], statement: Statement): string {
  const types = columns.map((column) => `${identifier(column)} ${relation.columns.get(column)?.type ?? "text"}`);
  return `json_to_recordset(${statement.bind(JSON.stringify(rows))}::json) as payload (${types.join(", ")})`;
}

function onConflict(request: WriteRequest, relation: Relation, columns: string[]): string {
  const { resolution } = request.preferences;
  if (!resolution) {
    if (request.query.onConflict) throw notUnderstood("on_conflict needs Prefer: resolution=…");
    return "";
  }
  const keys = request.query.onConflict ?? relation.primaryKey;
  if (keys.length === 0) return "";
  for (const key of keys) columnOf(relation, relation.name, key);
  const target = ` on conflict (${keys.map(identifier).join(", ")})`;
  if (resolution === "ignore-duplicates" || columns.length === 0) return `${target} do nothing`;
  const set = columns.map((column) => `${identifier(column)} = excluded.${identifier(column)}`);
  // True for every row. Counting here is necessary because a view cannot distinguish updated from inserted rows.
  const counting = `set_config('${UPDATED}', (coalesce(nullif(current_setting('${UPDATED}', true), ''), '0')::int + 1)::text, true) <> ''`;
  return `${target} do update set ${set.join(", ")} where ${counting}`;
}
