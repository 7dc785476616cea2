import { findRelation, identifier, QueryBuilder, qualified, type Statement } from "./build-sql.ts";
import type { ParsedQuery, SelectItem } from "./parse-request.ts";
import type { Preferences } from "./preferences.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import { EXPOSED_SCHEMA, type Relation, type SchemaCache } from "./schema-cache.ts";

/** A write as SQL: one row with `body` (JSON text or null) and `n`, the number of written rows. */
export interface WriteRequest {
  schema: SchemaCache;
  table: string;
  query: ParsedQuery;
  preferences: Preferences;
  statement: Statement;
  /** The request's body, already parsed as JSON. */
  body: unknown;
}

const SOURCE = "written";

export function buildInsert(request: WriteRequest): string {
  const relation = findRelation(request.schema, request.table);
  const rows = Array.isArray(request.body) ? request.body : [request.body];
  const columns = payloadColumns(rows, relation, request);
  const target = qualified(relation.name);
  const conflict = onConflict(request, relation, columns);
  const insert =
    columns.length === 0
      ? // A row of defaults alone has no column to name.
        `insert into ${target} ${rows.length === 1 ? "default values" : refuse("Several empty rows cannot be inserted at once.")}`
      : `insert into ${target} (${columns.map(identifier).join(", ")}) ` +
        `select ${columns.map((column) => `payload.${identifier(column)}`).join(", ")} ` +
        `from ${recordSet(relation, columns, rows, request.statement)}`;
  return finish(request, relation, `${insert}${conflict}`);
}

export function buildUpdate(request: WriteRequest): string {
  const relation = findRelation(request.schema, request.table);
  if (Array.isArray(request.body)) throw notUnderstood("An update takes one object.");
  const columns = payloadColumns([request.body], relation, request);
  if (columns.length === 0) throw notUnderstood("The update names no column.");
  const payload = recordSet(relation, columns, [request.body], request.statement);
  const conditions = requireConditions(request, relation, "UPDATE");
  const set = columns.map((column) => `${identifier(column)} = payload.${identifier(column)}`).join(", ");
  return finish(
    request,
    relation,
    `update ${qualified(relation.name)} as ${identifier(relation.name)} set ${set} from ${payload}${conditions}`,
  );
}

export function buildDelete(request: WriteRequest): string {
  const relation = findRelation(request.schema, request.table);
  const conditions = requireConditions(request, relation, "DELETE");
  return finish(
    request,
    relation,
    `delete from ${qualified(relation.name)} as ${identifier(relation.name)}${conditions}`,
  );
}

/** As on a hosted project, a write to every row must say so with a filter that every row passes. */
function requireConditions(request: WriteRequest, relation: Relation, verb: string): string {
  const top = request.query.relations.get("");
  if (top && (top.limit !== null || top.offset > 0)) {
    throw notUnderstood("limit and offset are not supported here for writes.");
  }
  const builder = new QueryBuilder(request.schema, request.query, request.statement);
  const conditions = builder.topConditions(relation, relation.name);
  if (conditions === "") throw new RestError(400, "21000", `${verb} requires a WHERE clause`);
  return conditions;
}

function finish(request: WriteRequest, relation: Relation, write: string): string {
  const { preferences, query, schema, statement } = request;
  if (preferences.return !== "representation") {
    return `with ${SOURCE} as (${write} returning 1) select null::text as body, count(*)::text as n from ${SOURCE}`;
  }
  const returning = returnedColumns(query.select, relation, schema).map(
    (column) => `${identifier(relation.name)}.${identifier(column)}`,
  );
  // The filters chose the rows already; what they chose need not pass them after the write.
  const shown: ParsedQuery = {
    ...query,
    relations: new Map(
      [...query.relations].map(([path, each]) => [path, path === "" ? { ...each, conditions: [] } : each]),
    ),
  };
  const select = new QueryBuilder(schema, shown, statement).select(SOURCE, relation, relation.name);
  const named = write.startsWith("insert")
    ? write.replace(qualified(relation.name), `${qualified(relation.name)} as ${identifier(relation.name)}`)
    : write;
  return (
    `with ${SOURCE} as (${named} returning ${returning.join(", ")}) ` +
    `select coalesce(json_agg(shown), '[]')::text as body, count(shown)::text as n from (${select}) as shown`
  );
}

/** Only what is shown is read back, so that no right to other columns is needed. */
function returnedColumns(select: SelectItem[], relation: Relation, schema: SchemaCache): string[] {
  const all = [...relation.columns.keys()];
  if (select.some((item) => item.kind === "star")) return all;
  const columns = new Set<string>();
  for (const item of select) if (item.kind === "column") columns.add(item.path.column);
  if (select.some((item) => item.kind === "embed")) {
    for (const key of schema.foreignKeys) {
      if (key.table === relation.name) for (const column of key.columns) columns.add(column);
      if (key.target === relation.name) for (const column of key.targetColumns) columns.add(column);
    }
  }
  return all.filter((column) => columns.has(column));
}

function payloadColumns(rows: unknown[], relation: Relation, request: WriteRequest): string[] {
  const isObject = (row: unknown): row is Record<string, unknown> =>
    typeof row === "object" && row !== null && !Array.isArray(row);
  if (!rows.every(isObject)) {
    throw new RestError(400, "PGRST102", "All rows must be JSON objects");
  }
  let columns = request.query.columns;
  if (!columns) {
    columns = Object.keys(rows[0] ?? {});
    const first = [...columns].sort().join("\n");
    if (!rows.every((row) => Object.keys(row).sort().join("\n") === first)) {
      throw new RestError(400, "PGRST102", "All object keys must match");
    }
  } else if (
    request.preferences.missing === "default" &&
    !rows.every((row) => columns?.every((column) => column in row))
  ) {
    throw notUnderstood("missing=default with rows of different keys is not supported here.");
  }
  for (const column of columns) {
    if (!relation.columns.has(column)) {
      throw new RestError(
        400,
        "PGRST204",
        `Could not find the '${column}' column of '${relation.name}' in the schema cache`,
      );
    }
  }
  return columns;
}

function recordSet(relation: Relation, columns: string[], rows: unknown[], statement: Statement): string {
  const types = columns.map(
    (column) => `${identifier(column)} ${relation.columns.get(column)?.type ?? "text"}`,
  );
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
  for (const key of keys) {
    if (!relation.columns.has(key)) {
      throw new RestError(400, "42703", `column "${key}" does not exist`);
    }
  }
  const target = ` on conflict (${keys.map(identifier).join(", ")})`;
  if (resolution === "ignore-duplicates" || columns.length === 0) return `${target} do nothing`;
  return `${target} do update set ${columns
    .map((column) => `${identifier(column)} = excluded.${identifier(column)}`)
    .join(", ")}`;
}

function refuse(message: string): never {
  throw notUnderstood(message, `In the schema '${EXPOSED_SCHEMA}'.`);
}
