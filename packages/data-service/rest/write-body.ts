import { RestError } from "./rest-error.ts";

/** The form of an answer's body, from the `Accept` header: a list of rows, or the one row alone. */
export interface Format {
  kind: "rows" | "object";
  contentType: string;
}

const OBJECT_TYPE = "application/vnd.pgrst.object+json";
const JSON_TYPES = new Set(["*/*", "application/json", "application/*"]);

/** @throws RestError PGRST107 for a form that this service does not write (CSV, plans, GeoJSON, OpenAPI …) */
export function acceptedFormat(accept = "*/*"): Format {
  for (const part of accept.split(",")) {
    const [type = "", ...marks] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (marks.some((mark) => mark.startsWith("nulls="))) continue;
    if (type === OBJECT_TYPE) return { kind: "object", contentType: `${type}; charset=utf-8` };
    if (JSON_TYPES.has(type)) return { kind: "rows", contentType: "application/json; charset=utf-8" };
  }
  throw new RestError(406, "PGRST107", `None of these media types are available: ${accept}`);
}

/** Stands for a body that is larger than an answer may be. No form of a body looks like it. */
export const TOO_LARGE = "!";

/**
 * Builds the response body as SQL, from rows named `shown`.
 * @param maxBytes what is larger stays there, and TOO_LARGE comes instead; null: it may be as large as it likes
 */
export function writeBody(maxBytes: number | null): string {
  return limitBody("coalesce(json_agg(shown), '[]')::text", maxBytes);
}

/** An aggregate that stands in a statement twice is worked out once. */
export function limitBody(body: string, maxBytes: number | null): string {
  return maxBytes === null
    ? body
    : `case when octet_length(${body}) <= ${maxBytes} then ${body} else '${TOO_LARGE}' end`;
}
