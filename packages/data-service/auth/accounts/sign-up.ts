import type { TransactionSql } from "../../database/connect.ts";
import { isJsonObject } from "../../database/json-object.ts";
import {
  countMail,
  countText,
  prepareMails,
  prepareText,
  requirePhone,
  sendAuthMails,
  sendText,
} from "../messages/one-time-messages.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import type { AuthMail, AuthText } from "../service/auth-mail.ts";
import type { AuthRequest, ServiceContext } from "../service/service-context.ts";
import { type CodeChallenge, readCodeChallenge } from "../sessions/pkce.ts";
import { openSession, type SessionAnswer } from "../sessions/sessions.ts";
import { parseEmail, parsePhone } from "../users/addresses.ts";
import { checkPasswordRules, hashPassword } from "../users/passwords.ts";
import { userResponse } from "../users/user-response.ts";
import {
  addUser,
  findUserByEmail,
  findUserByPhone,
  listIdentities,
  USER_COLUMNS,
  type UserRow,
} from "../users/users.ts";

type Person = { email: string; phone: null } | { email: null; phone: string };

/**
 * `POST /signup`: creates an account, and a session unless the address must be confirmed first. In that case, an
 * address that is already confirmed gets the same response as a new one, with a fake user, and no message.
 * @throws AuthError 400 validation_failed, phone_provider_disabled; 422 signup_disabled, weak_password,
 * user_already_exists; 429 over_request_rate_limit, over_email_send_rate_limit, over_sms_send_rate_limit
 */
export async function signUp(
  context: ServiceContext,
  { body, redirectTo, client }: AuthRequest,
): Promise<SessionAnswer | Record<string, unknown>> {
  const { sql, settings } = context;
  if (settings.disableSignup) throw signUpDisabled();
  const person = readPerson(context, body);
  const challenge = readCodeChallenge(body);
  if (person.phone && challenge) throw validationFailed("PKCE not supported for phone signups");
  const password = await readPassword(context, body);
  const given = isJsonObject(body["data"]) ? body["data"] : {};
  const mustConfirm = person.email ? settings.confirmEmail : settings.confirmPhone;

  await context.signUpLimiter.count(client.address);
  if (mustConfirm) await countMessage(context, person, client.address);
  const encryptedPassword = await hashPassword(password, client.address, settings.passwordCost);

  const result = await sql.begin(async (transaction) => {
    const known = person.email
      ? await findUserByEmail(transaction, person.email)
      : await findUserByPhone(transaction, person.phone ?? "");
    if (!mustConfirm) {
      const user = known ? null : await addPerson(transaction, person, { encryptedPassword, given, isConfirmed: true });
      if (!user) throw new AuthError(422, "user_already_exists", "User already registered");
      return openSession(transaction, context.sessions, user, { ...client, method: "password" });
    }
    if (known && isConfirmed(known, person)) return null;
    const user = known
      ? await replaceUnconfirmed(transaction, known, {
          encryptedPassword,
          metadata: { ...given, ...knownOf(known.id, person, false) },
        })
      : await addPerson(transaction, person, { encryptedPassword, given, isConfirmed: false });
    return user && prepareConfirmation(transaction, context, { user, person, redirectTo, challenge });
  });
  if (result && "access_token" in result) return result;
  if (!result) return madeUpUser(person, given);
  if (result.mails.length > 0) sendAuthMails(context, result.mails);
  // Do not wait: a confirmed number gets no message, and its faster response would reveal that.
  if (result.text) void sendText(context, result.text).catch(context.logError);
  return userResponse(result.user, await listIdentities(sql, result.user.id));
}

export function signUpDisabled(): AuthError {
  return new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
}

/** Adds a user whose metadata combines the service's own fields and those of the request. */
export async function addPerson(
  sql: TransactionSql,
  person: Person,
  account: { encryptedPassword: string | null; given: Record<string, unknown>; isConfirmed: boolean },
): Promise<UserRow | null> {
  const id = crypto.randomUUID();
  return addUser(sql, {
    id,
    ...person,
    encryptedPassword: account.encryptedPassword,
    isEmailConfirmed: person.email !== null && account.isConfirmed,
    // The address is not verified yet; a setting decides whether it counts as confirmed.
    isEmailVerified: false,
    isPhoneConfirmed: person.phone !== null && account.isConfirmed,
    metadata: { ...account.given, ...knownOf(id, person, account.isConfirmed) },
  });
}

function knownOf(id: string, person: Person, isConfirmed: boolean): Record<string, string | boolean> {
  return {
    sub: id,
    ...(person.email === null ? { phone: person.phone } : { email: person.email }),
    email_verified: person.email !== null && isConfirmed,
    phone_verified: person.phone !== null && isConfirmed,
  };
}

function readPerson(context: ServiceContext, body: Record<string, unknown>): Person {
  const [email, phone] = [optionalText(body, "email"), optionalText(body, "phone")];
  if (email !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on signup.");
  }
  if (email !== "") return { email: parseEmail(email), phone: null };
  if (phone === "") {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  requirePhone(context, "Phone signups are disabled");
  requireTextChannel(body);
  return { email: null, phone: parsePhone(phone) };
}

/** Requires the channel "sms", the default. @throws AuthError 400 validation_failed */
export function requireTextChannel(body: Record<string, unknown>): void {
  const channel = optionalText(body, "channel");
  if (channel !== "" && channel !== "sms") {
    throw validationFailed("Invalid channel, supported value is 'sms'");
  }
}

async function readPassword({ settings }: ServiceContext, body: Record<string, unknown>): Promise<string> {
  const password = body["password"];
  if (typeof password !== "string" || password === "") {
    throw validationFailed("Signup requires a valid password");
  }
  await checkPasswordRules(password, settings);
  return password;
}

function countMessage(context: ServiceContext, person: Person, address: string | null): Promise<void> {
  return person.email !== null
    ? countMail(context, "confirmation", person.email, address)
    : countText(context, "confirmation", person.phone, address);
}

function isConfirmed(user: UserRow, person: Person): boolean {
  return (person.email === null ? user.phone_confirmed_at : user.email_confirmed_at) !== null;
}

/** Until the address is verified, the last sign-up counts: its message voids the previous one with its password. */
async function replaceUnconfirmed(
  sql: TransactionSql,
  user: UserRow,
  account: { encryptedPassword: string; metadata: Record<string, unknown> },
): Promise<UserRow | null> {
  const [replaced] = await sql<UserRow[]>`
    update auth.users set
      encrypted_password = ${account.encryptedPassword}, updated_at = now(),
      raw_user_meta_data = ${sql.json(account.metadata)}
    where id = ${user.id} and email_confirmed_at is null and phone_confirmed_at is null
    returning ${sql.identifier(...USER_COLUMNS)}`;
  return replaced ?? null;
}

async function prepareConfirmation(
  sql: TransactionSql,
  context: ServiceContext,
  input: { user: UserRow; person: Person; redirectTo: string; challenge: CodeChallenge | null },
): Promise<{ user: UserRow; mails: AuthMail[]; text: AuthText | null }> {
  const { user, person } = input;
  const mails = person.email === null ? [] : await prepareMails(sql, context, { ...input, kinds: ["confirmation"] });
  const text =
    person.phone === null ? null : await prepareText(sql, context, { user, kind: "confirmation", to: person.phone });
  return { user: { ...user, confirmation_sent_at: new Date() }, mails, text };
}

/**
 * Returns the fake user for an address that is already confirmed:
 * https://supabase.com/docs/reference/javascript/auth-signup
 */
function madeUpUser(person: Person, given: Record<string, unknown>): Record<string, unknown> {
  const now = new Date();
  const provider = person.email === null ? "phone" : "email";
  return {
    id: crypto.randomUUID(),
    aud: "authenticated",
    role: "",
    email: person.email ?? "",
    phone: person.phone ?? "",
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: given,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
