import { notUnderstood, RestError } from "./rest-error.ts";
import { indexOutsideQuotes, splitList, unquote } from "./split-text.ts";

export type SelectColumn = { kind: "column"; column: string; alias: string | null };

export interface SelectEmbed {
  kind: "embed";
  relation: string;
  alias: string | null;
  /** Name of a foreign key or of its column. */
  hint: string | null;
  isInner: boolean;
  items: SelectItem[];
}

export type SelectItem = { kind: "star" } | SelectColumn | SelectEmbed;

export const MAX_DEPTH = 8;

/** Parses the parameter `select`: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html */
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
  if (item.startsWith("...")) throw notUnderstood("Spreading related rows is not supported.");
  const { alias, rest } = splitAlias(item.slice(0, open));
  const [relation = "", ...marks] = rest.split("!");
  if (/(^|\.)(count|sum|avg|min|max)$/.test(relation)) {
    throw new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");
  }
  if (relation === "" || !item.endsWith(")")) throw notUnderstood(`"${item}" in select could not be parsed.`);
  const hints = marks.filter((mark) => mark !== "inner" && mark !== "left");
  if (hints.length > 1) throw notUnderstood(`"${item}" in select names more than one hint.`);
  return {
    kind: "embed",
    relation: unquote(relation),
    alias,
    hint: hints[0] ? unquote(hints[0]) : null,
    isInner: marks.includes("inner"),
    items: parseSelect(item.slice(open + 1, -1), depth + 1),
  };
}

function parseSelectColumn(item: string): SelectColumn {
  const { alias, rest } = splitAlias(item);
  return { kind: "column", column: parseColumn(rest), alias };
}

function splitAlias(text: string): { alias: string | null; rest: string } {
  const match = /^("[^"]+"|[^":()]+):(?!:)(.*)$/s.exec(text);
  return match ? { alias: unquote(match[1] ?? ""), rest: match[2] ?? "" } : { alias: null, rest: text };
}

/** @throws RestError PGRST100 for anything but a plain column: a JSON path, a cast, a column of a related row */
export function parseColumn(text: string): string {
  const name = text.trim();
  if (name === "") throw notUnderstood(`"${text}" is not a column.`);
  if (!name.startsWith('"') && /->|::|[()]/.test(name)) {
    throw notUnderstood(`"${text}" is not a column. JSON paths, casts, and related columns are not supported here.`);
  }
  return unquote(name);
}
