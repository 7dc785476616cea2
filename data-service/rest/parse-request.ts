import { notUnderstood } from "./rest-error.ts";

/**
 * The query language of PostgREST as far as this service answers it:
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html
 * What is not understood throws a 400; nothing is ignored.
 */

/** A column, or a place inside a JSON column. */
export interface ColumnPath {
  column: string;
  /** `->` keeps JSON, `->>` (only as the last step) gives text. */
  steps: { key: string; asText: boolean }[];
}

export interface SelectColumn {
  kind: "column";
  path: ColumnPath;
  alias: string | null;
  cast: string | null;
}

export interface SelectEmbed {
  kind: "embed";
  relation: string;
  alias: string | null;
  /** The name of a foreign key, or of its column. */
  hint: string | null;
  isInner: boolean;
  items: SelectItem[];
}

export type SelectItem = { kind: "star" } | SelectColumn | SelectEmbed;

export type Condition =
  | { kind: "logic"; operator: "and" | "or"; isNegated: boolean; conditions: Condition[] }
  | {
      kind: "filter";
      path: ColumnPath;
      isNegated: boolean;
      operator: string;
      quantifier: "any" | "all" | null;
      /** The configuration of a full-text search, as in `fts(english)`. */
      language: string | null;
      value: string;
    };

export interface OrderTerm {
  path: ColumnPath;
  isDescending: boolean;
  nulls: "first" | "last" | null;
}

/** What the query says of one relation: the requested one, or an embedded one. */
export interface RelationQuery {
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
}

export interface ParsedQuery {
  select: SelectItem[];
  /** By the path of embedded names, joined with dots; '' is the requested relation. */
  relations: Map<string, RelationQuery>;
  columns: string[] | null;
  onConflict: string[] | null;
  /** Parameters that are no filter, for calls of functions by GET. */
  rest: Map<string, string>;
}

const QUANTIFIABLE = new Set(["eq", "like", "ilike", "gt", "gte", "lt", "lte", "match", "imatch"]);
const FULL_TEXT = new Set(["fts", "plfts", "phfts", "wfts"]);
export const OPERATORS = new Set([
  ...QUANTIFIABLE,
  ...FULL_TEXT,
  ...["neq", "in", "is", "isdistinct", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"],
]);

const MAX_DEPTH = 8;

/** @param isCall parameters without an operator are the arguments of a function */
export function parseQuery(parameters: URLSearchParams, isCall = false): ParsedQuery {
  const parsed: ParsedQuery = {
    select: [{ kind: "star" }],
    relations: new Map(),
    columns: null,
    onConflict: null,
    rest: new Map(),
  };
  const relation = (name: string): RelationQuery => {
    const known = parsed.relations.get(name);
    if (known) return known;
    const fresh: RelationQuery = { conditions: [], order: [], limit: null, offset: 0 };
    parsed.relations.set(name, fresh);
    return fresh;
  };
  relation("");

  for (const [name, value] of parameters) {
    if (name === "select") {
      parsed.select = parseSelect(value);
      continue;
    }
    if (name === "columns") {
      parsed.columns = splitList(value).map(unquote);
      continue;
    }
    if (name === "on_conflict") {
      parsed.onConflict = splitList(value).map(unquote);
      continue;
    }
    const { embed, last } = splitEmbedPath(name);
    if (last === "order") relation(embed).order = parseOrder(value);
    else if (last === "limit") relation(embed).limit = parseCount(value, "limit");
    else if (last === "offset") relation(embed).offset = parseCount(value, "offset");
    else if (last === "and" || last === "or") {
      const isNegated = embed === "not" || embed.endsWith(".not");
      const path = isNegated ? embed.replace(/\.?not$/, "") : embed;
      relation(path).conditions.push(parseLogic(`${last}${value}`, isNegated, 0));
    } else if (isCall && !/^(not\.)?[a-z]+(\([^)]*\))?\./.test(value)) {
      parsed.rest.set(name, value);
    } else {
      relation(embed).conditions.push(parseFilter(last, value));
    }
  }
  return parsed;
}

/** 'order_items.product.name' → the embedded path and the column. JSON arrows end the path. */
function splitEmbedPath(name: string): { embed: string; last: string } {
  const arrow = name.indexOf("->");
  const head = arrow === -1 ? name : name.slice(0, arrow);
  const dot = head.startsWith('"') ? -1 : head.lastIndexOf(".");
  return { embed: dot === -1 ? "" : name.slice(0, dot), last: name.slice(dot + 1) };
}

export function parseSelect(text: string, depth = 0): SelectItem[] {
  if (depth > MAX_DEPTH) throw notUnderstood("The select is nested too deeply.");
  if (text.trim() === "") return depth === 0 ? [{ kind: "star" }] : [];
  return splitList(text).map((item) => parseSelectItem(item.trim(), depth));
}

function parseSelectItem(item: string, depth: number): SelectItem {
  if (item === "*") return { kind: "star" };
  const open = indexOutsideQuotes(item, "(");
  if (open !== -1) {
    if (!item.endsWith(")")) throw notUnderstood(`"${item}" in select is not understood.`);
    const { alias, rest } = splitAlias(item.slice(0, open));
    if (rest === "" || rest.startsWith("...")) {
      throw notUnderstood(`"${item}" in select is not supported here.`);
    }
    const [relation = "", ...marks] = rest.split("!");
    const hints = marks.filter((mark) => mark !== "inner" && mark !== "left");
    if (hints.length > 1) throw notUnderstood(`"${item}" in select names more than one hint.`);
    if (/\.(count|sum|avg|min|max)$/.test(relation) || relation === "count") {
      throw notUnderstood("Use of aggregate functions is not allowed");
    }
    return {
      kind: "embed",
      relation: unquote(relation),
      alias,
      hint: hints[0] ? unquote(hints[0]) : null,
      isInner: marks.includes("inner"),
      items: parseSelect(item.slice(open + 1, -1), depth + 1),
    };
  }
  const { alias, rest } = splitAlias(item);
  const [path = "", cast = null, ...more] = rest.split("::");
  if (more.length > 0 || (cast !== null && !/^[a-z0-9_ ]+$/i.test(cast))) {
    throw notUnderstood(`"${item}" in select is not understood.`);
  }
  return { kind: "column", path: parsePath(path), alias, cast };
}

function splitAlias(text: string): { alias: string | null; rest: string } {
  const match = /^("[^"]+"|[^":()]+):(?!:)(.*)$/s.exec(text);
  return match ? { alias: unquote(match[1] ?? ""), rest: match[2] ?? "" } : { alias: null, rest: text };
}

export function parsePath(text: string): ColumnPath {
  const [column = "", ...pieces] = text.split(/(->>|->)/);
  if (column.trim() === "") throw notUnderstood(`"${text}" names no column.`);
  const steps: ColumnPath["steps"] = [];
  for (let place = 0; place < pieces.length; place += 2) {
    const key = unquote(pieces[place + 1] ?? "");
    const asText = pieces[place] === "->>";
    if (key === "" || (asText && place + 2 < pieces.length)) {
      throw notUnderstood(`"${text}" is no JSON path.`);
    }
    steps.push({ key, asText });
  }
  return { column: unquote(column.trim()), steps };
}

function parseOrder(text: string): OrderTerm[] {
  return splitList(text).map((term) => {
    const words = splitOutsideQuotes(term.trim(), ".");
    const [path = "", ...marks] = words;
    const result: OrderTerm = { path: parsePath(path), isDescending: false, nulls: null };
    for (const mark of marks) {
      if (mark === "desc") result.isDescending = true;
      else if (mark === "nullsfirst") result.nulls = "first";
      else if (mark === "nullslast") result.nulls = "last";
      else if (mark !== "asc") throw notUnderstood(`"${term}" in order is not understood.`);
    }
    return result;
  });
}

function parseLogic(text: string, isNegated: boolean, depth: number): Condition {
  if (depth > MAX_DEPTH) throw notUnderstood("The logic is nested too deeply.");
  const match = /^(and|or)\((.*)\)$/s.exec(text);
  if (!match) throw notUnderstood(`"${text}" is not understood.`);
  const conditions = splitList(match[2] ?? "").map((part) => {
    const piece = part.trim();
    const nested = /^(not\.)?((?:and|or)\(.*\))$/s.exec(piece);
    if (nested) return parseLogic(nested[2] ?? "", nested[1] !== undefined, depth + 1);
    const [path = "", ...rest] = splitOutsideQuotes(piece, ".");
    return parseFilter(path, rest.join("."), true);
  });
  if (conditions.length === 0) throw notUnderstood(`"${text}" holds no condition.`);
  return { kind: "logic", operator: match[1] as "and" | "or", isNegated, conditions };
}

/** @param isInTree inside `or=(…)` a value with commas or parentheses comes in quotes */
function parseFilter(name: string, text: string, isInTree = false): Condition {
  const match = /^(not\.)?([a-z]+)(?:\(([^)]*)\))?\.(.*)$/s.exec(text);
  const operator = match?.[2] ?? "";
  if (!match || !OPERATORS.has(operator)) {
    throw notUnderstood(`"${name}=${text}" is not understood.`, "Filters read column=operator.value");
  }
  const mark = match[3];
  const isQuantified = mark === "any" || mark === "all";
  if (mark !== undefined && !(isQuantified ? QUANTIFIABLE : FULL_TEXT).has(operator)) {
    throw notUnderstood(`"${operator}(${mark})" is not understood.`);
  }
  return {
    kind: "filter",
    path: parsePath(name),
    isNegated: match[1] !== undefined,
    operator,
    quantifier: isQuantified ? mark : null,
    language: isQuantified ? null : (mark ?? null),
    value: isInTree ? unquote(match[4] ?? "") : (match[4] ?? ""),
  };
}

/** The values of `in.(…)`: commas separate, double quotes keep, a backslash escapes inside quotes. */
export function parseValues(text: string): string[] {
  const match = /^\((.*)\)$/s.exec(text);
  if (!match) throw notUnderstood(`"${text}" is no list in parentheses.`);
  return (match[1] ?? "") === "" ? [] : splitList(match[1] ?? "").map(unquote);
}

/** One value inside a logic tree may be quoted; a plain filter's value is taken as it stands. */
export function unquote(text: string): string {
  const match = /^"(.*)"$/s.exec(text);
  return match ? (match[1] ?? "").replace(/\\(.)/gs, "$1") : text;
}

function parseCount(text: string, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notUnderstood(`"${text}" is no ${what}.`);
  return Number(text);
}

/** Splits at commas outside quotes, parentheses and braces. */
function splitList(text: string): string[] {
  return splitOutsideQuotes(text, ",");
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place];
    if (isQuoted) {
      if (letter === "\\") place += 1;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === "(" || letter === "{") depth += 1;
    else if (letter === ")" || letter === "}") depth -= 1;
    else if (letter === separator && depth === 0) {
      parts.push(text.slice(start, place));
      start = place + 1;
    }
    if (depth < 0) break;
  }
  if (depth !== 0 || isQuoted) throw notUnderstood(`"${text}" has an open quote or parenthesis.`);
  parts.push(text.slice(start));
  return parts;
}

function indexOutsideQuotes(text: string, letter: string): number {
  let isQuoted = false;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[place] === letter) return place;
  }
  return -1;
}
