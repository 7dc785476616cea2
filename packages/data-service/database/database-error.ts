import { DatabaseError as ServerError } from "pg";
import { fieldsOf } from "../unknown-value.ts";

/** Error reported by PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/** The database gave no answer in time, or cannot be reached: the same question may be asked again soon. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** For `Retry-After`. A killed backend is replaced at once; a database that was ended is back within seconds. */
export const RETRY_AFTER_SECONDS = 2;

export function isDatabaseError(error: unknown): error is DatabaseError {
  const { code, message } = fieldsOf(error);
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && typeof message === "string";
}

/**
 * Connections that end (57P), that cannot be made (08), a server that has none left (53300), and one that only reads
 * (25006), as a standby does until it takes over.
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

/**
 * Whether a migration beside the transaction undid it: both waited for each other, or it changed a table after the
 * transaction had read its columns. The same transaction succeeds afterwards.
 */
export function isUndoneByMigration(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  return error.code === "40P01" || (/^(42804|0A000)$/.test(error.code) && CHANGED_RESULT.includes(error.message));
}

/** Out of resources (53) or shutting down (57): a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (isDatabaseError(error) && /^(53|57)/.test(error.code));
}

/**
 * Returns the part of an error that the caller may see. Messages about the server itself (disk full, shutdown, damaged
 * files) contain file names and settings, so they stay in the log.
 */
export function toPublicError(error: DatabaseError): DatabaseError {
  if (error.code === "57014") return { code: error.code, message: "The request took too long." };
  return /^(08|53|57|58|F0|XX)/.test(error.code)
    ? { code: error.code, message: "The database can't do this right now. Try again later." }
    : error;
}
