import { isJsonObject } from "../../database/json-object.ts";
import { countMail, countText, mailUser, textSent, textUser } from "../messages/one-time-messages.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import type { AuthRequest, ServiceContext } from "../service/service-context.ts";
import { readCodeChallenge } from "../sessions/pkce.ts";
import { parseEmail, parsePhone } from "../users/addresses.ts";
import { findUserByEmail, findUserByPhone, isBanned, type Queries, type UserRow } from "../users/users.ts";
import { addPerson, requireTextChannel, signUpDisabled } from "./sign-up.ts";

/**
 * `POST /otp`: sends a link and a six-digit code by email, or a code by SMS. Creates a missing account unless
 * `create_user` is false; the code confirms it.
 * @throws AuthError 400 validation_failed, phone_provider_disabled; 422 otp_disabled, signup_disabled, sms_send_failed;
 * 429 over_request_rate_limit, over_email_send_rate_limit, over_sms_send_rate_limit
 */
export async function startOtp(
  context: ServiceContext,
  { body, redirectTo, client }: AuthRequest,
): Promise<{ message_id?: string }> {
  const [email, phone] = [optionalText(body, "email"), optionalText(body, "phone")];
  if (email !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided");
  }
  if (email !== "" && optionalText(body, "channel") !== "") {
    throw validationFailed("Channel should only be specified with Phone OTP");
  }
  const challenge = readCodeChallenge(body);
  if (email === "" && phone === "") throw validationFailed("One of email or phone must be set");
  if (phone !== "") {
    requireTextChannel(body);
    const to = parsePhone(phone);
    await countText(context, "sign_in", to, client.address);
    const find = (sql: Queries) => findUserByPhone(sql, to);
    const user = await findOrAdd(context, { email: null, phone: to }, { body, address: client.address, find });
    // The response does not reveal that the account is banned.
    if (!user || isBanned(user)) return textSent(null);
    return textUser(context, { user, kind: "sign_in", to });
  }
  const to = parseEmail(email);
  await countMail(context, "magic_link", to, client.address);
  const find = (sql: Queries) => findUserByEmail(sql, to);
  const user = await findOrAdd(context, { email: to, phone: null }, { body, address: client.address, find });
  if (!user || isBanned(user)) return {};
  await mailUser(context, { user, kinds: ["magic_link"], redirectTo, challenge });
  return {};
}

async function findOrAdd(
  context: ServiceContext,
  person: { email: string; phone: null } | { email: null; phone: string },
  input: { body: Record<string, unknown>; address: string | null; find: (sql: Queries) => Promise<UserRow | null> },
): Promise<UserRow | null> {
  const known = await input.find(context.sql);
  if (known) return known;
  const { create_user: createUser, data } = input.body;
  if (createUser === false) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  if (context.settings.disableSignup) throw signUpDisabled();
  await context.signUpLimiter.count(input.address);
  const given = isJsonObject(data) ? data : {};
  const added = await context.sql.begin((sql) =>
    addPerson(sql, person, { encryptedPassword: null, given, isConfirmed: false }),
  );
  // Null if a concurrent request has created the user.
  return added ?? input.find(context.sql);
}
