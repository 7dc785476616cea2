import { Secret } from "otpauth";
import type { TransactionSql } from "../../database/connect.ts";
import { countOne } from "../limits/counters.ts";
import { sendNotice } from "../messages/notices.ts";
import { AuthError } from "../protocol/auth-error.ts";
import { requireRecentSignIn } from "../reauthentication/recent-reauthentication.ts";
import { hashToken } from "../secrets/hashing.ts";
import type { ServiceContext } from "../service/service-context.ts";
import type { SignedIn } from "../sessions/signed-in.ts";
import type { Queries } from "../users/users.ts";
import { hasVerifiedMfa, lockUser } from "./factors.ts";

const CODES = 10;
/** Random bytes per code, enough that an unsalted hash cannot be searched. */
const CODE_BYTES = 10;

/**
 * `POST /factors/recovery-codes`: creates ten codes, which are shown only once, and invalidates the previous ones. Not
 * part of Supabase.
 * @throws AuthError 403 insufficient_aal, 400 reauthentication_needed, 429 over_request_rate_limit
 */
export async function makeRecoveryCodes(context: ServiceContext, signedIn: SignedIn): Promise<{ codes: string[] }> {
  const { sql, recoveryCodeSets } = context;
  const { user, sessionId } = signedIn;
  await requireVerifiedMfa(sql, sessionId);
  // A recovery code passes MFA, which counts as reauthentication; someone with a stolen session must not get one.
  await requireRecentSignIn(context, signedIn);
  await countOne(recoveryCodeSets, user.id);
  const codes = Array.from({ length: CODES }, createRecoveryCode);
  const hashes = codes.map(hashToken);
  await sql.begin(async (transaction) => {
    await lockUser(transaction, user.id);
    // Check again under the lock: the last authenticator may have been removed meanwhile.
    await requireVerifiedMfa(transaction, sessionId);
    await transaction`delete from auth.mfa_recovery_codes where user_id = ${user.id}`;
    await transaction`
      insert into auth.mfa_recovery_codes (user_id, hash) select ${user.id}, unnest(${hashes}::text[])`;
  });
  sendNotice(context, "recovery_codes_made", { to: user.email });
  return { codes };
}

/** `GET /factors/recovery-codes`: returns how many codes are left. @throws AuthError 403 insufficient_aal */
export async function countRecoveryCodes(
  { sql }: ServiceContext,
  { user, sessionId }: SignedIn,
): Promise<{ remaining: number }> {
  await requireVerifiedMfa(sql, sessionId);
  const [counted] = await sql<{ remaining: number }[]>`
    select count(*)::int as remaining from auth.mfa_recovery_codes
    where user_id = ${user.id} and used_at is null`;
  return { remaining: counted?.remaining ?? 0 };
}

/** Normalizes a typed code: uppercase, without spaces and dashes; null if it cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  // Base32 (RFC 4648) has no 0 and 1, so read them as O and I.
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("0", "O").replaceAll("1", "I");
  if (!/^[A-Z2-7]{16}$/.test(code)) return null;
  return (code.match(/.{4}/g) ?? []).join("-");
}

/** Consumes a recovery code; of concurrent attempts, only one succeeds. */
export async function spendRecoveryCode(sql: TransactionSql, userId: string, code: string): Promise<boolean> {
  const used = await sql`
    update auth.mfa_recovery_codes set used_at = now()
    where user_id = ${userId} and hash = ${hashToken(code)} and used_at is null returning 1`;
  return used.length > 0;
}

/** Returns sixteen letters and digits in groups of four, the form in which codes are shown and hashed. */
function createRecoveryCode(): string {
  const code = readRecoveryCode(new Secret({ size: CODE_BYTES }).base32);
  if (code === null) throw new Error("The created recovery code is invalid.");
  return code;
}

async function requireVerifiedMfa(sql: Queries, sessionId: string): Promise<void> {
  if (await hasVerifiedMfa(sql, sessionId)) return;
  throw new AuthError(403, "insufficient_aal", "AAL2 required for recovery codes");
}
