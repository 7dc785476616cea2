import { DatabaseError as ServerError } from "pg";
import { fieldsOf } from "../unknown-value.ts";

/** Error reported by PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/** The database did not respond in time or cannot be reached; the request can be retried soon. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** Seconds for `Retry-After`. A killed backend is replaced at once; a stopped database is back within seconds. */
export const RETRY_AFTER_SECONDS = 2;

export function isDatabaseError(error: unknown): error is DatabaseError {
  const { code, message } = fieldsOf(error);
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && typeof message === "string";
}

/**
 * Lost connections (57P), failed connections (08), no connections left (53300), and a read-only server (25006), such as
 * a standby before it takes over.
 */
const IS_GONE = /^(57P0[1-5]|08...|53300|25006)$/;

/**
 * Classifies an error of the driver: an error from PostgreSQL stays unchanged; a lost, unavailable, or unresponsive
 * connection becomes `DatabaseUnavailable`.
 * @param isReadOnly whether the transaction was requested as read-only; then a rejected write is the caller's error
 */
export function fromDriver(error: unknown, isReadOnly = false): unknown {
  if (error instanceof ServerError) {
    if (isReadOnly && error.code === "25006") return error;
    return IS_GONE.test(error.code ?? "") ? new DatabaseUnavailable(error.message, { cause: error }) : error;
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseUnavailable) {
    return error;
  }
  return error instanceof Error ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}

/** PostgreSQL's messages about rows whose columns changed after the statement was planned. */
const CHANGED_RESULT: readonly string[] = [
  "structure of query does not match function result type",
  "function return row and query-specified return row do not match",
  "table row type and query-specified row type do not match",
  "cached plan must not change result type",
];

/** PostgreSQL's message about a function, view, or type that was dropped after the statement was planned. */
const DROPPED = /^cache lookup failed for (?:function|relation|type) \d+$/;

/**
 * Returns whether a concurrent migration made the transaction fail: by a deadlock, by changing a table whose columns the
 * transaction had already read, or by replacing a function that it was about to call. Repeating the transaction
 * succeeds.
 */
export function isUndoneByMigration(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  if (error.code === "40P01") return true;
  return error.code === "XX000"
    ? DROPPED.test(error.message)
    : /^(42804|0A000)$/.test(error.code) && CHANGED_RESULT.includes(error.message);
}

/** Returns whether the server is out of resources (53), shutting down (57) or unreachable; a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (isDatabaseError(error) && /^(53|57)/.test(error.code));
}

/**
 * Returns the part of an error that the client may see. Messages about the server itself (disk full, shutdown, damaged
 * files) contain file names and settings, so they stay in the log.
 */
export function toPublicError(error: DatabaseError): DatabaseError {
  if (error.code === "57014") return { code: error.code, message: "The request took too long." };
  return /^(08|53|57|58|F0|XX)/.test(error.code)
    ? { code: error.code, message: "The database can't do this right now. Try again later." }
    : error;
}
