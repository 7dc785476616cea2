import type { BrowserData } from "#app/platform/browser-data.ts";
import { askCaptcha } from "#app/platform/captcha.ts";
import { authProblem } from "./auth-problem.ts";
import { verifyCode } from "./verify-code.ts";

/** Each answers with what stood in the way, to be shown; null when it is done. */
type Refusal = string | null;

/**
 * Has a link sent. Whether there is such an account is not said.
 * @param whenMailIsOff what to do instead, for a shop that cannot send e-mail
 */
export async function askForLink(data: BrowserData, email: string, whenMailIsOff: string): Promise<Refusal> {
  const redirectTo = `${window.location.origin}/auth/reset`;
  const captcha = await askCaptcha();
  const { error } = await data.auth.resetPasswordForEmail(email.trim(), { redirectTo, ...captcha });
  if (error?.code === "email_provider_disabled") return whenMailIsOff;
  return error && authProblem(error);
}

/** Signs in with the six digits of the e-mail. */
export function signInWithCode(data: BrowserData, given: { email: string; code: string }): Promise<Refusal> {
  return verifyCode(data.auth, { type: "recovery", email: given.email.trim(), token: given.code });
}

export async function saveNewPassword(data: BrowserData, password: string): Promise<Refusal> {
  const { error } = await data.auth.updateUser({ password });
  return error && authProblem(error);
}
