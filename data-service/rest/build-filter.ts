import { arrayLiteral } from "../database/sql-text.ts";
import type { Filter } from "./parse-request.ts";
import type { ColumnPath } from "./parse-select.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import type { Relation } from "./schema-cache.ts";
import { parseValues } from "./split-text.ts";
import { columnOf, type Statement } from "./statement.ts";

/** A filter as SQL; its value is bound, never written. */
export function buildFilter(filter: Filter, relation: Relation, alias: string, statement: Statement): string {
  const test = buildTest(filter, relation, buildPath(filter.path, relation, alias, statement), statement);
  return filter.isNegated ? `not (${test})` : test;
}

function buildTest(filter: Filter, relation: Relation, column: string, statement: Statement): string {
  const { operator, value } = filter;
  if (operator === "is") return `${column} is ${isWord(value)}`;
  if (operator === "in") return `${column} = any (${statement.bind(arrayLiteral(parseValues(value)))})`;
  if (operator === "isdistinct") return `${column} is distinct from ${statement.bind(value)}`;
  const search = FULL_TEXT_FUNCTIONS[operator];
  if (search) {
    const language = filter.language ? `${statement.bind(filter.language)}::regconfig, ` : "";
    const type = filter.path.steps.length > 0 ? null : relation.columns.get(filter.path.column)?.type;
    const document = type === "tsvector" ? column : `to_tsvector(${language}${asDocument(column, type)})`;
    return `${document} @@ ${search}(${language}${statement.bind(value)}::text)`;
  }
  const symbol = SYMBOLS[operator];
  if (!symbol) throw notUnderstood(`The operator "${operator}" is not supported here.`);
  const pattern = operator === "like" || operator === "ilike" ? value.replaceAll("*", "%") : value;
  const bound = statement.bind(pattern);
  return filter.quantifier
    ? `${column} ${symbol} ${filter.quantifier} (${bound})`
    : `${column} ${symbol} ${bound}`;
}

/** A column, or what lies at a path inside a JSON column. */
export function buildPath(path: ColumnPath, relation: Relation, alias: string, statement: Statement): string {
  const column = columnOf(relation, alias, path.column);
  if (path.steps.length === 0) return column;
  const steps = path.steps.map((step) => {
    const key = isIndex(step.key) ? step.key : `${statement.bind(step.key)}::text`;
    return `${step.asText ? "->>" : "->"}${key}`;
  });
  return `(to_jsonb(${column})${steps.join("")})`;
}

/** As PostgREST names it: the last key that is no place in a list. */
export function nameOfPath({ column, steps }: ColumnPath): string {
  return steps.findLast((step) => !isIndex(step.key))?.key ?? column;
}

function isIndex(key: string): boolean {
  return /^-?\d{1,9}$/.test(key);
}

/** JSON keeps its own way into a search document: its strings count, its keys do not. */
function asDocument(column: string, type: string | null | undefined): string {
  return type === "json" || type === "jsonb" ? column : `${column}::text`;
}

const SYMBOLS: Record<string, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
};

const FULL_TEXT_FUNCTIONS: Record<string, string> = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
};

function isWord(value: string): string {
  const word = { null: "null", not_null: "not null", true: "true", false: "false", unknown: "unknown" }[
    value.toLowerCase()
  ];
  if (!word) throw notUnderstood(`"is.${value}" is not understood.`);
  return word;
}

const CAST_TYPES = new Set([
  ...["text", "varchar", "int2", "int4", "int8", "smallint", "integer", "int", "bigint", "numeric"],
  ...["float4", "float8", "real", "boolean", "bool", "date", "time", "timestamp", "timestamptz", "uuid"],
  ...["json", "jsonb", "double precision"],
]);

/** @throws RestError 42704 for a type that is none of the usual ones */
export function castType(name: string): string {
  const type = name.trim().toLowerCase();
  if (!CAST_TYPES.has(type)) throw new RestError(400, "42704", `type "${name}" does not exist`);
  return type;
}
