import type { Sql, TransactionSql } from "../database/connect.ts";
import { AuthError } from "./auth-error.ts";
import { isPkceToken, type SpentToken, spendCode, spendToken } from "./one-time-tokens.ts";
import { dropFlowState, issueAuthCode, redeemAuthCode } from "./pkce.ts";
import { withAuthCode, withError, withSession } from "./redirects.ts";
import { optionalText } from "./request-body.ts";
import { openSession, type SessionAnswer, type SessionOptions, type Visitor } from "./sessions.ts";
import type { SignInLimiter } from "./sign-in-limits.ts";
import { findUserById, isBanned, parseEmail, type UserRow } from "./users.ts";

export interface VerificationOptions {
  sql: Sql;
  sessions: SessionOptions;
  /** Counts wrong codes. */
  limiter: SignInLimiter;
  secret: string;
}

/**
 * `GET /verify`: what a link of ours opens.
 * @param link.redirectTo already held against the allow-list
 * @returns the address to lead to, with a code, a session or a refusal
 * @throws AuthError 400 validation_failed when the link is none of ours
 */
export async function followLink(
  { sql, sessions }: VerificationOptions,
  link: { token: string; type: string; redirectTo: string },
  visitor: Visitor,
): Promise<string> {
  const { token, type, redirectTo } = link;
  if (type === "") throw validationFailed("Verify requires a verification type");
  if (token === "") throw validationFailed("Verify requires a token or a token hash");
  const isPkce = isPkceToken(token);
  try {
    return await sql.begin(async (transaction) => {
      requireKnownType(type);
      const spent = await spendToken(transaction, "recovery_token", token);
      if (!spent) throw linkExpired();
      const user = await admit(transaction, spent);
      if (isPkce) return withAuthCode(redirectTo, await issueAuthCode(transaction, spent.flow_state_id));
      const session = await openSession(transaction, sessions, user, { ...visitor, method: "otp" });
      return withSession(redirectTo, session, type);
    });
  } catch (error) {
    if (error instanceof AuthError) return withError(redirectTo, error, isPkce);
    throw error;
  }
}

/**
 * `POST /verify`: the six digits that were sent to an address, or the token of a link.
 * @throws AuthError 400 validation_failed, 403 otp_expired, user_banned, 429 over_request_rate_limit
 */
export async function verifyToken(
  { sql, sessions, limiter, secret }: VerificationOptions,
  body: Record<string, unknown>,
  visitor: Visitor,
): Promise<SessionAnswer> {
  const text = (name: string) => optionalText(body, name);
  const [type, code, tokenHash] = [text("type"), text("token"), text("token_hash")];
  if (type === "") throw validationFailed("Verify requires a verification type");
  if ((code === "") === (tokenHash === "")) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (tokenHash !== "" && (text("email") || text("phone") || text("redirect_to"))) {
    throw validationFailed("Only the token_hash and type should be provided");
  }
  if (code !== "" && (text("email") === "" || text("phone") !== "")) {
    throw validationFailed("Only an email address or phone number should be provided on verify");
  }
  requireKnownType(type);
  const open = (spend: (transaction: TransactionSql) => Promise<SpentToken | null>) =>
    sql.begin(async (transaction) => {
      const spent = await spend(transaction);
      if (!spent) return null;
      const user = await admit(transaction, spent);
      await dropFlowState(transaction, spent.flow_state_id);
      return openSession(transaction, sessions, user, { ...visitor, method: "otp" });
    });
  if (tokenHash !== "") {
    const session = await open((transaction) => spendToken(transaction, "recovery_token", tokenHash));
    if (!session) throw linkExpired();
    return session;
  }
  const email = parseEmail(text("email"));
  await limiter.check(email, visitor.address);
  const session = await open((transaction) =>
    spendCode(transaction, "recovery_token", { email, code, secret }),
  );
  if (session) return session;
  await limiter.recordFailure(email, visitor.address);
  throw new AuthError(403, "otp_expired", "Token has expired or is invalid");
}

/**
 * `POST /token?grant_type=pkce`: the code that a followed link left behind, for the browser that asked.
 * @throws AuthError 404 flow_state_not_found, 422 flow_state_expired, 400 bad_code_verifier
 */
export function exchangeAuthCode(
  sql: Sql,
  sessions: SessionOptions,
  body: Record<string, unknown>,
  visitor: Visitor,
): Promise<SessionAnswer> {
  return sql.begin(async (transaction) => {
    const { userId, method } = await redeemAuthCode(transaction, body);
    const user = await findUserById(transaction, userId);
    if (!user || isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
    return openSession(transaction, sessions, user, { ...visitor, method });
  });
}

/** Who reads the mailbox has shown that the address is theirs. */
async function admit(sql: TransactionSql, spent: SpentToken): Promise<UserRow> {
  await sql`
    update auth.users set email_confirmed_at = now(), updated_at = now()
    where id = ${spent.user_id} and email_confirmed_at is null`;
  const user = await findUserById(sql, spent.user_id);
  if (!user) throw linkExpired();
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  return user;
}

function requireKnownType(type: string): void {
  if (type !== "recovery") throw validationFailed("Invalid email verification type");
}

function linkExpired(): AuthError {
  return new AuthError(403, "otp_expired", "Email link is invalid or has expired");
}

function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}
