import { notUnderstood } from "./rest-error.ts";

/** Splits at commas outside quotes, parentheses and braces. */
export function splitList(text: string): string[] {
  return splitOutsideQuotes(text, ",");
}

/**
 * Splits at a separator outside quotes, parentheses and braces. As in PostgREST, double quotes are ordinary characters
 * unless they enclose a whole value or name: `in.(6" plate)`.
 * @throws RestError PGRST100 for an open parenthesis
 */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place];
    if (letter === '"') place = endOfQuoted(text, place);
    else if (letter === "(" || letter === "{") depth += 1;
    else if (letter === ")" || letter === "}") depth -= 1;
    else if (letter === separator && depth === 0) {
      parts.push(text.slice(start, place));
      start = place + 1;
    }
    if (depth < 0) break;
  }
  if (depth !== 0) throw notUnderstood(`"${text}" has an open parenthesis.`);
  parts.push(text.slice(start));
  return parts;
}

const QUOTED = /"(?:[^"\\]|\\.)*"(?=[,).}:\s!-]|$)/sy;

/** Returns the position of the closing quote, or of the opening one if it is an ordinary character. */
function endOfQuoted(text: string, place: number): number {
  if (!/^[,(.{:\s]?$/.test(text[place - 1] ?? "")) return place;
  QUOTED.lastIndex = place;
  const found = QUOTED.exec(text);
  return found ? place + found[0].length - 1 : place;
}

export function indexOutsideQuotes(text: string, letter: string): number {
  let isQuoted = false;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[place] === letter) return place;
  }
  return -1;
}

/**
 * Parses the values of `in.(…)`, separated by commas. A value in double quotes may contain commas; a backslash escapes
 * characters in it.
 */
export function parseValues(text: string): string[] {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  if (inner === undefined) throw notUnderstood(`"${text}" is not a list in parentheses.`);
  if (inner === "") return [];
  const values: string[] = [];
  const VALUE = /"((?:[^"\\]|\\.)*)"(?:,|$)|([^,)]*)(?:,|$)/sy;
  for (let isMore = true; isMore; ) {
    const found = VALUE.exec(inner);
    if (!found) throw notUnderstood(`"${text}" is not a list in parentheses.`);
    values.push(found[1]?.replace(/\\(.)/gs, "$1") ?? found[2] ?? "");
    isMore = found[0].endsWith(",");
  }
  return values;
}

/** Removes quotes from a value inside a logic tree; values of plain filters are used unchanged. */
export function unquote(text: string): string {
  const match = /^"((?:[^"\\]|\\.)*)"$/s.exec(text);
  return match ? (match[1] ?? "").replace(/\\(.)/gs, "$1") : text;
}
