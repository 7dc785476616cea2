import type { BrowserData } from "#app/platform/browser-data.ts";
import { forgetReads } from "#app/platform/reads.ts";
import { authProblem } from "./auth-problem.ts";

/** An authenticator app that the account knows. */
export interface Authenticator {
  id: string;
  name: string;
}

/** Whether the account has a second step that this session has not taken. */
export async function isSecondStepDue(data: BrowserData): Promise<boolean> {
  const { data: level } = await data.auth.mfa.getAuthenticatorAssuranceLevel();
  return level?.nextLevel === "aal2" && level.currentLevel !== "aal2";
}

/** What a person may show as the second step. */
export interface SecondStep {
  authenticators: readonly Authenticator[];
  hasRecoveryCodes: boolean;
}

/** @throws when the auth service cannot be reached */
export async function readSecondStep(data: BrowserData): Promise<SecondStep> {
  const [authenticators, settings] = await Promise.all([listAuthenticators(data), data.readAuthSettings()]);
  return { authenticators, hasRecoveryCodes: settings.mfa_recovery_codes_enabled === true };
}

/** @throws when the auth service cannot be reached */
export async function listAuthenticators(data: BrowserData): Promise<Authenticator[]> {
  const { data: factors, error } = await data.auth.mfa.listFactors();
  if (error) throw error;
  return factors.totp.map(({ id, friendly_name: name }) => ({ id, name: name || "Authenticator app" }));
}

/** What a new authenticator app has to learn. */
export interface Enrolment {
  factorId: string;
  /** An address of a drawing. */
  qrCode: string;
  secret: string;
}

/**
 * Begins with a new authenticator app; what was begun before and not finished is thrown away.
 * @param shopName stands in the app
 */
export async function enrolAuthenticator(
  data: BrowserData,
  shopName: string,
): Promise<{ kind: "begun"; enrolment: Enrolment } | { kind: "refused"; message: string }> {
  const { data: factors } = await data.auth.mfa.listFactors();
  for (const { id, status } of factors?.all ?? []) {
    if (status === "unverified") await data.auth.mfa.unenroll({ factorId: id });
  }
  const taken = new Set(factors?.totp.map(({ friendly_name: name }) => name));
  const friendlyName = freeName(taken);
  const { data: made, error } = await data.auth.mfa.enroll({
    factorType: "totp",
    issuer: shopName,
    friendlyName,
  });
  if (error) return { kind: "refused", message: authProblem(error) };
  return {
    kind: "begun",
    enrolment: { factorId: made.id, qrCode: made.totp.qr_code, secret: made.totp.secret },
  };
}

/**
 * Shows a code: of a known authenticator at login, of a new one to finish with it.
 * @param words for what may stand in the way, by the service's code of it
 */
export async function takeSecondStep(
  data: BrowserData,
  factorId: string,
  code: string,
  words: Record<string, string> = {},
): Promise<string | null> {
  const { error } = await data.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) return authProblem(error, words);
  forgetReads();
  return null;
}

export async function removeAuthenticator(data: BrowserData, factorId: string): Promise<string | null> {
  const { error } = await data.auth.mfa.unenroll({ factorId });
  if (error) return authProblem(error);
  // The token still says that the second step was taken.
  await data.auth.refreshSession();
  return null;
}

function freeName(taken: ReadonlySet<string | undefined>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? "Authenticator app" : `Authenticator app ${number}`;
    if (!taken.has(name)) return name;
  }
}
