/** State of the page behind the link of a password email. */
export type ResetLink =
  | { kind: "ready"; email: string }
  /** Used before, or older than an hour. */
  | { kind: "over" }
  /** The browser that asked keeps the other half of the link. */
  | { kind: "other-browser" }
  /** The shop could not be asked. */
  | { kind: "unanswered" }
  /** Nobody came by a link. */
  | { kind: "missing" };

const NOT_ANSWERED = ["AuthRetryableFetchError", "AuthUnknownError"];

/**
 * Reads how a visitor arrived. The auth client has already tried what the address carries: after a success
 * it takes the code out, so a code that still stands there was refused, or never tried.
 * @param arrival.address of the browser now, whole
 * @param arrival.error what the auth client stumbled over
 * @param arrival.email of the session, if there is one: it may be older than the link
 */
export function readResetLink(arrival: {
  address: string;
  error: { name: string } | null;
  email: string | null;
}): ResetLink {
  const { searchParams, hash } = new URL(arrival.address);
  const carries = (name: string) => searchParams.has(name) || new URLSearchParams(hash.slice(1)).has(name);
  if (carries("error") || carries("error_code")) return { kind: "over" };
  if (carries("code")) {
    if (!arrival.error) return { kind: "other-browser" };
    return { kind: NOT_ANSWERED.includes(arrival.error.name) ? "unanswered" : "over" };
  }
  return arrival.email === null ? { kind: "missing" } : { kind: "ready", email: arrival.email };
}
