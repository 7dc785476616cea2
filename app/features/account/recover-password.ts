import type { BrowserData } from "#app/platform/browser-data.ts";
import { requestCaptchaToken } from "#app/platform/captcha.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { authProblem } from "./auth-problem.ts";
import { verifyCode } from "./verify-code.ts";

/** Message to show on failure; null on success. */
type Rejection = string | null;

/**
 * Sends a password link. The response does not reveal whether the account exists.
 * @param whenMailIsOff message of a store that cannot send email
 */
export async function requestPasswordReset(
  data: BrowserData,
  email: string,
  whenMailIsOff: string,
): Promise<Rejection> {
  const redirectTo = pageAddressHere("/auth/reset");
  const captcha = await requestCaptchaToken();
  const { error } = await data.auth.resetPasswordForEmail(email.trim(), { redirectTo, ...captcha });
  if (error?.code === "email_provider_disabled") return whenMailIsOff;
  return error && authProblem(error);
}

/** Logs in with the six-digit code of the email. */
export function signInWithCode(data: BrowserData, given: { email: string; code: string }): Promise<Rejection> {
  return verifyCode(data.auth, { type: "recovery", email: given.email.trim(), token: given.code });
}

export async function saveNewPassword(data: BrowserData, password: string): Promise<Rejection> {
  const { error } = await data.auth.updateUser({ password });
  return error && authProblem(error);
}
