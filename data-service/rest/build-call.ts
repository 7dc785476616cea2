import { identifier, QueryBuilder, qualified, type Statement } from "./build-sql.ts";
import type { ParsedQuery } from "./parse-request.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import { type DatabaseFunction, EXPOSED_SCHEMA, type SchemaCache } from "./schema-cache.ts";

export interface Call {
  sql: string;
  called: DatabaseFunction;
}

/**
 * A function call as SQL: one row with `body` (JSON text or null) and `n`.
 * @param given the arguments by name; values are JSON, or text when they came in the address
 */
export function buildCall(request: {
  schema: SchemaCache;
  name: string;
  given: Record<string, unknown>;
  query: ParsedQuery;
  statement: Statement;
}): Call {
  const { schema, name, given, query, statement } = request;
  const called = findFunction(schema, name, Object.keys(given));
  const used = called.arguments.filter((argument) => argument.name in given);
  const payload = statement.bind(JSON.stringify(given));
  const types = used.map((argument) => `${identifier(argument.name)} ${argument.type}`);
  const values = used.map(
    (argument) => `${identifier(argument.name)} := payload.${identifier(argument.name)}`,
  );
  const call = `${qualified(called.name)}(${values.join(", ")})`;
  const from =
    used.length > 0
      ? `json_to_record(${payload}::json) as payload (${types.join(", ")}), lateral ${call}`
      : call;
  // The payload is bound even when no argument uses it: PostgreSQL must learn its type.
  const unused = used.length > 0 ? "" : ` where ${payload}::text is not null`;

  if (called.returnsVoid) {
    return { called, sql: `select null::text as body, count(*)::text as n from ${from} as result${unused}` };
  }
  const relation = called.relation ? schema.relations.get(called.relation) : undefined;
  if (called.returnsRows && relation) {
    const rows = new QueryBuilder(schema, query, statement).select(
      `(select result.* from ${from} as result${unused})`,
      relation,
      relation.name,
    );
    const body = called.returnsSet ? "coalesce(json_agg(shown), '[]')" : "json_agg(shown) -> 0";
    return { called, sql: `select (${body})::text as body, count(shown)::text as n from (${rows}) as shown` };
  }
  refuseFilters(query);
  const value = called.returnsRows ? "to_json(result)" : "to_json(result.value)";
  const alias = called.returnsRows ? "result" : "result (value)";
  const body = called.returnsSet ? `coalesce(json_agg(${value}), '[]')` : `json_agg(${value}) -> 0`;
  return {
    called,
    sql: `select (${body})::text as body, count(*)::text as n from ${from} as ${alias}${unused}`,
  };
}

function findFunction(schema: SchemaCache, name: string, given: string[]): DatabaseFunction {
  const fitting = (schema.functions.get(name) ?? []).filter(
    (each) =>
      given.every((argument) => each.arguments.some((known) => known.name === argument)) &&
      each.arguments.every((known) => known.hasDefault || given.includes(known.name)),
  );
  const [first] = fitting;
  if (first && fitting.length === 1) return first;
  if (first) {
    throw new RestError(
      300,
      "PGRST203",
      `Could not choose the best candidate function for ${EXPOSED_SCHEMA}.${name}`,
    );
  }
  const signature = given.length > 0 ? `(${given.join(", ")})` : " without parameters";
  throw new RestError(
    404,
    "PGRST202",
    `Could not find the function ${EXPOSED_SCHEMA}.${name}${signature} in the schema cache`,
    `Searched for the function ${EXPOSED_SCHEMA}.${name}${signature}, but no matches were found in the schema cache.`,
  );
}

function refuseFilters(query: ParsedQuery): void {
  const top = query.relations.get("");
  const isPlain =
    query.relations.size === 1 &&
    top?.conditions.length === 0 &&
    top.order.length === 0 &&
    top.limit === null &&
    top.offset === 0 &&
    query.select.every((item) => item.kind === "star");
  if (!isPlain) throw notUnderstood("Filters apply to functions that return rows of a table.");
}
