import { NoKey } from "../caller.ts";
import { type DatabaseError, DatabaseUnavailable, isDatabaseError, toPublicError } from "../database/database-error.ts";
import { InvalidToken } from "../tokens.ts";

/** Error response in PostgREST's format: https://docs.postgrest.org/en/stable/references/errors.html */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  /** Text, or JSON where PostgREST lists alternatives. */
  readonly details: unknown;
  readonly hint: string | null;
  /** Headers of the response. */
  headers: Record<string, string> = {};

  constructor(status: number, code: string, message: string, details: unknown = null, hint: string | null = null) {
    super(message);
    this.name = "RestError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
  }

  /** Adds headers to the response. */
  withHeaders(headers: Record<string, string>): this {
    this.headers = headers;
    return this;
  }

  toJSON(): { code: string; details: unknown; hint: string | null; message: string } {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message };
  }
}

/** Error for a request that cannot be parsed or is not implemented. */
export function notUnderstood(what: string, details: unknown = null): RestError {
  return new RestError(400, "PGRST100", what, details);
}

/** Error for a request above a limit, with PostgreSQL's code for exceeded program limits. */
export function tooCostly(what: string, hint: string | null = null): RestError {
  return new RestError(413, "54000", what, null, hint);
}

/**
 * Converts a PostgreSQL error to PostgREST's response.
 * @param isAnonymous gets 401 where logged-in users get 403
 */
function fromDatabaseError(error: DatabaseError, isAnonymous: boolean): RestError {
  const { code, message, detail = null, hint = null } = toPublicError(error);
  return new RestError(statusOf(code, isAnonymous), code, message, detail, hint);
}

/** PostgREST's error for an unavailable connection, but with 503 and a retry time instead of its 504. */
function databaseIsAway(): RestError {
  return new RestError(503, "PGRST003", "The database does not respond. Try again shortly.");
}

const STATUS_BY_CODE: Record<string, number> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  P0001: 400,
  "53400": 500,
};
const STATUS_BY_CLASS: Record<string, number> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 413,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf(code: string, isAnonymous: boolean): number {
  if (code === "42501") return isAnonymous ? 401 : 403;
  // A function of the store can set the status: 'PT409' means 409.
  const named = /^PT([1-5]\d\d)$/.exec(code)?.[1];
  if (named) return Number(named);
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400;
}

/** Converts any error of a call to its response. */
export function toRestError(error: unknown, anonymous: boolean): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof NoKey) {
    return new RestError(
      401,
      "PGRST301",
      "No API key found in request",
      null,
      "No `apikey` request header or url param was found.",
    );
  }
  if (error instanceof InvalidToken) {
    return new RestError(401, error.isExpired ? "PGRST303" : "PGRST301", error.message);
  }
  if (error instanceof DatabaseUnavailable) return databaseIsAway();
  if (isDatabaseError(error)) return fromDatabaseError(error, anonymous);
  return new RestError(500, "PGRSTX00", "The request failed.");
}
