import type { Context } from "hono";
import { Secret } from "otpauth";
import type { TransactionSql } from "../../database/connect.ts";
import { countOne } from "../limits/counters.ts";
import { sendNotice } from "../messages/notices.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { isUuid, optionalText, parseBody } from "../protocol/request-body.ts";
import { decrypt } from "../secrets/encryption.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { renewSession, type SessionAnswer } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/signed-in.ts";
import type { FactorRow } from "../users/users.ts";
import { getFactor, lockUser, totpOf } from "./factors.ts";
import { readRecoveryCode, spendRecoveryCode } from "./recovery-codes.ts";

const CHALLENGE_SECONDS = 300;

/**
 * `POST /factors/{id}/challenge`: starts the five minutes in which a code is accepted from this client address.
 * @throws AuthError 404 mfa_factor_not_found
 */
export async function challengeFactor(
  { sql, clientOf }: ServiceContext,
  { user }: SignedIn,
  c: Context,
): Promise<Record<string, unknown>> {
  const factor = await getFactor(sql, user.id, c.req.param("id") ?? "");
  await sql`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`;
  const [challenge] = await sql<{ id: string; created_at: Date }[]>`
    insert into auth.mfa_challenges (factor_id, ip_address) values (${factor.id}, ${clientOf(c).address})
    returning id, created_at`;
  const createdAt = challenge?.created_at ?? new Date();
  return {
    id: challenge?.id,
    type: factor.factor_type,
    expires_at: Math.floor(createdAt.getTime() / 1000) + CHALLENGE_SECONDS,
  };
}

/**
 * `POST /factors/{id}/verify`: the correct code raises the session to `aal2`, verifies the factor, and ends all
 * sessions of the user without MFA. A verified factor also accepts a recovery code.
 * @throws AuthError 400 validation_failed, 404 mfa_factor_not_found, 429 over_request_rate_limit, 422
 * mfa_verification_failed, mfa_challenge_expired, mfa_ip_address_mismatch
 */
export async function verifyFactor(
  context: ServiceContext,
  { user, sessionId }: SignedIn,
  c: Context,
): Promise<SessionAnswer> {
  const { sql, sessions, secret, factorCodes } = context;
  const factorId = c.req.param("id") ?? "";
  const { address } = context.clientOf(c);
  const body = await parseBody(c);
  const code = optionalText(body, "code");
  const challengeId = optionalText(body, "challenge_id");
  if (code === "") throw validationFailed("Code needs to be non-empty");
  await getFactor(sql, user.id, factorId);
  // Count before checking, so that concurrent guesses cannot exceed the limit.
  await countOne(factorCodes, user.id);
  const answer = await sql.begin(async (transaction) => {
    await lockUser(transaction, user.id);
    const factor = await getFactor(transaction, user.id, factorId);
    await spendChallenge(transaction, { challengeId, factorId: factor.id, address });
    const method = await spendCode(transaction, secret, factor, code);
    await raiseSession(transaction, { userId: user.id, sessionId, factorId: factor.id, method });
    await transaction`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`;
    const session = await renewSession(transaction, sessions, user, sessionId);
    return { isNew: factor.status === "unverified", method, session };
  });
  await factorCodes.delete(user.id);
  if (answer.isNew) sendNotice(context, "mfa_added", { to: user.email });
  if (answer.method === "mfa/recovery_code") sendNotice(context, "recovery_code_used", { to: user.email });
  return answer.session;
}

/** Method in the session's `amr` claim. */
type MfaMethod = "totp" | "mfa/recovery_code";

/** Consumes a code of the authenticator, or a recovery code. */
async function spendCode(sql: TransactionSql, secret: string, factor: FactorRow, code: string): Promise<MfaMethod> {
  const recoveryCode = readRecoveryCode(code);
  if (recoveryCode !== null && factor.status === "verified") {
    if (await spendRecoveryCode(sql, factor.user_id, recoveryCode)) return "mfa/recovery_code";
  }
  const step = await stepOfCode(secret, factor, code);
  if (step === null || step <= Number(factor.last_used_step)) {
    throw new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  }
  await sql`
    update auth.mfa_factors set status = 'verified', last_used_step = ${step}, updated_at = now()
    where id = ${factor.id}`;
  return "totp";
}

async function spendChallenge(
  sql: TransactionSql,
  input: { challengeId: string; factorId: string; address: string | null },
): Promise<void> {
  const [challenge] = isUuid(input.challengeId)
    ? await sql<{ is_spent: boolean; is_expired: boolean }[]>`
        select verified_at is not null or ip_address is distinct from ${input.address}::inet as is_spent,
          created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS}) as is_expired
        from auth.mfa_challenges where id = ${input.challengeId} and factor_id = ${input.factorId} for update`
    : [];
  const reject = (code: string, message: string) => new AuthError(422, code, message);
  if (!challenge) throw reject("mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  if (challenge.is_spent) {
    throw reject("mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (challenge.is_expired) {
    throw reject(
      "mfa_challenge_expired",
      `MFA challenge ${input.challengeId} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  await sql`update auth.mfa_challenges set verified_at = now() where id = ${input.challengeId}`;
}

/**
 * Returns the 30-second step (since 1970) of a code that is valid now, one step earlier or one later; null for a wrong
 * code.
 */
async function stepOfCode(secret: string, factor: FactorRow, code: string): Promise<number | null> {
  const opened = await decrypt(secret, "factor secret", factor.secret);
  // Reject a secret that was copied here from another factor's row.
  if (!opened || opened.sub !== factor.id) throw new Error("A factor's secret could not be decrypted.");
  const totp = totpOf(Secret.fromBase32(String(opened["key"])));
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

async function raiseSession(
  sql: TransactionSql,
  raised: { userId: string; sessionId: string; factorId: string; method: MfaMethod },
): Promise<void> {
  const { userId, sessionId, factorId, method } = raised;
  const raisedRows = await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now()
    where id = ${sessionId} returning id`;
  if (raisedRows.length === 0) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  await sql`delete from auth.sessions where user_id = ${userId} and aal = 'aal1'`;
}
