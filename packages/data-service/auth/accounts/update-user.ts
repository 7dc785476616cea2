import type { Context } from "hono";
import type { TransactionSql } from "../../database/connect.ts";
import { isJsonObject } from "../../database/json-object.ts";
import { sendNotice } from "../messages/notices.ts";
import {
  countMail,
  countText,
  prepareText,
  requirePhone,
  sendAuthMails,
  sendText,
} from "../messages/one-time-messages.ts";
import { voidOneTimeTokens } from "../messages/one-time-tokens.ts";
import { requireMfa } from "../mfa/factors.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { optionalText, parseBody } from "../protocol/request-body.ts";
import {
  checkCurrentPassword,
  readReauthentication,
  requireRecentReauthentication,
} from "../reauthentication/recent-reauthentication.ts";
import type { AuthMail, AuthText } from "../service/auth-mail.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { readCodeChallenge } from "../sessions/pkce.ts";
import { endSessions } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/signed-in.ts";
import { parseEmail, parsePhone } from "../users/addresses.ts";
import { checkPasswordRules, hashPassword, passwordMatches } from "../users/passwords.ts";
import { describeUser } from "../users/user-response.ts";
import { findUserByEmail, findUserById, findUserByPhone, type UserRow } from "../users/users.ts";
import { addressExists, confirmPhoneChange, startEmailChange } from "./email-change.ts";
import { requireReauthentication } from "./reauthentication.ts";
import { requireTextChannel } from "./sign-up.ts";

type Changes = Awaited<ReturnType<typeof readChanges>>;

/**
 * `PUT /user`: changes the password, which logs the user out everywhere else; the email address or phone number, once
 * it is confirmed; and metadata, merged by key, where null removes a key.
 * @throws AuthError 422 weak_password, same_password, email_exists, phone_exists, reauthentication_not_valid; 400
 * validation_failed, reauthentication_needed, current_password_required, current_password_invalid; 403 not_admin; and
 * those of sending messages
 */
export async function updateUser(
  context: ServiceContext,
  signedIn: SignedIn,
  c: Context,
): Promise<Record<string, unknown>> {
  const { sql, settings } = context;
  const { user } = signedIn;
  const body = await parseBody(c);
  const [redirectTo, client] = [context.redirectTarget(c), context.clientOf(c)];
  const changes = await readChanges(context, signedIn, { body, address: client.address });
  const { email, phone } = changes;
  if (email) {
    if (await findUserByEmail(sql, email)) throw addressExists("email");
    await countMail(context, "email_change_new", email, client.address);
  }
  if (phone) {
    if (await findUserByPhone(sql, phone)) throw addressExists("phone");
    if (settings.confirmPhone) await countText(context, "phone_change", phone, client.address);
  }
  const sent = await sql.begin(async (transaction) => {
    await applyAtOnce(transaction, signedIn, changes);
    let mails: AuthMail[] = [];
    let text: AuthText | null = null;
    if (email) {
      mails = await startEmailChange(transaction, context, { user, email, redirectTo, challenge: changes.challenge });
    }
    if (phone && settings.confirmPhone) {
      await transaction`update auth.users set phone_change = ${phone} where id = ${user.id}`;
      text = await prepareText(transaction, context, { user, kind: "phone_change", to: phone });
    } else if (phone) {
      await confirmPhoneChange(transaction, user, phone);
    }
    return { mails, text };
  });
  sendAuthMails(context, sent.mails);
  if (changes.encryptedPassword !== null) sendNotice(context, "password_changed", { to: user.email });
  if (sent.text) await sendText(context, sent.text);
  return describeUser(sql, (await findUserById(sql, user.id)) ?? user);
}

async function readChanges(
  context: ServiceContext,
  signedIn: SignedIn,
  { body, address }: { body: Record<string, unknown>; address: string | null },
) {
  const { user } = signedIn;
  const { settings } = context;
  if (body["app_metadata"] != null) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  const metadata = body["data"] ?? {};
  if (!isJsonObject(metadata)) throw validationFailed("data must be an object");
  const email = optionalText(body, "email") === "" ? null : parseEmail(body["email"]);
  const phone = optionalText(body, "phone") === "" ? null : parsePhone(optionalText(body, "phone"));
  const password = optionalText(body, "password");
  if (password !== "" || (email && email !== user.email) || (phone && phone !== user.phone)) {
    if (user.is_sso_user) throw managedElsewhere();
    await requireMfa(context.sql, signedIn);
  }
  if (phone) {
    requirePhone(context, "Unsupported phone provider");
    requireTextChannel(body);
  }
  const challenge = readCodeChallenge(body);
  const reauthentication = readReauthentication(body, password === "" ? "address" : "password", address);
  if (password !== "") await checkPasswordRules(password, settings);
  // If the old mailbox must confirm the new address, that counts as reauthentication.
  const isMailboxConfirmation = settings.doubleConfirmEmailChange && user.email !== null;
  const isWayInChanged =
    password !== "" || (phone && phone !== user.phone) || (email && email !== user.email && !isMailboxConfirmation);
  if (settings.requireCurrentPassword && isWayInChanged)
    await requireRecentReauthentication(context, signedIn, reauthentication);
  else if (reauthentication.currentPassword !== "" && password !== "" && user.encrypted_password) {
    await checkCurrentPassword(context, user, reauthentication);
  }
  if (password !== "") {
    await context.passwordChangeLimiter.count(user.id, address);
    // A nonce works only once, and was used above.
    const isReauthenticated = settings.requireCurrentPassword && reauthentication.nonce !== "";
    if (settings.securePasswordChange && !isReauthenticated)
      await requireReauthentication(context, signedIn, reauthentication);
  }
  return {
    encryptedPassword: password === "" ? null : await encryptNewPassword(context, user, { password, address }),
    metadata,
    email: email === user.email ? null : email,
    phone: phone === user.phone ? null : phone,
    challenge,
  };
}

function managedElsewhere(): AuthError {
  const message = "Updating email, phone, password of a SSO account only possible via SSO";
  return new AuthError(422, "user_sso_managed", message);
}

async function encryptNewPassword(
  { settings: { passwordCost } }: ServiceContext,
  user: UserRow,
  { password, address }: { password: string; address: string | null },
): Promise<string> {
  if (user.encrypted_password && (await passwordMatches(password, user.encrypted_password, address, passwordCost))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return hashPassword(password, address, passwordCost);
}

async function applyAtOnce(
  sql: TransactionSql,
  { user, sessionId }: SignedIn,
  { encryptedPassword, metadata }: Changes,
): Promise<void> {
  if (encryptedPassword !== null) {
    await sql`update auth.users set encrypted_password = ${encryptedPassword} where id = ${user.id}`;
    await voidOneTimeTokens(sql, user.id);
    await endSessions(sql, "others", user.id, sessionId);
  }
  const removed = Object.keys(metadata).filter((name) => metadata[name] === null);
  await sql`
    update auth.users set
      raw_user_meta_data =
        (raw_user_meta_data || ${sql.json(metadata)}::jsonb) - ${removed}::text[],
      updated_at = now()
    where id = ${user.id}`;
}
