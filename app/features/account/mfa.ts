import { t } from "#app/messages/t.ts";
import type { BrowserData, User } from "#app/platform/browser-data.ts";
import { readWithRetries } from "#app/platform/reads.ts";
import { checkAuth } from "./auth-problem.ts";
import {
  attributesOf,
  needsReauthentication,
  type ReauthenticatedChange,
  type ReauthenticationInput,
  requestReauthentication,
} from "./reauthentication.ts";

/** An authenticator app connected to the account. */
export type Authenticator = { id: string; name: string };

/** Returns whether the account has MFA that this session has not passed. */
export async function isMfaDue(data: BrowserData): Promise<boolean> {
  const { data: level } = await data.auth.mfa.getAuthenticatorAssuranceLevel();
  return level?.nextLevel === "aal2" && level.currentLevel !== "aal2";
}

/** MFA methods of the account. */
export type MfaState = { authenticators: readonly Authenticator[]; hasRecoveryCodes: boolean };

/** Reads the MFA methods of the account. @throws when the auth service cannot be reached */
export async function readMfa(data: BrowserData): Promise<MfaState> {
  const [authenticators, settings] = await Promise.all([listAuthenticators(data), data.readAuthSettings()]);
  return { authenticators, hasRecoveryCodes: settings.mfa_recovery_codes_enabled === true };
}

/** @throws when the auth service cannot be reached */
export function listAuthenticators(data: BrowserData): Promise<Authenticator[]> {
  return readWithRetries(["authenticators"], async () => {
    const { data: found, error } = await data.auth.getUser();
    if (error) throw error;
    return authenticatorsOf(found.user);
  });
}

/** Returns the authenticator apps of a user that the auth service returned. */
export function authenticatorsOf({ factors = [] }: User): Authenticator[] {
  return factors
    .filter(({ factor_type, status }) => factor_type === "totp" && status === "verified")
    .map(({ id, friendly_name: name }) => ({ id, name: name || t("Authenticator app") }));
}

/** Data to set up a new authenticator app. */
export interface Enrollment {
  factorId: string;
  /** `data:` URL of an SVG image. */
  qrCode: string;
  secret: string;
}

export type StartedEnrollment =
  | ReauthenticatedChange<{ enrollment: Enrollment }>
  /** The user must reauthenticate first. */
  | { kind: "proof-needed" };

/**
 * Starts to set up an authenticator app; an unfinished earlier attempt is discarded.
 * @param shopName shown in the app
 * @param reauthentication null for the first attempt, which sends no code
 */
export async function enrollAuthenticator(
  data: BrowserData,
  shopName: string,
  reauthentication: ReauthenticationInput | null,
): Promise<StartedEnrollment> {
  const { data: factors } = await data.auth.mfa.listFactors();
  for (const { id, status } of factors?.all ?? []) {
    if (status === "unverified") await data.auth.mfa.unenroll({ factorId: id });
  }
  const taken = new Set(factors?.totp.map(({ friendly_name: name }) => name));
  // Calls the API directly, because the auth client drops the reauthentication attributes.
  const answer = await data.fetchAuth("/factors", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      factor_type: "totp",
      issuer: shopName,
      friendly_name: freeName(taken),
      ...(reauthentication === null ? {} : attributesOf(reauthentication)),
    }),
  });
  const made = (await answer.json().catch(() => ({}))) as EnrollmentAnswer;
  if (answer.ok && made.id && made.totp) {
    const { qr_code: drawing, secret } = made.totp;
    const qrCode = `data:image/svg+xml;utf-8,${encodeURIComponent(drawing)}`;
    return { kind: "done", enrollment: { factorId: made.id, qrCode, secret } };
  }
  const message = t("We couldn't set up two-step verification. Try again.");
  const error = { name: "AuthError", message, code: made.error_code };
  return reauthentication === null && needsReauthentication(error)
    ? { kind: "proof-needed" }
    : requestReauthentication(data, error);
}

type EnrollmentAnswer = { id?: string; totp?: { qr_code: string; secret: string }; error_code?: string };

/**
 * Verifies a code of a connected authenticator app at login, or of a new one to finish its setup.
 * @param words messages by error code
 */
export async function verifyMfa(
  data: BrowserData,
  factorId: string,
  code: string,
  words: Record<string, string> = {},
): Promise<void> {
  checkAuth(await data.auth.mfa.challengeAndVerify({ factorId, code }), words);
}

export async function removeAuthenticator(data: BrowserData, factorId: string): Promise<void> {
  checkAuth(await data.auth.mfa.unenroll({ factorId }));
  // Refreshes the access token, which still claims that MFA was passed.
  await data.auth.refreshSession();
}

function freeName(taken: ReadonlySet<string | undefined>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? t("Authenticator app") : t("Authenticator app {number}", { number });
    if (!taken.has(name)) return name;
  }
}
