import { REAUTHENTICATING_METHODS, REAUTHENTICATION_SECONDS } from "@calabash/data-service/auth";
import { t } from "#app/messages/t.ts";
import { textIn } from "#app/values/unknown-value.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { loginNeeded, Rejection } from "./caller.ts";

/** Authentication methods from the session's token. */
type SignInMethods = readonly ({ method: string; timestamp: number } | string)[];

/** Body of a 403 for a session that has not completed its account's MFA. */
const mfaNeeded = () => ({ error: t("Confirm that it's you with a code from your authenticator app first.") });

const passwordNeeded = () =>
  new Rejection(403, {
    error: t("Enter your password, or a code we send you, first."),
    code: "current_password_required",
  });
const wrongPassword = () =>
  new Rejection(400, { error: t("That is not your current password."), code: "current_password_invalid" });
const tooMany = () => new Rejection(429, { error: t("Too many attempts. Wait a few minutes, then try again.") });

/**
 * Returns the user of a token and the authentication methods of its session.
 * @throws Rejection 401 without a valid token of an active session, 403 if the account has MFA and this session has not
 * completed it
 */
export async function requireVerifiedUser(data: ShopData, token: string) {
  // Trust the token's claims only after the auth service has verified its signature and session.
  const found = await data.public.auth.getUser(token);
  // 403 means a bad token, 400 an expired session.
  if (found.error) throw isRejected(found.error) ? new Rejection(401, loginNeeded()) : failed(found.error);
  const level = await data.public.auth.mfa.getAuthenticatorAssuranceLevel(token);
  if (level.error) throw failed(level.error);
  // Required even where MFA is optional: for an account with MFA, the password alone is not enough.
  if (level.data.currentLevel !== level.data.nextLevel) throw new Rejection(403, mfaNeeded());
  return { user: found.data.user, methods: level.data.currentAuthenticationMethods };
}

/**
 * Checks reauthentication before an irreversible action: the current password, or a login by link, code, or provider
 * within the last ten minutes.
 * @param body with `current_password`
 * @throws Rejection 403 without a password, 400 for a wrong one, 429 for too many attempts
 */
export async function requireReauthentication(
  data: ShopData,
  { user, methods }: { user: { id: string; email?: string; phone?: string }; methods: SignInMethods },
  body: unknown,
): Promise<void> {
  if (isReauthenticated(methods)) return;
  const password = textIn(body, "current_password") ?? "";
  if (password === "") throw passwordNeeded();
  const client = data.forOneSignIn();
  const account = user.email ? { email: user.email } : { phone: user.phone ?? "" };
  const { data: opened, error } = await client.auth.signInWithPassword({ ...account, password });
  if (error?.status === 429) throw tooMany();
  if (error) throw isRejected(error) ? wrongPassword() : failed(error);
  await client.auth.signOut({ scope: "local" });
  if (opened.user.id !== user.id) throw wrongPassword();
}

/** Returns whether the auth service rejected a request; one that did not reach it has the status 0. */
function isRejected({ status = 0 }: { status?: number | undefined }): boolean {
  return status >= 400 && status < 500;
}

function isReauthenticated(methods: SignInMethods): boolean {
  const since = Date.now() / 1000 - REAUTHENTICATION_SECONDS;
  return methods.some(
    (entry) => typeof entry === "object" && REAUTHENTICATING_METHODS.includes(entry.method) && entry.timestamp > since,
  );
}
