/** Error response of the auth service, with its codes: https://supabase.com/docs/guides/auth/debugging/error-codes */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.extra = extra;
  }

  /**
   * Clients with API version 2024-01-01 get the error code in `code`, older ones in `error_code`, with the status in
   * `code`.
   */
  toJSON(isVersion2024: boolean): Record<string, unknown> {
    return isVersion2024
      ? { code: this.code, message: this.message, ...this.extra }
      : { code: this.status, error_code: this.code, msg: this.message, ...this.extra };
  }
}

export function badJson(): AuthError {
  return new AuthError(400, "bad_json", "Could not parse request body as JSON");
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

export function userBanned(status: 400 | 403): AuthError {
  return new AuthError(status, "user_banned", "User is banned");
}

export function invalidCredentials(): AuthError {
  return new AuthError(400, "invalid_credentials", "Invalid login credentials");
}

export function tooManyRequests(): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
}
