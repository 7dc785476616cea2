import type { BrowserData } from "#app/platform/browser-data.ts";
import { requestCaptchaToken } from "#app/platform/captcha.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { checkAuth, verifyCode } from "./auth-problem.ts";

/**
 * Sends a password link. The response does not reveal whether the account exists.
 * @param whenMailIsOff message of a store that cannot send email
 */
export async function requestPasswordReset(data: BrowserData, email: string, whenMailIsOff: string): Promise<void> {
  const redirectTo = pageAddressHere("/auth/reset");
  const captcha = await requestCaptchaToken();
  const answer = await data.auth.resetPasswordForEmail(email.trim(), { redirectTo, ...captcha });
  checkAuth(answer, { email_provider_disabled: whenMailIsOff });
}

/** Logs in with the six-digit code of the email. */
export function signInWithCode(data: BrowserData, given: { email: string; code: string }): Promise<void> {
  return verifyCode(data.auth, { type: "recovery", email: given.email.trim(), token: given.code });
}

export async function saveNewPassword(data: BrowserData, password: string): Promise<void> {
  checkAuth(await data.auth.updateUser({ password }));
}

/** State of the page that a password reset link opens. */
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
 * Parses the URL of a password reset link. The auth client has already tried the code and removes it on success, so a
 * code that is still there was rejected or never tried.
 * @param landing.address the browser's full current URL
 * @param landing.error error of the auth client
 * @param landing.email email of the session, which may be older than the link; null without one
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
