import { notUnderstood } from "./rest-error.ts";

/** Splits at commas outside quotes, parentheses and braces. */
export function splitList(text: string): string[] {
  return splitOutsideQuotes(text, ",");
}

/** @throws RestError PGRST100 for an open quote or parenthesis */
export function splitOutsideQuotes(text: string, separator: string): string[] {
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

export function indexOutsideQuotes(text: string, letter: string): number {
  let isQuoted = false;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[place] === letter) return place;
  }
  return -1;
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
