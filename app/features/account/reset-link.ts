/** State of the page behind the link of a password email. */
export type ResetLink =
  | { kind: "ready"; email: string }
  /** Used before, or older than an hour. */
  | { kind: "over" }
  /** The PKCE verifier is in the browser that requested the link. */
  | { kind: "other-browser" }
  /** The request failed. */
  | { kind: "unanswered" }
  /** The page was opened without a link. */
  | { kind: "missing" };

const NOT_ANSWERED = ["AuthRetryableFetchError", "AuthUnknownError"];

/**
 * Parses the URL of a password link. The auth client has already tried it and removes the code after a success, so a
 * remaining code was rejected, or never tried.
 * @param arrival.address the browser's whole current URL
 * @param arrival.error error of the auth client
 * @param arrival.email of the session, which may be older than the link; null without one
 */
export function readResetLink(landing: {
  address: string;
  error: { name: string } | null;
  email: string | null;
}): ResetLink {
  const { searchParams, hash } = new URL(landing.address);
  const carries = (name: string) => searchParams.has(name) || new URLSearchParams(hash.slice(1)).has(name);
  if (carries("error") || carries("error_code")) return { kind: "over" };
  if (carries("code")) {
    if (!landing.error) return { kind: "other-browser" };
    return { kind: NOT_ANSWERED.includes(landing.error.name) ? "unanswered" : "over" };
  }
  return landing.email === null ? { kind: "missing" } : { kind: "ready", email: landing.email };
}
