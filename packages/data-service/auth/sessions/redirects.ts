import type { AuthError } from "../protocol/auth-error.ts";
import type { SessionAnswer } from "./sessions.ts";

/** OAuth error names by status: RFC 6749, section 4.1.2.1. */
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
    // Reject a user name before "@", which can disguise the host; our URLs have none.
    return isAllowed && url.username === "" && url.password === "" ? url.href : allowed.siteUrl;
  } catch {
    return allowed.siteUrl;
  }
}

/** On a loopback address, any port is allowed: RFC 8252, section 7.3. */
function withoutPort(origin: string): string {
  return origin.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+$/, "$1");
}

/** Adds a PKCE code to the query; it is useless without the verifier. */
export function withAuthCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

/** Adds the session of the implicit flow to the fragment, which browsers do not send to servers. */
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

/** Adds a message for a step that does not log in yet: to the fragment, and for PKCE also to the query. */
export function withMessage(target: string, message: string, isPkce: boolean): string {
  const url = new URL(target);
  if (isPkce) url.searchParams.set("message", message);
  url.hash = new URLSearchParams({ message, sb: "" }).toString();
  return url.href;
}

/** Adds an error to the fragment, and for PKCE also to the query. */
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
