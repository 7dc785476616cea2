import type { Context } from "hono";
import type { TransactionSql } from "../../database/connect.ts";
import { NoCodeError } from "../limits/sign-in-limits.ts";
import { sendNotice } from "../messages/notices.ts";
import {
  isPkceToken,
  type OneTimeTokenType,
  spendCode,
  spendToken,
  type UsedToken,
} from "../messages/one-time-tokens.ts";
import { AuthError, userBanned, validationFailed } from "../protocol/auth-error.ts";
import { optionalText, parseBody } from "../protocol/request-body.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { dropFlowState, issueAuthCode, redeemAuthCode } from "../sessions/pkce.ts";
import { withAuthCode, withError, withMessage, withSession } from "../sessions/redirects.ts";
import { type ClientInfo, openSession, type SessionAnswer } from "../sessions/sessions.ts";
import { parseEmail, parsePhone } from "../users/addresses.ts";
import { findUserById, isBanned, USER_COLUMNS, type UserRow } from "../users/users.ts";
import { confirmEmailChange, confirmPhoneChange } from "./email-change.ts";
import { isEmailVerified, removeUnverifiedAccess } from "./unverified-accounts.ts";

/** Tokens accepted for each `type`. Email codes and SMS codes are separate types. */
const TOKEN_TYPES: Record<"email" | "sms", Record<string, readonly OneTimeTokenType[]>> = {
  email: {
    signup: ["confirmation_token"],
    recovery: ["recovery_token"],
    magiclink: ["recovery_token"],
    email: ["confirmation_token", "recovery_token"],
    email_change: ["email_change_token_new", "email_change_token_current"],
  },
  sms: { sms: ["confirmation_token", "recovery_token"], phone_change: ["phone_change_token"] },
};

/** Notice to the previous mailbox after an email change. */
type AddressNotice = { to: string | null; newEmail: string };

const HALF_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * `GET /verify`: verifies the token of an emailed link and redirects with a code, a session or an error.
 * @throws AuthError 400 validation_failed for a link without type or token
 */
export async function answerLink(context: ServiceContext, client: ClientInfo, c: Context): Promise<Response> {
  // Link scanners send HEAD requests, which must not use the token.
  if (c.req.method === "HEAD") return c.body(null, 405, { allow: "GET, POST" });
  const { token = "", type = "" } = c.req.query();
  const link = { token, type, redirectTo: context.redirectTarget(c) };
  return c.redirect(await followLink(context, link, client), 303);
}

/**
 * `POST /verify/link`, not part of Supabase: like `GET /verify`, for the store page that an emailed link opens. Link
 * scanners follow links but do not press that page's button.
 * @returns the URL to continue at, with a code, a session or an error
 * @throws AuthError 400 validation_failed for a link without type or token
 */
export async function answerPressedLink(
  context: ServiceContext,
  client: ClientInfo,
  c: Context,
): Promise<{ redirect_to: string }> {
  const body = await parseBody(c);
  const redirectTo = context.redirectTarget(c, optionalText(body, "redirect_to"));
  const link = { token: optionalText(body, "token"), type: optionalText(body, "type"), redirectTo };
  return { redirect_to: await followLink(context, link, client) };
}

async function followLink(
  context: ServiceContext,
  link: { token: string; type: string; redirectTo: string },
  client: ClientInfo,
): Promise<string> {
  const { sql, sessions } = context;
  const { token, type, redirectTo } = link;
  if (type === "") throw validationFailed("Verify requires a verification type");
  if (token === "") throw validationFailed("Verify requires a token or a token hash");
  const isPkce = isPkceToken(token);
  const notices: AddressNotice[] = [];
  try {
    const leadTo = await sql.begin(async (transaction) => {
      const used = await spendToken(transaction, tokenTypes("email", type), token);
      if (!used) throw linkExpired();
      const user = await admit(transaction, used, notices);
      if (!user) return withMessage(redirectTo, HALF_CONFIRMED, isPkce);
      if (isPkce) return withAuthCode(redirectTo, await issueAuthCode(transaction, used.flow_state_id));
      const session = await openSession(transaction, sessions, user, { ...client, method: "otp" });
      return withSession(redirectTo, session, type);
    });
    for (const notice of notices) sendNotice(context, "email_changed", notice);
    return leadTo;
  } catch (error) {
    if (error instanceof AuthError) return withError(redirectTo, error, isPkce);
    throw error;
  }
}

/**
 * `POST /verify`: verifies the six digits that were sent to an address or number, or the token of a link.
 * @returns a session, or a message while the other mailbox has not confirmed a new address
 * @throws AuthError 400 validation_failed, 403 otp_expired, user_banned, 422 email_exists, phone_exists, 429
 * over_request_rate_limit
 */
export async function verifyToken(
  context: ServiceContext,
  client: ClientInfo,
  c: Context,
): Promise<SessionAnswer | { msg: string; code: string }> {
  const body = await parseBody(c);
  const { sql, sessions, codeLimiter, secret } = context;
  const text = (name: string) => optionalText(body, name);
  const [type, code, tokenHash] = [text("type"), text("token"), text("token_hash")];
  if (type === "") throw validationFailed("Verify requires a verification type");
  if ((code === "") === (tokenHash === "")) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (tokenHash !== "" && (text("email") || text("phone") || text("redirect_to"))) {
    throw validationFailed("Only the token_hash and type should be provided");
  }
  if (code !== "" && (text("email") === "") === (text("phone") === "")) {
    throw validationFailed("Only an email address or phone number should be provided on verify");
  }
  const open = async (spend: (transaction: TransactionSql) => Promise<UsedToken | null>) => {
    const notices: AddressNotice[] = [];
    const opened = await sql.begin(async (transaction) => {
      const used = await spend(transaction);
      if (!used) return null;
      const user = await admit(transaction, used, notices);
      if (!user) return { msg: HALF_CONFIRMED, code: "200" };
      await dropFlowState(transaction, used.flow_state_id);
      return openSession(transaction, sessions, user, { ...client, method: "otp" });
    });
    for (const notice of notices) sendNotice(context, "email_changed", notice);
    return opened;
  };
  if (tokenHash !== "") {
    const types = tokenTypes("email", type);
    const session = await open((transaction) => spendToken(transaction, types, tokenHash));
    if (!session) throw linkExpired();
    return session;
  }
  const to = text("email") === "" ? parsePhone(text("phone")) : parseEmail(text("email"));
  const types = tokenTypes(text("email") === "" ? "sms" : "email", type);
  return codeLimiter.attempt(to, client.address, async () => {
    let hasCode = true;
    const session = await open(async (transaction) => {
      const used = await spendCode(transaction, types, { to, code, secret });
      hasCode = used !== "no code";
      return typeof used === "string" ? null : used;
    });
    if (session) return session;
    throw new (hasCode ? AuthError : NoCodeError)(403, "otp_expired", "Token has expired or is invalid");
  });
}

/**
 * `POST /token?grant_type=pkce`: exchanges the code from a followed link for a session, in the browser that requested
 * the link.
 * @throws AuthError 404 flow_state_not_found, 422 flow_state_expired, 400 bad_code_verifier
 */
export async function exchangeAuthCode(
  { sql, sessions }: ServiceContext,
  client: ClientInfo,
  c: Context,
): Promise<SessionAnswer> {
  const body = await parseBody(c);
  return sql.begin(async (transaction) => {
    const { userId, method } = await redeemAuthCode(transaction, body);
    const user = await findUserById(transaction, userId);
    if (!user || isBanned(user)) throw userBanned(403);
    return openSession(transaction, sessions, user, { ...client, method });
  });
}

/**
 * Applies a verified token: it confirms only the address to which it was sent. Returns null while the other mailbox has yet to
 * confirm.
 * @param notices receives the notices for the old mailbox once the change applies
 */
async function admit(sql: TransactionSql, used: UsedToken, notices: AddressNotice[]): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${sql.identifier(...USER_COLUMNS)} from auth.users where id = ${used.user_id} and deleted_at is null for update`;
  if (!user) throw linkExpired();
  if (isBanned(user)) throw userBanned(403);
  const { token_type: type, relates_to: address } = used;
  if (type === "email_change_token_new" || type === "email_change_token_current") {
    if (address !== (type === "email_change_token_new" ? user.email_change : user.email)) throw linkExpired();
    if (!(await confirmEmailChange(sql, user, used))) return null;
    notices.push({ to: user.email, newEmail: user.email_change });
  } else if (type === "phone_change_token") {
    if (address !== user.phone_change) throw linkExpired();
    await confirmPhoneChange(sql, user, address);
  } else if (address === user.email) {
    await confirmAddress(sql, user, "email", used);
  } else if (address === user.phone) {
    await confirmAddress(sql, user, "phone", used);
  } else throw linkExpired();
  return findUserById(sql, user.id);
}

/**
 * Decides whether credentials set before verification survive: they do if the message of that sign-up confirms the
 * address, and are removed otherwise, because someone else may have set them.
 */
async function confirmAddress(
  sql: TransactionSql,
  user: UserRow,
  what: "email" | "phone",
  used: UsedToken,
): Promise<void> {
  const isVerified = what === "email" ? await isEmailVerified(sql, user) : user.phone_confirmed_at !== null;
  if (isVerified) return;
  const isOtherAddressOnly = user.email_confirmed_at === null && user.phone_confirmed_at !== null;
  if (used.token_type === "recovery_token" && what === "email" && !isOtherAddressOnly) {
    await removeUnverifiedAccess(sql, user.id, { emailIdentity: true, flowStateId: used.flow_state_id });
  } else if (used.token_type === "recovery_token" && user.email_confirmed_at === null) {
    await sql`update auth.users set encrypted_password = null where id = ${user.id}`;
  }
  const verified = sql.json({ [`${what}_verified`]: true });
  await sql`
    update auth.users set
      ${sql.identifier(`${what}_confirmed_at`)} = coalesce(${sql.identifier(`${what}_confirmed_at`)}, now()), updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || ${verified}::jsonb
    where id = ${user.id}`;
  await sql`
    update auth.identities set identity_data = identity_data || ${verified}::jsonb, updated_at = now()
    where user_id = ${user.id} and provider = ${what}`;
}

function tokenTypes(sentBy: "email" | "sms", type: string): readonly OneTimeTokenType[] {
  const types = Object.hasOwn(TOKEN_TYPES[sentBy], type) ? TOKEN_TYPES[sentBy][type] : undefined;
  if (!types) throw validationFailed(`Invalid ${sentBy} verification type`);
  return types;
}

function linkExpired(): AuthError {
  return new AuthError(403, "otp_expired", "Email link is invalid or has expired");
}
