import type { TransactionSql } from "../../database/connect.ts";
import { createCode, createToken, hashCode, hashToken } from "../secrets/hashing.ts";
import type { Queries } from "../users/users.ts";

/** Seconds that a link is good for. */
export const LINK_SECONDS = 3600;
/** Seconds that six digits are good for, of a mail and of a text message. */
export const CODE_SECONDS = 15 * 60;
/** Six digits can be guessed if there is no limit on tries. */
const MAX_CODE_TRIES = 5;

/** Marks the token of a link that answers with a code for the browser that asked (PKCE). */
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
  /** The address or number that it went to. */
  relates_to: string;
  flow_state_id: string | null;
}

/** Makes a link's token and its six digits; the ones that the user had before are void. */
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

/** Uses up a link's token: of two at once, one gets it. Null when it is unknown, used or too old. */
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
 * Uses up the six digits that went to an address or number. Each try counts, before it is compared: of many at once only
 * five are looked at. Null as above, for an unknown account, and after five tries.
 */
export async function spendCode(
  sql: Queries,
  types: readonly OneTimeTokenType[],
  given: { to: string; code: string; secret: string },
): Promise<UsedToken | null> {
  const tried = await sql<{ id: string; is_right: boolean }[]>`
    update auth.one_time_tokens set code_tries = code_tries + 1
    where relates_to = ${given.to} and token_type = any (${types})
      and created_at > now() - make_interval(secs => ${CODE_SECONDS}) and expires_at > now()
      and code_tries < ${MAX_CODE_TRIES}
    returning id, code_hash = ${hashCode(given.secret, given.to, given.code)} as is_right`;
  const right = tried.find(({ is_right }) => is_right);
  if (!right) return null;
  const [used] = await sql<UsedToken[]>`
    delete from auth.one_time_tokens where id = ${right.id}
    returning user_id, token_type, relates_to, flow_state_id`;
  return used ?? null;
}

/** A changed password voids what was sent under the old one. */
export async function voidOneTimeTokens(sql: Queries, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}
