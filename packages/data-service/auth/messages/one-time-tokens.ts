import type { TransactionSql } from "../../database/connect.ts";
import { createCode, createToken, hashCode, hashToken } from "../secrets/hashing.ts";
import type { Queries } from "../users/users.ts";

/** Lifetime of a link. */
export const LINK_SECONDS = 3600;
/** Lifetime of a six-digit code, by email or SMS. */
export const CODE_SECONDS = 10 * 60;
/** Attempts per code; without a limit, six digits can be guessed. */
const MAX_CODE_TRIES = 5;

/** Prefix of link tokens that return a code to the browser that requested them (PKCE), instead of a session. */
const PKCE_PREFIX = "pkce_";

export type OneTimeTokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_current"
  | "email_change_token_new"
  | "phone_change_token"
  | "reauthentication_token";

export interface UsedToken {
  user_id: string;
  token_type: OneTimeTokenType;
  /** The address or number to which it was sent. */
  relates_to: string;
  flow_state_id: string | null;
}

/** Creates the token of a link and its six-digit code. They replace the user's previous ones of this type. */
export async function addOneTimeToken(
  sql: TransactionSql,
  token: {
    userId: string;
    type: OneTimeTokenType;
    to: string;
    flowStateId: string | null;
    seconds: number;
    secret: string;
  },
): Promise<{ token: string; code: string }> {
  const { userId, type, to, flowStateId, seconds, secret } = token;
  const made = { token: `${flowStateId ? PKCE_PREFIX : ""}${createToken()}`, code: createCode() };
  await sql`
    insert into auth.one_time_tokens
      (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, expires_at)
    values (
      ${userId}, ${type}, ${hashToken(made.token)}, ${hashCode(secret, to, made.code)}, ${to},
      ${flowStateId}, now() + make_interval(secs => ${seconds})
    )
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
      flow_state_id = excluded.flow_state_id, expires_at = excluded.expires_at, code_tries = 0,
      created_at = now(), updated_at = now()`;
  return made;
}

/**
 * Consumes the token of a link; of concurrent attempts, only one succeeds. Returns null if it is unknown, used or
 * expired.
 */
export async function spendToken(
  sql: Queries,
  types: readonly OneTimeTokenType[],
  token: string,
): Promise<UsedToken | null> {
  const [used] = await sql<UsedToken[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashToken(token)} and token_type = any (${types}) and expires_at > now()
    returning user_id, token_type, relates_to, flow_state_id`;
  return used ?? null;
}

/**
 * Consumes the six digits that were sent to an address or number. Each attempt counts before it is compared, so that of
 * many concurrent attempts only five are compared. Returns "no code" for an unknown account, and if its code is used,
 * expired, or had five attempts.
 */
export async function spendCode(
  sql: Queries,
  types: readonly OneTimeTokenType[],
  given: { to: string; code: string; secret: string },
): Promise<UsedToken | "wrong" | "no code"> {
  const tried = await sql<{ id: string; is_right: boolean }[]>`
    update auth.one_time_tokens set code_tries = code_tries + 1
    where relates_to = ${given.to} and token_type = any (${types})
      and created_at > now() - make_interval(secs => ${CODE_SECONDS}) and expires_at > now()
      and code_tries < ${MAX_CODE_TRIES}
    returning id, code_hash = ${hashCode(given.secret, given.to, given.code)} as is_right`;
  const right = tried.find(({ is_right }) => is_right);
  if (!right) return tried.length > 0 ? "wrong" : "no code";
  const [used] = await sql<UsedToken[]>`
    delete from auth.one_time_tokens where id = ${right.id}
    returning user_id, token_type, relates_to, flow_state_id`;
  return used ?? "no code";
}

/** Invalidates all links and codes sent to a user, for example after a new password. */
export async function voidOneTimeTokens(sql: Queries, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}
