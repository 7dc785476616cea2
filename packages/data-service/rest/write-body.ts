import { RestError } from "./rest-error.ts";

/** Format of the response body, from the `Accept` header: a list of rows, or a single row. */
export type Format = { kind: "rows" | "object"; contentType: string };

const OBJECT_TYPE = "application/vnd.pgrst.object+json";
const JSON_TYPES = new Set(["*/*", "application/json", "application/*"]);

/** @throws RestError PGRST107 for an unsupported format (CSV, plans, GeoJSON, OpenAPI …) */
export function acceptedFormat(accept = "*/*"): Format {
  for (const part of accept.split(",")) {
    const [type = "", ...marks] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (marks.some((mark) => mark.startsWith("nulls="))) continue;
    if (type === OBJECT_TYPE) return { kind: "object", contentType: `${type}; charset=utf-8` };
    if (JSON_TYPES.has(type)) return { kind: "rows", contentType: "application/json; charset=utf-8" };
  }
  throw new RestError(406, "PGRST107", `None of these media types are available: ${accept}`);
}

/** Replaces a body above the size limit. No real body has this value. */
export const TOO_LARGE = "!";

/**
 * Builds the response from rows as SQL for one row: `body`, `n` (their count) and `more`.
 * @param maxBytes larger bodies stay in the database, and TOO_LARGE is returned instead; null for no limit
 */
export function showRows(rows: string, maxBytes: number | null, more: string): string {
  const body = limitBody("coalesce(json_agg(shown), '[]')::text", maxBytes);
  return `shown as (${rows}) select ${body} as body, count(shown)::text as n, ${more} from shown`;
}

/** PostgreSQL computes an aggregate only once, even if it occurs twice in a statement. */
export function limitBody(body: string, maxBytes: number | null): string {
  return maxBytes === null
    ? body
    : `case when octet_length(${body}) <= ${maxBytes} then ${body} else '${TOO_LARGE}' end`;
}
