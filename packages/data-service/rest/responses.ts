import type { Context } from "hono";
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

/** Responds with rows and `Content-Range`; 206 when the count exceeds them. */
export function answerRows(
  c: Context,
  row: Row | undefined,
  { format, preferences, query }: { format: Format; preferences: Preferences; query: ParsedQuery },
): Response {
  const count = Number(row?.["n"] ?? 0);
  const total = row?.["total"] == null ? null : Number(row["total"]);
  const offset = query.relations.get("")?.offset ?? 0;
  noteApplied(c, preferences);
  c.header("content-range", `${count === 0 ? "*" : `${offset}-${offset + count - 1}`}/${total ?? "*"}`);
  if (total !== null && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw new RestError(416, "PGRST103", "Requested range not satisfiable", details);
  }
  if (format.kind === "object" && count !== 1) throw notOneRow(count);
  return answerBody(c, row, format, total !== null && count < total ? 206 : 200);
}

/** Responds to a write. */
export function answerWritten(
  c: Context,
  row: Row | undefined,
  { format, preferences }: { format: Format; preferences: Preferences },
): Response {
  const isInsert = c.req.method === "POST";
  const written = Number(row?.["written"] ?? 0);
  const status = isInsert && (written === 0 || Number(row?.["updated"] || 0) < written) ? 201 : 200;
  noteApplied(c, preferences);
  const range = c.req.method === "PATCH" && written > 0 ? `0-${written - 1}` : "*";
  c.header("content-range", `${range}/${preferences.count ? written : "*"}`);
  if (preferences.return === "representation") return answerBody(c, row, format, status);
  return c.body(null, isInsert ? status : 204);
}

export function answerBody(c: Context, row: Row | undefined, format: Format, status: number): Response {
  const body = row?.["body"] ?? "[]";
  return c.body(format.kind === "object" ? body.slice(1, -1) : body, status as 200, {
    "content-type": format.contentType,
  });
}

export function noteApplied(c: Context, { applied }: Preferences): void {
  if (applied) c.header("preference-applied", applied);
}

function notOneRow(count: number): RestError {
  return new RestError(
    406,
    "PGRST116",
    "Cannot coerce the result to a single JSON object",
    `The result contains ${count} rows`,
  );
}
