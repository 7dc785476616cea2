import { RestError } from "./rest-error.ts";

/** The form of an answer's body, from the `Accept` header. */
export interface Format {
  /** A list of rows, the one row alone, or comma-separated values. */
  kind: "rows" | "object" | "csv";
  /** Columns that are null are left out. */
  stripsNulls: boolean;
  contentType: string;
}

const OBJECT_TYPE = "application/vnd.pgrst.object+json";
const ARRAY_TYPE = "application/vnd.pgrst.array+json";
const JSON_TYPES = new Set(["*/*", "application/json", "application/*", ARRAY_TYPE]);

/** @throws RestError PGRST107 for a form that this service does not write (plans, GeoJSON, OpenAPI …) */
export function acceptedFormat(accept = "*/*"): Format {
  for (const part of accept.split(",")) {
    const [type = "", ...marks] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const stripsNulls = marks.includes("nulls=stripped");
    if (type === OBJECT_TYPE) return { kind: "object", stripsNulls, contentType: named(type, stripsNulls) };
    if (type === ARRAY_TYPE) return { kind: "rows", stripsNulls, contentType: named(type, stripsNulls) };
    if (type === "text/csv") return { kind: "csv", stripsNulls: false, contentType: named(type, false) };
    if (JSON_TYPES.has(type)) {
      return { kind: "rows", stripsNulls: false, contentType: named("application/json", false) };
    }
  }
  throw new RestError(406, "PGRST107", `None of these media types are available: ${accept}`);
}

function named(type: string, stripsNulls: boolean): string {
  return `${type}${stripsNulls ? ";nulls=stripped" : ""}; charset=utf-8`;
}

/** Stands for a body that is larger than an answer may be. No form of a body looks like it. */
export const TOO_LARGE = "!";

/**
 * The body as SQL, over rows that are named `shown`; PostgreSQL alone writes it.
 * @param maxBytes what is larger stays there, and TOO_LARGE comes instead; null: it may be as large as it likes
 */
export function writeBody(format: Format, maxBytes: number | null): string {
  return limitBody(writeRows(format), maxBytes);
}

/** An aggregate that stands in a statement twice is worked out once. */
export function limitBody(body: string, maxBytes: number | null): string {
  return maxBytes === null
    ? body
    : `case when octet_length(${body}) <= ${maxBytes} then ${body} else '${TOO_LARGE}' end`;
}

function writeRows({ kind, stripsNulls }: Format): string {
  if (kind === "csv") {
    const names =
      "select string_agg(key, ',') from json_object_keys((select to_json(first) from shown as first limit 1)) as key";
    return `(coalesce((${names}), '') || E'\\n' || coalesce(string_agg(substring(shown::text, 2, length(shown::text) - 2), E'\\n'), ''))`;
  }
  const row = stripsNulls ? "json_strip_nulls(to_json(shown))" : "shown";
  return `coalesce(json_agg(${row}), '[]')::text`;
}
