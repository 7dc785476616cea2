import type { AuthError } from "../protocol/auth-error.ts";
import type { SessionAnswer } from "./sessions.ts";

/** The words of OAuth for a status: RFC 6749, section 4.1.2.1. */
const OAUTH_ERRORS: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/**
 * Returns the requested redirect target if its origin is allowed, otherwise the site itself.
 * @param allowed.origins as in `https://shop.example`
 */
export function allowedTarget(
  requested: string | undefined,
  allowed: { siteUrl: string; origins: readonly string[] },
): string {
  if (!requested) return allowed.siteUrl;
  try {
    const url = new URL(requested);
    const origins = [new URL(allowed.siteUrl).origin, ...allowed.origins];
    const isAllowed = origins.some((each) => withoutPort(each) === withoutPort(url.origin));
    // A name before the "@" dresses up an address; ours have none.
    return isAllowed && url.username === "" && url.password === "" ? url.href : allowed.siteUrl;
  } catch {
    return allowed.siteUrl;
  }
}

/** On a loopback address, any port is allowed: RFC 8252, section 7.3. */
function withoutPort(origin: string): string {
  return origin.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+$/, "$1");
}

/** PKCE: the code stands in the query, worth nothing without its verifier. */
export function withAuthCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

/** Implicit flow: the session stands in the fragment, which no server sees. */
export function withSession(target: string, session: SessionAnswer, type?: string): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: "",
    token_type: session.token_type,
    ...(type === undefined ? {} : { type }),
  }).toString();
  return url.href;
}

/** Nothing to sign in with yet, only something to say: in the fragment, for PKCE also in the query. */
export function withMessage(target: string, message: string, isPkce: boolean): string {
  const url = new URL(target);
  if (isPkce) url.searchParams.set("message", message);
  url.hash = new URLSearchParams({ message, sb: "" }).toString();
  return url.href;
}

/** The refusal stands in the fragment, for PKCE also in the query. */
export function withError(target: string, error: AuthError, isPkce: boolean): string {
  const url = new URL(target);
  const details = {
    error: OAUTH_ERRORS[error.status] ?? "server_error",
    error_code: error.code,
    error_description: error.message,
  };
  if (isPkce) for (const [name, value] of Object.entries(details)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...details, sb: "" }).toString();
  return url.href;
}
