import { MAX_DEPTH, parseColumn, parseSelect, type SelectItem } from "./parse-select.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import { splitList, splitOutsideQuotes, unquote } from "./split-text.ts";

/**
 * The supported part of PostgREST's query language:
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html Unknown parameters are rejected with 400, never
 * ignored.
 */

export interface Filter {
  kind: "filter";
  column: string;
  isNegated: boolean;
  operator: string;
  value: string;
}

export type Condition = { kind: "logic"; operator: "and" | "or"; isNegated: boolean; conditions: Condition[] } | Filter;

export type OrderTerm = { column: string; isDescending: boolean; nulls: "first" | "last" | null };

/** Query parameters of one relation: the requested one, or an embedded one. */
export interface RelationQuery {
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
}

export interface ParsedQuery {
  select: SelectItem[];
  /** By the dotted path of embedded names; '' is the requested relation. */
  relations: Map<string, RelationQuery>;
  columns: string[] | null;
  onConflict: string[] | null;
  /** Maximum product of nested row limits; null for no limit. */
  maxNestedRows: number | null;
}

const FIRST_COUNTS = new Set(["select", "columns", "on_conflict"]);
const OPERATORS = new Set([
  ...["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch"],
  ...["in", "is", "cs", "cd", "ov"],
]);

/** Parses the query parameters. @throws RestError PGRST100, PGRST103 or PGRST123 */
export function parseQuery(parameters: URLSearchParams): ParsedQuery {
  const parsed: ParsedQuery = {
    select: [{ kind: "star" }],
    relations: new Map(),
    columns: null,
    onConflict: null,
    maxNestedRows: null,
  };
  const relation = (name: string): RelationQuery => {
    const known = parsed.relations.get(name);
    if (known) return known;
    const fresh: RelationQuery = { conditions: [], order: [], limit: null, offset: 0 };
    parsed.relations.set(name, fresh);
    return fresh;
  };
  relation("");

  const names = new Set<string>();
  for (const [name, value] of parameters) {
    const { embed, last } = splitEmbedPath(name);
    // If a parameter is repeated, the first select, columns, on_conflict and order apply, as in PostgREST; the last
    // limit; and all filters.
    if ((FIRST_COUNTS.has(name) || last === "order") && names.has(name)) continue;
    names.add(name);
    if (name === "apikey") continue;
    else if (name === "select") parsed.select = parseSelect(value);
    else if (name === "columns") parsed.columns = splitList(value).map(unquote);
    else if (name === "on_conflict") parsed.onConflict = splitList(value).map(unquote);
    else if (last === "order") relation(embed).order = parseOrder(value);
    else if (last === "limit") relation(embed).limit = parseCount(value, "Limit");
    else if (last === "offset") relation(embed).offset = parseCount(value, "Offset");
    else if (last === "and" || last === "or") {
      const isNegated = embed === "not" || embed.endsWith(".not");
      const path = isNegated ? embed.replace(/\.?not$/, "") : embed;
      relation(path).conditions.push(parseLogic(`${last}${value}`, isNegated, 0));
    } else relation(embed).conditions.push(parseFilter(last, value));
  }
  return parsed;
}

/** Splits 'order_items.product.name' into the embedded path and the column. */
function splitEmbedPath(name: string): { embed: string; last: string } {
  const dot = name.startsWith('"') ? -1 : name.lastIndexOf(".");
  return { embed: dot === -1 ? "" : name.slice(0, dot), last: name.slice(dot + 1) };
}

function parseOrder(text: string): OrderTerm[] {
  return splitList(text).map((term) => {
    const [first = "", ...marks] = splitOutsideQuotes(term.trim(), ".");
    const result: OrderTerm = { column: parseColumn(first), isDescending: false, nulls: null };
    for (const mark of marks) {
      if (mark === "desc") result.isDescending = true;
      else if (mark === "nullsfirst") result.nulls = "first";
      else if (mark === "nullslast") result.nulls = "last";
      else if (mark !== "asc") throw notUnderstood(`"${term}" in order could not be parsed.`);
    }
    return result;
  });
}

function parseLogic(text: string, isNegated: boolean, depth: number): Condition {
  if (depth > MAX_DEPTH) throw notUnderstood("The logic is nested too deeply.");
  const match = /^(and|or)\((.*)\)$/s.exec(text);
  if (!match) throw notUnderstood(`"${text}" could not be parsed.`);
  const conditions = splitList(match[2] ?? "").map((part) => {
    const piece = part.trim();
    const nested = /^(not\.)?((?:and|or)\(.*\))$/s.exec(piece);
    if (nested) return parseLogic(nested[2] ?? "", nested[1] !== undefined, depth + 1);
    const [column = "", ...rest] = splitOutsideQuotes(piece, ".");
    return parseFilter(column, rest.join("."), true);
  });
  return { kind: "logic", operator: match[1] === "or" ? "or" : "and", isNegated, conditions };
}

const FILTER = /^(not\.)?([a-z]+)\.(.*)$/s;

/** @param isInTree inside `or=(…)`, where values with commas or parentheses are quoted */
function parseFilter(name: string, text: string, isInTree = false): Filter {
  const match = FILTER.exec(text);
  const operator = match?.[2] ?? "";
  if (!match || !OPERATORS.has(operator)) {
    throw notUnderstood(`"${name}=${text}" could not be parsed.`, "Filters read column=operator.value");
  }
  const value = match[3] ?? "";
  return {
    kind: "filter",
    column: parseColumn(name),
    isNegated: match[1] !== undefined,
    operator,
    value: isInTree ? unquote(value) : value,
  };
}

function parseCount(text: string, what: "Limit" | "Offset"): number {
  if (/^-\d{1,15}$/.test(text)) {
    throw new RestError(
      416,
      "PGRST103",
      "Requested range not satisfiable",
      `${what} should be greater than or equal to zero.`,
    );
  }
  if (!/^\d{1,15}$/.test(text)) throw notUnderstood(`"${text}" is not a valid ${what.toLowerCase()}.`);
  return Number(text);
}
