import { type MessageValues, translationOf } from "#app/messages/t.ts";
import { fieldsOf, parsedJson } from "#app/values/unknown-value.ts";

/**
 * Returns the message of a database error in the current language. Its details have the key and the values, as
 * `private.raise_error` writes them; the message of an error without values is its key.
 */
export function errorText({ message, details }: { message: string; details?: unknown }): string {
  // Details of PostgreSQL itself are no JSON.
  const { key = message, params = {} } = fieldsOf(parsedJson(String(details)));
  return translationOf(String(key), params as MessageValues) ?? message;
}
