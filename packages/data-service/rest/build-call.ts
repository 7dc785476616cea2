import { identifier } from "../database/sql-text.ts";
import type { ParsedQuery } from "./parse-request.ts";
import type { Preferences } from "./preferences.ts";
import { QueryBuilder } from "./query-builder.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import { type DatabaseFunction, EXPOSED_SCHEMA, type Relation, type SchemaCache } from "./schema-cache.ts";
import { qualified, type Statement } from "./statement.ts";
import { limitBody, showRows } from "./write-body.ts";

export interface CallRequest {
  schema: SchemaCache;
  name: string;
  /** Arguments by name. */
  given: Record<string, unknown>;
  query: ParsedQuery;
  preferences: Preferences;
  statement: Statement;
  /** Null for no limit. */
  maxBytes: number | null;
}

export type Call = { sql: string; called: DatabaseFunction };

/** Builds a function call as SQL that returns one row: `body` (text or null), `n` and `total`. */
export function buildCall(request: CallRequest): Call {
  const { schema, name, given, query, preferences, statement, maxBytes } = request;
  const names = Object.keys(given);
  const called = findFunction(schema, name, names);
  const from = buildFrom(called, names, given, statement);
  if (called.returnsVoid) {
    return {
      called,
      sql: `select null::text as body, count(*)::text as n, null::text as total from ${from} as result`,
    };
  }
  if (called.returnsRows && called.columns.length > 0) {
    const relation = resultOf(called, schema);
    const calls = `with called as materialized (select result.* from ${from} as result)`;
    const rows = new QueryBuilder(schema, query, statement).select("called", relation);
    const total = preferences.count
      ? `(${new QueryBuilder(schema, query, statement).count("called", relation)})::text`
      : "null::text";
    return { called, sql: `${calls}, ${showRows(rows, maxBytes, `${total} as total`)}` };
  }
  requireNoFilters(query);
  const value = "to_json(result.value)";
  const body = called.returnsSet ? `coalesce(json_agg(${value}), '[]')` : `json_agg(${value}) -> 0`;
  const total = preferences.count ? "count(*)::text" : "null::text";
  return {
    called,
    sql: `select ${limitBody(`(${body})::text`, maxBytes)} as body, count(*)::text as n, ${total} as total from ${from} as result (value)`,
  };
}

/** Builds the call; all values are passed in one parameter. */
function buildFrom(
  called: DatabaseFunction,
  names: string[],
  given: Record<string, unknown>,
  statement: Statement,
): string {
  const used = called.arguments.filter((argument) => names.includes(argument.name));
  const pass = (value: (argument: (typeof used)[number]) => string) =>
    `${qualified(called.name)}(${used.map((argument) => `${identifier(argument.name)} := ${value(argument)}`).join(", ")})`;
  if (used.length === 0) return pass(() => "");
  const types = used.map((argument) => `${identifier(argument.name)} ${argument.type}`);
  const payload = `json_to_record(${statement.bind(JSON.stringify(given))}::json) as payload (${types.join(", ")})`;
  return `${payload}, lateral ${pass((argument) => `payload.${identifier(argument.name)}`)}`;
}

/** Returns a function's result as a relation, for filters, order, and embedding. */
function resultOf(called: DatabaseFunction, schema: SchemaCache): Relation {
  const known = called.relation === null ? undefined : schema.relations.get(called.relation);
  return (
    known ?? {
      name: called.name,
      columns: new Map(called.columns.map((column) => [column.name, column])),
      primaryKey: [],
    }
  );
}

/** @throws RestError PGRST202 if no function takes these arguments, PGRST203 if several do */
function findFunction(schema: SchemaCache, name: string, given: string[]): DatabaseFunction {
  const fitting = (schema.functions.get(name) ?? []).filter(
    (each) =>
      given.every((name) => name !== "" && each.arguments.some((known) => known.name === name)) &&
      each.arguments.every((known) => known.hasDefault || (known.name !== "" && given.includes(known.name))),
  );
  const [first] = fitting;
  if (first && fitting.length === 1) return first;
  if (first) {
    const choices = fitting
      .map(({ arguments: all }) => all.map((known) => `${known.name} => ${known.type}`).join(", "))
      .sort()
      .map((all) => `${EXPOSED_SCHEMA}.${name}(${all})`);
    throw new RestError(
      300,
      "PGRST203",
      `Could not choose the best candidate function between: ${choices.join(", ")}`,
      null,
      "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    );
  }
  const called = `${EXPOSED_SCHEMA}.${name}`;
  const list = given.join(", ");
  const signature = given.length > 0 ? `(${list})` : " without parameters";
  const searched = given.length > 0 ? ` with parameter${given.length > 1 ? "s" : ""} ${list}` : " without parameters";
  throw new RestError(
    404,
    "PGRST202",
    `Could not find the function ${called}${signature} in the schema cache`,
    `Searched for the function ${called}${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
  );
}

function requireNoFilters(query: ParsedQuery): void {
  const top = query.relations.get("");
  const isPlain =
    query.relations.size === 1 &&
    top?.conditions.length === 0 &&
    top.order.length === 0 &&
    top.limit === null &&
    top.offset === 0 &&
    query.select.every((item) => item.kind === "star");
  if (!isPlain) throw notUnderstood("Filters only apply to functions that return rows.");
}
