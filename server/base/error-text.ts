import { type MessageValues, translationOf } from "#app/messages/t.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";

/**
 * Returns the message of a database error in the current language. Its details have the key and the values, as
 * `private.raise_error` writes them; the message of an error without values is its key.
 */
export function errorText({ message, details }: { message: string; details?: unknown }): string {
  const { key = message, params = {} } = detailsOf(details);
  return translationOf(String(key), params as MessageValues) ?? message;
}

function detailsOf(details: unknown): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(String(details)));
  } catch {
    // A text of PostgreSQL.
    return {};
  }
}
