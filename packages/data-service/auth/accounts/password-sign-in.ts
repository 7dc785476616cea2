import { requirePhone } from "../messages/one-time-messages.ts";
import { AuthError, invalidCredentials, userBanned, validationFailed } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import type { AuthRequest, ServiceContext } from "../service/service-context.ts";
import { openSession, type SessionAnswer } from "../sessions/sessions.ts";
import { parsePhone } from "../users/addresses.ts";
import { passwordMatches } from "../users/passwords.ts";
import { findUserByEmail, findUserByPhone, isBanned } from "../users/users.ts";

/**
 * `POST /token?grant_type=password`: logs in by email address or phone number.
 * @throws AuthError 400 invalid_credentials, user_banned, email_not_confirmed, phone_not_confirmed,
 * phone_provider_disabled, validation_failed; 429 over_request_rate_limit
 */
export async function signInWithPassword(
  context: ServiceContext,
  { body, client }: AuthRequest,
): Promise<SessionAnswer> {
  const { sql, sessions, passwordLimiter } = context;
  const [givenEmail, givenPhone] = [optionalText(body, "email"), optionalText(body, "phone")];
  const { password } = body;
  if (givenEmail !== "" && givenPhone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on login.");
  }
  if (givenPhone !== "") requirePhone(context, "Phone logins are disabled");
  if ((givenEmail === "" && givenPhone === "") || typeof password !== "string") throw invalidCredentials();
  const isEmail = givenEmail !== "";
  const account = isEmail ? givenEmail.trim().toLowerCase().slice(0, 320) : parsePhone(givenPhone);
  const user = await passwordLimiter.attempt(account, client.address, async () => {
    const found = await (isEmail ? findUserByEmail : findUserByPhone)(sql, account);
    const hashed = found?.encrypted_password ?? null;
    const matches = await passwordMatches(password, hashed, client.address, context.settings.passwordCost);
    if (!found || !matches) throw invalidCredentials();
    if (isBanned(found)) throw userBanned(400);
    return found;
  });
  if (isEmail && !user.email_confirmed_at) {
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  if (!isEmail && !user.phone_confirmed_at) {
    throw new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
  }
  return sql.begin((transaction) => openSession(transaction, sessions, user, { ...client, method: "password" }));
}
