import type { Row } from "../database/run-as.ts";
import type { ParsedQuery } from "./parse-request.ts";
import type { Preferences } from "./preferences.ts";
import { RestError } from "./rest-error.ts";
import type { Format } from "./write-body.ts";

/**
 * Checks that a write affected one row if one was requested. Called before the commit, so that an error rolls back the
 * write.
 * @throws RestError PGRST116
 */
export function checkWritten(row: Row | undefined, format: Format): void {
  const shown = Number(row?.["n"] ?? 0);
  if (format.kind === "object" && row?.["body"] != null && shown !== 1) throw notOneRow(shown);
}

/** A response, for Hono or Node's HTTP server. */
export interface RestResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Responds with rows and `Content-Range`; 206 when the count exceeds them. */
export function answerRows(
  row: Row | undefined,
  { format, preferences, query }: { format: Format; preferences: Preferences; query: ParsedQuery },
): RestResponse {
  const count = Number(row?.["n"] ?? 0);
  const total = row?.["total"] == null ? null : Number(row["total"]);
  const offset = query.relations.get("")?.offset ?? 0;
  const range = `${count === 0 ? "*" : `${offset}-${offset + count - 1}`}/${total ?? "*"}`;
  if (total !== null && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw new RestError(416, "PGRST103", "Requested range not satisfiable", details).withHeaders({
      "content-range": range,
    });
  }
  if (format.kind === "object" && count !== 1) throw notOneRow(count);
  return answerBody(row, { format, preferences, range }, total !== null && count < total ? 206 : 200);
}

/** Responds to a write. */
export function answerWritten(
  method: string,
  row: Row | undefined,
  { format, preferences }: { format: Format; preferences: Preferences },
): RestResponse {
  const isInsert = method === "POST";
  const written = Number(row?.["written"] ?? 0);
  const status = isInsert && (written === 0 || Number(row?.["updated"] || 0) < written) ? 201 : 200;
  const shown = method === "PATCH" && written > 0 ? `0-${written - 1}` : "*";
  const range = `${shown}/${preferences.count ? written : "*"}`;
  if (preferences.return === "representation") return answerBody(row, { format, preferences, range }, status);
  return answerEmpty({ preferences, range }, isInsert ? status : 204);
}

export function answerBody(
  row: Row | undefined,
  { format, preferences, range }: { format: Format; preferences: Preferences; range: string },
  status: number,
): RestResponse {
  const body = row?.["body"] ?? "[]";
  const { headers } = answerEmpty({ preferences, range }, status);
  headers["content-type"] = format.contentType;
  return { status, headers, body: format.kind === "object" ? body.slice(1, -1) : body };
}

export function answerEmpty(
  { preferences: { applied }, range }: { preferences: Preferences; range: string },
  status: number,
): RestResponse {
  const headers: Record<string, string> = { "cache-control": "no-store", "content-range": range };
  if (applied) headers["preference-applied"] = applied;
  return { status, headers, body: null };
}

function notOneRow(count: number): RestError {
  return new RestError(
    406,
    "PGRST116",
    "Cannot coerce the result to a single JSON object",
    `The result contains ${count} rows`,
  );
}
