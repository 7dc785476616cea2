import { arrayLiteral } from "../database/sql-text.ts";
import type { Filter } from "./parse-request.ts";
import { notUnderstood } from "./rest-error.ts";
import type { Relation } from "./schema-cache.ts";
import { parseValues } from "./split-text.ts";
import { columnOf, type Statement } from "./statement.ts";

/** Returns a filter as SQL; its value becomes a parameter. */
export function buildFilter(filter: Filter, relation: Relation, alias: string, statement: Statement): string {
  const test = buildTest(filter, columnOf(relation, alias, filter.column), statement);
  return filter.isNegated ? `not (${test})` : test;
}

function buildTest({ operator, value }: Filter, column: string, statement: Statement): string {
  if (operator === "is") return `${column} is ${isWord(value)}`;
  if (operator === "in") return `${column} = any (${statement.bind(arrayLiteral(parseValues(value)))})`;
  const symbol = SYMBOLS[operator];
  if (!symbol) throw notUnderstood(`The operator "${operator}" is not supported here.`);
  const pattern = operator === "like" || operator === "ilike" ? value.replaceAll("*", "%") : value;
  return `${column} ${symbol} ${statement.bind(pattern)}`;
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
};

const IS_VALUES = ["null", "not_null", "true", "false", "unknown"];

function isWord(value: string): string {
  const word = value.toLowerCase();
  if (!IS_VALUES.includes(word)) throw notUnderstood(`"is.${value}" could not be parsed.`);
  return word.replace("_", " ");
}
