import { isDatabaseAway, isDatabaseError } from "../../database/database-error.ts";
import { InvalidToken } from "../../tokens.ts";
import { AuthError } from "./auth-error.ts";

/** Maps any error to one that the client may see. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof InvalidToken) {
    return new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
  // The request contains a character that PostgreSQL cannot store (a zero byte).
  if (isDatabaseError(error) && error.code.startsWith("22")) {
    return new AuthError(400, "validation_failed", "The request contains text that cannot be stored");
  }
  // After a 503, clients keep their session and retry; a 500 would log users out.
  if (isDatabaseAway(error)) {
    return new AuthError(503, "request_timeout", "Processing this request timed out, please retry after a moment.");
  }
  return new AuthError(500, "unexpected_failure", "Unexpected failure, please check server logs for more information");
}
