import type { Context } from "hono";
import { isJsonObject, parseJson } from "../database/json-object.ts";
import { invalidRequest } from "./storage-error.ts";

/** Parses the request's body as a JSON object. @throws StorageError InvalidRequest */
export async function readObject(c: Context): Promise<Record<string, unknown>> {
  const body = await c.req
    .text()
    .then(parseJson, () => null)
    .catch(() => null);
  if (!isJsonObject(body)) throw invalidRequest("The body must be one JSON object");
  return body;
}

/** Rejects unknown fields instead of ignoring them. @throws StorageError InvalidRequest */
export function rejectOthers(body: Record<string, unknown>, names: readonly string[]): void {
  const other = Object.keys(body).find((name) => !names.includes(name));
  if (other !== undefined) throw invalidRequest(`"${other.slice(0, 50)}" is not supported here`);
}

/** Rejects unknown and repeated query parameters, like `rejectOthers`. */
export function rejectOtherParameters(c: Context, names: readonly string[]): void {
  const queries = c.req.queries();
  rejectOthers(queries, names);
  const twice = Object.keys(queries).find((name) => (queries[name]?.length ?? 0) > 1);
  if (twice !== undefined) throw invalidRequest(`"${twice}" is given twice`);
}

/** @param value a number, or its text from a URL */
export function wholeNumber(value: unknown, what: string, min: number, max: number): number {
  const number = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number) || number < min || number > max) {
    throw invalidRequest(`${what} must be a whole number from ${min} to ${max}`);
  }
  return number;
}

export function optionalText(value: unknown, what: string): string {
  if (value == null) return "";
  if (typeof value !== "string" || value.length > 1024) throw invalidRequest(`${what} must be a string`);
  return value;
}

/** Returns one of the allowed values; the first one is the default. */
export function oneOf<Word extends string>(value: unknown, what: string, words: readonly Word[]): Word {
  const word = value == null ? words[0] : words.find((each) => each === value);
  if (word === undefined) throw invalidRequest(`${what} must be one of ${words.join(", ")}`);
  return word;
}
