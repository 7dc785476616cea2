import { NoKey } from "../caller.ts";
import { isDatabaseError } from "../rest/rest-error.ts";
import { InvalidToken } from "../tokens.ts";

/**
 * An answer in the storage service's error shape: the body carries the real status as text, and the HTTP
 * status of most errors is 400, as the real service has it.
 */
export class StorageError extends Error {
  readonly httpStatus: number;
  readonly statusCode: string;
  readonly error: string;

  constructor(statusCode: number, error: string, message: string, httpStatus = 400) {
    super(message);
    this.name = "StorageError";
    this.httpStatus = httpStatus;
    this.statusCode = String(statusCode);
    this.error = error;
  }

  toJSON(): { statusCode: string; error: string; message: string } {
    return { statusCode: this.statusCode, error: this.error, message: this.message };
  }
}

export function objectNotFound(): StorageError {
  return new StorageError(404, "not_found", "Object not found");
}

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof InvalidToken) return new StorageError(401, "Unauthorized", error.message, 401);
  if (error instanceof NoKey)
    return new StorageError(401, "Unauthorized", "No API key found in request", 401);
  if (isDatabaseError(error)) {
    if (error.code === "42501") {
      return new StorageError(403, "Unauthorized", "new row violates row-level security policy");
    }
    if (error.code === "23505") return new StorageError(409, "Duplicate", "The resource already exists");
    if (error.code.startsWith("22")) return new StorageError(400, "InvalidKey", "The name cannot be kept");
  }
  return new StorageError(500, "internal", "Internal Server Error", 500);
}
