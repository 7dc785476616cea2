import { notUnderstood, RestError } from "./rest-error.ts";
import { indexOutsideQuotes, splitList, unquote } from "./split-text.ts";

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
  /** The name of a foreign key, of its column, or of the table between two others. */
  hint: string | null;
  isInner: boolean;
  /** `...relation(columns)`: the columns stand in the row that embeds them. */
  isSpread: boolean;
  items: SelectItem[];
}

export type SelectItem = { kind: "star" } | SelectColumn | SelectEmbed;

export const MAX_DEPTH = 8;

/** The parameter `select`: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html */
export function parseSelect(text: string, depth = 0): SelectItem[] {
  if (depth > MAX_DEPTH) throw notUnderstood("The select is nested too deeply.");
  if (text.trim() === "") return depth === 0 ? [{ kind: "star" }] : [];
  return splitList(text).map((item) => parseSelectItem(item.trim(), depth));
}

function parseSelectItem(item: string, depth: number): SelectItem {
  if (item === "*") return { kind: "star" };
  const open = indexOutsideQuotes(item, "(");
  return open === -1 ? parseSelectColumn(item) : parseEmbed(item, open, depth);
}

function parseEmbed(item: string, open: number, depth: number): SelectEmbed {
  const isSpread = item.startsWith("...");
  const { alias, rest } = splitAlias(item.slice(isSpread ? 3 : 0, open));
  const [relation = "", ...marks] = rest.split("!");
  if (/(^|\.)(count|sum|avg|min|max)$/.test(relation)) {
    throw new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");
  }
  if (relation === "" || !item.endsWith(")") || (isSpread && alias !== null)) {
    throw notUnderstood(`"${item}" in select is not understood.`);
  }
  const hints = marks.filter((mark) => mark !== "inner" && mark !== "left");
  if (hints.length > 1) throw notUnderstood(`"${item}" in select names more than one hint.`);
  return {
    kind: "embed",
    relation: unquote(relation),
    alias,
    hint: hints[0] ? unquote(hints[0]) : null,
    isInner: marks.includes("inner"),
    isSpread,
    items: parseSelect(item.slice(open + 1, -1), depth + 1),
  };
}

function parseSelectColumn(item: string): SelectColumn {
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
