import { REAUTHENTICATING_METHODS, REAUTHENTICATION_SECONDS } from "@calabash/data-service/auth";
import { t } from "#app/messages/t.ts";
import { textIn } from "#app/values/unknown-value.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";

/** Authentication methods from the session's token. */
export type SignInMethods = readonly ({ method: string; timestamp: number } | string)[];

export interface ReauthenticationError {
  status: 400 | 403 | 429;
  body: { error: string; code?: string };
}

/** Body of a 403 for a session that has not completed its account's MFA. */
export const mfaNeeded = () => ({ error: t("Confirm that it's you with a code from your authenticator app first.") });

const passwordNeeded = (): ReauthenticationError => ({
  status: 403,
  body: { error: t("Enter your password, or a code we send you, first."), code: "current_password_required" },
});
const wrongPassword = (): ReauthenticationError => ({
  status: 400,
  body: { error: t("That is not your current password."), code: "current_password_invalid" },
});
const tooMany = (): ReauthenticationError => ({
  status: 429,
  body: { error: t("Too many attempts. Wait a few minutes, then try again.") },
});

/**
 * Checks reauthentication before an irreversible action: the current password, or a login by link, code, or provider
 * within the last ten minutes.
 * @param shown.password empty if none was entered
 * @returns null if reauthenticated; otherwise 403 without a password, 400 for a wrong one, 429 for too many attempts
 */
export async function reauthenticationError(
  data: ShopData,
  user: { id: string; email?: string; phone?: string },
  shown: { methods: SignInMethods; password: string },
): Promise<ReauthenticationError | null> {
  if (isReauthenticated(shown.methods)) return null;
  if (shown.password === "") return passwordNeeded();
  const client = data.forOneSignIn();
  const account = user.email ? { email: user.email } : { phone: user.phone ?? "" };
  const { data: opened, error } = await client.auth.signInWithPassword({ ...account, password: shown.password });
  if (error?.status === 429) return tooMany();
  if (error && (error.status ?? 500) >= 500) throw failed(error);
  if (error) return wrongPassword();
  await client.auth.signOut({ scope: "local" });
  return opened.user.id === user.id ? null : wrongPassword();
}

/** Reads `current_password` from a body; empty if missing. */
export function readPassword(body: unknown): string {
  return textIn(body, "current_password") ?? "";
}

function isReauthenticated(methods: SignInMethods): boolean {
  const since = Date.now() / 1000 - REAUTHENTICATION_SECONDS;
  return methods.some(
    (entry) => typeof entry === "object" && REAUTHENTICATING_METHODS.includes(entry.method) && entry.timestamp > since,
  );
}
