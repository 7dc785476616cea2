import { errorText } from "#app/values/error-text.ts";

/** Replacements for messages of the auth service that are written for programmers or say too little. */
const WORDS: Record<string, string> = {
  mfa_verification_failed:
    "This code is wrong, or its half minute is over. Type the code that your app shows now; each works once.",
  mfa_challenge_expired: "That took too long. Type the code that your app shows now.",
  mfa_factor_not_found: "This authenticator app is no longer connected. Reload the page.",
  insufficient_aal: "Please log in again with the code of your authenticator app first.",
  reauthentication_needed:
    "Please log in again with the code of your authenticator app first. You have ten minutes then.",
  otp_expired: "This code is wrong, has been used or has expired.",
  current_password_required: "That was a while ago. Please ask for a new link, and choose the password right after it.",
  current_password_invalid: "This is not your current password.",
  reauthentication_not_valid: "The code is wrong, has been used or has expired.",
  over_request_rate_limit: "Too many attempts. Please wait a few minutes and try again.",
  email_exists: "There is an account with this e-mail address already.",
  phone_exists: "There is an account with this phone number already.",
  single_identity_not_deletable: "This is the only way into your account, so it stays.",
  identity_already_exists: "This Google account belongs to an account of this shop already.",
};

/**
 * Returns the message to show for an error of the auth service.
 * @param own messages that fit the place better, by code
 */
export function authProblem(error: Error & { code?: string | undefined }, own: Record<string, string> = {}): string {
  return (error.code !== undefined && (own[error.code] ?? WORDS[error.code])) || errorText(error);
}
