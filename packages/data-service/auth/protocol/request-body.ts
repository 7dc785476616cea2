import type { Context } from "hono";
import { isJsonObject, parseJson } from "../../database/json-object.ts";
import { AuthError, badJson, validationFailed } from "./auth-error.ts";

/** Parses the request's body. @throws AuthError 400 bad_json for anything but a JSON object */
export async function parseBody(c: Context): Promise<Record<string, unknown>> {
  try {
    const body: unknown = parseJson(await c.req.text());
    if (isJsonObject(body)) return body;
  } catch (error) {
    if (error instanceof AuthError) throw error;
  }
  throw badJson();
}

/** Rejects unknown query parameters instead of ignoring them. @throws AuthError 400 validation_failed */
export function rejectOtherParameters(c: Context, names: readonly string[]): void {
  const other = Object.keys(c.req.query()).find((name) => !names.includes(name));
  if (other === undefined) return;
  throw validationFailed(`"${other.slice(0, 50)}" is not supported here`);
}

/**
 * Returns a text field; "" if it is missing or null, which clients send for omitted fields.
 * @throws AuthError 400 validation_failed
 */
export function optionalText(body: Record<string, unknown>, name: string): string {
  const value = body[name] ?? "";
  if (typeof value !== "string") throw validationFailed(`${name} must be a string`);
  return value;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
