import { NoKey } from "../caller.ts";
import { isDatabaseAway, isDatabaseError } from "../database/database-error.ts";
import { InvalidToken } from "../tokens.ts";
import { FilesUnavailable } from "./object-files.ts";

/**
 * Error response of the storage service (supabase/storage, src/internal/errors): the body contains the real status as
 * text, and the HTTP status of most errors is 400, as in Supabase.
 */
export class StorageError extends Error {
  readonly httpStatus: number;
  readonly statusCode: string;
  readonly code: string;
  /** Older name of the error code, if there is one. */
  readonly error: string;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    options: { error?: string; httpStatus?: number } = {},
  ) {
    super(message);
    this.name = "StorageError";
    this.httpStatus = options.httpStatus ?? 400;
    this.statusCode = String(statusCode);
    this.code = code;
    this.error = options.error ?? code;
  }

  toJSON(): { statusCode: string; code: string; error: string; message: string } {
    return { statusCode: this.statusCode, code: this.code, error: this.error, message: this.message };
  }
}

export function objectNotFound(): StorageError {
  return new StorageError(404, "NoSuchKey", "Object not found", { error: "not_found" });
}

export function bucketNotFound(): StorageError {
  return new StorageError(404, "NoSuchBucket", "Bucket not found", { error: "Bucket not found" });
}

export function tooLarge(): StorageError {
  return new StorageError(413, "EntityTooLarge", "The object exceeded the maximum allowed size", {
    error: "Payload too large",
  });
}

/** Error for a body that is rejected unread, with the HTTP status that proxies and clients expect. */
export function bodyTooLarge(): StorageError {
  return new StorageError(413, "EntityTooLarge", "The body is too large", {
    error: "Payload too large",
    httpStatus: 413,
  });
}

export function wrongType(type: string): StorageError {
  return new StorageError(415, "InvalidMimeType", `mime type ${type} is not supported`, { error: "invalid_mime_type" });
}

/** Error for too much work at once; a retry may succeed. */
export function slowDown(): StorageError {
  return new StorageError(503, "SlowDown", "Too many images are waiting to be resized", { httpStatus: 503 });
}

/** Rejects requests to unknown routes. */
export function rejectRoute(): never {
  throw new StorageError(404, "not_found", "Route not found", { httpStatus: 404 });
}

export function invalidRequest(message: string): StorageError {
  return new StorageError(400, "InvalidRequest", message);
}

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof InvalidToken) return unauthorized(error.message);
  // Supabase's message for a missing token.
  if (error instanceof NoKey) return unauthorized("Invalid Compact JWS");
  if (isDatabaseAway(error)) return databaseIsAway();
  if (error instanceof FilesUnavailable) {
    return new StorageError(503, "StorageTimeout", "The stored files do not respond. Try again shortly.", {
      httpStatus: 503,
    });
  }
  if (isDatabaseError(error)) {
    if (error.code === "42501") {
      return new StorageError(403, "AccessDenied", "new row violates row-level security policy", {
        error: "Unauthorized",
      });
    }
    if (error.code === "23505") {
      return new StorageError(409, "ResourceAlreadyExists", "The resource already exists", { error: "Duplicate" });
    }
    if (error.code === "23503") return bucketNotFound();
    if (error.code.startsWith("22") || error.code === "23514") {
      return new StorageError(400, "InvalidKey", "The name or a value cannot be stored");
    }
  }
  return new StorageError(500, "InternalError", "Internal Server Error", { error: "internal", httpStatus: 500 });
}

function databaseIsAway(): StorageError {
  return new StorageError(503, "DatabaseTimeout", "The database does not respond. Try again shortly.", {
    httpStatus: 503,
  });
}

function unauthorized(message: string): StorageError {
  return new StorageError(401, "InvalidJWT", message, { error: "Unauthorized", httpStatus: 401 });
}
