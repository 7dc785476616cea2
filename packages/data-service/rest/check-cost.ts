import type { Caller } from "../database/run-as.ts";
import type { Condition, Filter, ParsedQuery } from "./parse-request.ts";
import type { SelectItem } from "./parse-select.ts";
import { RestError, tooCostly } from "./rest-error.ts";
import type { RestLimits } from "./rest-limits.ts";
import { parseValues } from "./split-text.ts";

/**
 * Checks a query against the limits before the database runs it. The service role has no limits.
 * @throws RestError 413 `54000`, like PostgREST for queries that PostgreSQL finds too complex; 401 `42501` for a
 * guest's regular expression
 */
export function checkCost(query: ParsedQuery, { role }: Pick<Caller, "role">, limits: RestLimits): void {
  if (role === "service_role") return;
  checkSelect(query.select, limits);
  // Only the schema shows which relations are lists, so `QueryBuilder` checks this limit.
  query.maxNestedRows = limits.maxNestedRows;
  const relations = [...query.relations.values()];
  const filters = relations.flatMap(({ conditions }) => conditions).flatMap(filtersOf);
  const terms = relations.flatMap(({ order }) => order);
  limitCount("The query has", filters.length, limits.maxFilters, "filters");
  limitCount("The query has", terms.length, limits.maxFilters, "order terms");
  for (const filter of filters) checkFilter(filter, role, limits);
}

/** @throws RestError 413 `54000` */
export function checkSelectLength(text: string, { role }: Pick<Caller, "role">, limits: RestLimits): void {
  if (role !== "service_role") limitCount("The select has", text.length, limits.maxSelectLength, "letters");
}

/** @throws RestError 413 `54000` */
export function checkInsertedRows(body: unknown, { role }: Pick<Caller, "role">, limits: RestLimits): void {
  if (role === "service_role" || !Array.isArray(body)) return;
  limitCount("The insert has", body.length, limits.maxInsertRows, "rows");
}

function checkSelect(items: SelectItem[], limits: RestLimits): void {
  const counts = { columns: 0, embeds: 0, inner: 0 };
  count(items, 0);
  limitCount("The select names", counts.columns, limits.maxColumns, "columns");
  limitCount("The select has", counts.embeds, limits.maxEmbeds, "related tables");
  limitCount("The select has", counts.inner, limits.maxInnerEmbeds, "related tables with !inner");

  function count(level: SelectItem[], depth: number): void {
    limitCount("The select nests", depth, limits.maxEmbedDepth, "related tables in each other");
    const named = new Map<string, number>();
    for (const item of level) {
      if (item.kind === "embed") {
        counts.embeds += 1;
        if (item.isInner) counts.inner += 1;
        count(item.items, depth + 1);
        continue;
      }
      counts.columns += 1;
      const column = item.kind === "star" ? "*" : item.column;
      const times = (named.get(column) ?? 0) + 1;
      named.set(column, times);
      limitCount(`The select names the column ${column}`, times, limits.maxSameColumn, "times");
    }
  }
}

function filtersOf(condition: Condition): Filter[] {
  return condition.kind === "filter" ? [condition] : condition.conditions.flatMap(filtersOf);
}

function checkFilter(filter: Filter, role: Caller["role"], limits: RestLimits): void {
  const { operator, value } = filter;
  if (operator === "in") {
    limitCount("The list of a filter has", parseValues(value).length, limits.maxListValues, "values");
  }
  if (operator !== "match" && operator !== "imatch") return;
  if (role === "anon") {
    throw new RestError(401, "42501", "Regular expressions require a login", null, "Use like or ilike instead.");
  }
  limitCount("The regular expression has", value.length, limits.maxPatternLength, "characters");
  // Back references make PostgreSQL try every way to split a text.
  if (/\\\d/.test(value)) throw tooCostly("The regular expression has a back reference");
}

function limitCount(what: string, count: number, limit: number, unit: string): void {
  if (count > limit) throw tooCostly(`${what} more than ${limit} ${unit}`);
}
