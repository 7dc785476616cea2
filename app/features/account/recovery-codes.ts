import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { authProblem } from "./auth-problem.ts";
import { verifyMfa } from "./mfa.ts";

/**
 * Returns the number of unused recovery codes.
 * @throws when the auth service cannot be reached, or has no recovery codes
 */
export async function countRecoveryCodes(data: BrowserData): Promise<number> {
  const answer = await data.fetchAuth("/factors/recovery-codes");
  if (!answer.ok) throw new Error(`The auth service responded ${answer.status}.`);
  return ((await answer.json()) as { remaining: number }).remaining;
}

/** Creates ten recovery codes, which replace all earlier ones. */
export async function makeRecoveryCodes(data: BrowserData): Promise<string[]> {
  const answer = await data.fetchAuth("/factors/recovery-codes", { method: "POST" });
  const body = (await answer.json().catch(() => ({}))) as { codes?: string[]; error_code?: string };
  if (answer.ok && body.codes) return body.codes;
  const message = t("We couldn't create recovery codes. Try again.");
  throw new Error(authProblem({ name: "AuthError", message, code: body.error_code }));
}

/** Submits a recovery code instead of the app's code. */
export function showRecoveryCode(data: BrowserData, factorId: string, code: string): Promise<void> {
  return verifyMfa(data, factorId, code, {
    mfa_verification_failed: t("That recovery code is wrong or already used."),
    mfa_challenge_expired: t("That took too long. Try again."),
  });
}

/** Returns a warning when two or fewer codes are left; otherwise null. */
export function fewCodesWarning(left: number): string | null {
  if (left > 2) return null;
  if (left === 0) return t("You have no recovery codes. If you lose your phone, you can't log in.");
  return t(
    "{left, plural, one {Only one recovery code is left. Create new codes before you run out.} other {Only # recovery codes are left. Create new codes before you run out.}}",
    { left },
  );
}

/** Returns the text file of new recovery codes. */
export function recoveryCodesText(codes: readonly string[], shopName: string, sign: string): string {
  return [
    t("Recovery codes for {shopName}, {sign}", { shopName, sign }),
    t("Each code works once, instead of a code from your authenticator app."),
    "",
    ...codes,
    "",
  ].join("\n");
}
