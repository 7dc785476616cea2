import { identifier } from "../database/sql-text.ts";
import type { ParsedQuery } from "./parse-request.ts";
import type { Preferences } from "./preferences.ts";
import { QueryBuilder } from "./query-builder.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import { type DatabaseFunction, EXPOSED_SCHEMA, type Relation, type SchemaCache } from "./schema-cache.ts";
import { qualified, type Statement } from "./statement.ts";
import { type Format, limitBody, writeBody } from "./write-body.ts";

/** The arguments of a call: JSON values from a body, or texts from the address. */
export type Given =
  | { from: "body"; values: Record<string, unknown> }
  | { from: "address"; values: Map<string, string> };

export interface CallRequest {
  schema: SchemaCache;
  name: string;
  given: Given;
  query: ParsedQuery;
  preferences: Preferences;
  format: Format;
  statement: Statement;
  /** Null: the answer may be as large as it likes. */
  maxBytes: number | null;
}

export interface Call {
  sql: string;
  called: DatabaseFunction;
}

/** The names of arguments of every function of that name. */
export function argumentNames(schema: SchemaCache, name: string): Set<string> {
  return new Set(
    (schema.functions.get(name) ?? []).flatMap((each) => each.arguments.map((argument) => argument.name)),
  );
}

/** A function call as SQL: one row with `body` (text or null), `n` and `total`. */
export function buildCall(request: CallRequest): Call {
  const { schema, name, given, query, preferences, format, statement, maxBytes } = request;
  const names = given.from === "body" ? Object.keys(given.values) : [...given.values.keys()];
  const called = findFunction(schema, name, names, given.from);
  if (preferences.maxAffected !== null && !called.returnsSet) {
    throw new RestError(
      400,
      "PGRST128",
      "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
    );
  }
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
    return {
      called,
      sql: `${calls}, shown as (${rows}) select ${writeBody(format, maxBytes)} as body, count(shown)::text as n, ${total} as total from shown`,
    };
  }
  requireNoFilters(query, format);
  const value = "to_json(result.value)";
  const body = called.returnsSet ? `coalesce(json_agg(${value}), '[]')` : `json_agg(${value}) -> 0`;
  const total = preferences.count ? "count(*)::text" : "null::text";
  return {
    called,
    sql: `select ${limitBody(`(${body})::text`, maxBytes)} as body, count(*)::text as n, ${total} as total from ${from} as result (value)`,
  };
}

/** Values stand in parameters: a body as one, each text of an address as its own. */
function buildFrom(called: DatabaseFunction, names: string[], given: Given, statement: Statement): string {
  const used = called.arguments.filter((argument) => names.includes(argument.name));
  const pass = (value: (argument: (typeof used)[number]) => string) =>
    `${qualified(called.name)}(${used.map((argument) => `${identifier(argument.name)} := ${value(argument)}`).join(", ")})`;
  if (given.from === "address") {
    return pass((argument) => `${statement.bind(given.values.get(argument.name) ?? "")}::${argument.type}`);
  }
  if (used.length === 0) return pass(() => "");
  const types = used.map((argument) => `${identifier(argument.name)} ${argument.type}`);
  const payload = `json_to_record(${statement.bind(JSON.stringify(given.values))}::json) as payload (${types.join(", ")})`;
  return `${payload}, lateral ${pass((argument) => `payload.${identifier(argument.name)}`)}`;
}

/** What comes back as a relation that filters, order and embedding work on. */
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

/** @throws RestError PGRST202 when no function takes these arguments, PGRST203 when several do */
function findFunction(
  schema: SchemaCache,
  name: string,
  given: string[],
  from: Given["from"],
): DatabaseFunction {
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
  const searched =
    given.length > 0 ? ` with parameter${given.length > 1 ? "s" : ""} ${list}` : " without parameters";
  const orBody = from === "body" ? " or with a single unnamed json/jsonb parameter" : "";
  throw new RestError(
    404,
    "PGRST202",
    `Could not find the function ${called}${signature} in the schema cache`,
    `Searched for the function ${called}${searched}${orBody}, but no matches were found in the schema cache.`,
  );
}

function requireNoFilters(query: ParsedQuery, format: Format): void {
  const top = query.relations.get("");
  const isPlain =
    query.relations.size === 1 &&
    top?.conditions.length === 0 &&
    top.order.length === 0 &&
    top.limit === null &&
    top.offset === 0 &&
    query.select.every((item) => item.kind === "star");
  if (!isPlain) throw notUnderstood("Filters apply to functions that return rows.");
  if (format.kind === "csv") {
    throw new RestError(406, "PGRST107", "None of these media types are available: text/csv");
  }
}
