import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { isUnreachable } from "#app/values/error-text.ts";
import { authProblem } from "./auth-problem.ts";

const noAnswerText = () => t("An error occurred on token verification.");

/**
 * Verifies a code that the auth service sent; success starts a session.
 * @returns the message on failure, null on success
 */
export async function verifyCode(
  auth: Pick<BrowserData["auth"], "verifyOtp">,
  code: Parameters<BrowserData["auth"]["verifyOtp"]>[0],
): Promise<string | null> {
  try {
    const { data, error } = await auth.verifyOtp(code);
    if (error) {
      // The client reports a response that it cannot parse as a failed fetch.
      const isNoAnswer = error.name === "AuthRetryableFetchError" && !isUnreachable(error);
      return isNoAnswer ? noAnswerText() : authProblem(error);
    }
    if (!data.user) return noAnswerText();
  } catch {
    // The client throws when the response lacks a field that it reads.
    return noAnswerText();
  }
  return null;
}
