import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { errorText, isUnreachable } from "#app/values/error-text.ts";

/** Messages of the auth service for users, in their language. */
const messages = (): Record<string, string> => ({
  mfa_verification_failed: t("That code is wrong or expired. Enter the code your app shows now. Each code works once."),
  mfa_challenge_expired: t("That took too long. Enter the code your app shows now."),
  mfa_factor_not_found: t("This authenticator app is no longer connected. Reload the page."),
  insufficient_aal: t("Log in again with a code from your authenticator app first."),
  reauthentication_needed: t("Log in again with a code from your authenticator app. Then you have ten minutes."),
  otp_expired: t("That code is wrong, used, or expired. Ask for a new one."),
  current_password_required: t("That took too long. Ask for a new link, then choose your password right away."),
  current_password_invalid: t("That is not your current password."),
  reauthentication_not_valid: t("That code is wrong, used, or expired. Ask for a new one."),
  over_request_rate_limit: t("Too many attempts. Wait a few minutes, then try again."),
  over_email_send_rate_limit: t("Too many attempts. Wait a few minutes, then try again."),
  over_sms_send_rate_limit: t("Too many attempts. Wait a few minutes, then try again."),
  sms_send_failed: t("We couldn't send the text. Try again, or use another number."),
  invalid_credentials: t("Invalid login credentials"),
  same_password: t("New password should be different from the old password."),
  signup_disabled: t("We can't create accounts right now. Call us."),
  user_already_exists: t("This email address already has an account."),
  email_exists: t("This email address already has an account."),
  phone_exists: t("This phone number already has an account."),
  user_banned: t("This account is closed. Call us if you need help."),
  single_identity_not_deletable: t("You can't disconnect your only way to log in."),
  identity_already_exists: t("This Google account is connected to another account here."),
});

/**
 * Returns the message to show for an error of the auth service.
 * @param own more specific messages, by error code
 */
export function authProblem(error: Error & { code?: string | undefined }, own: Record<string, string> = {}): string {
  const { code = "" } = error;
  return own[code] ?? messages()[code] ?? validationText(error.message) ?? errorText(error);
}

/** Returns the text for a rejected value, whose error code does not tell which rule it breaks; null for others. */
function validationText(message: string): string | null {
  const count = /\d+/.exec(message)?.[0] ?? "";
  const texts: readonly (readonly [rule: RegExp, text: string])[] = [
    [/^Password is known/, t("Password is known to be weak and easy to guess, please choose a different one.")],
    [/^Password should/, t("Password must be at least {minLength} characters long", { minLength: count })],
    [/^Password cannot/, t("A password can have {count} characters at most", { count })],
    [/^Unable to validate email/, t("Please enter a valid email address")],
    [/^Invalid phone number/, t("Phone number must be 10 digits")],
  ];
  return texts.find(([rule]) => rule.test(message))?.[1] ?? null;
}

/** @throws Error with the message for users */
export function checkAuth(
  { error }: { error: (Error & { code?: string | undefined }) | null },
  own?: Record<string, string>,
): void {
  if (error) throw new Error(authProblem(error, own), { cause: error });
}

const noAnswerText = () => t("An error occurred on token verification.");

/** Verifies a code that the auth service sent; success starts a session. @throws Error with the message for users */
export async function verifyCode(
  auth: Pick<BrowserData["auth"], "verifyOtp">,
  code: Parameters<BrowserData["auth"]["verifyOtp"]>[0],
): Promise<void> {
  // The client throws when the response lacks a field that it reads.
  const answer = await auth.verifyOtp(code).catch(() => null);
  const error = answer?.error ?? null;
  // The client reports a response that it cannot parse as a failed fetch.
  const isNoAnswer = error?.name === "AuthRetryableFetchError" && !isUnreachable(error);
  if (!answer || isNoAnswer || (!error && !answer.data.user)) throw new Error(noAnswerText());
  checkAuth({ error });
}
