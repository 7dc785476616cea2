import type { TransactionSql } from "../../database/connect.ts";
import { createCode, createToken, hashCode, hashToken } from "../secrets/hashing.ts";
import type { Queries } from "../users/users.ts";

/** Seconds that a link and its code are good for, and the code of a text message. */
export const MAIL_TOKEN_SECONDS = 3600;
export const TEXT_CODE_SECONDS = 600;

/** Marks the token of a link that answers with a code for the browser that asked (PKCE). */
const PKCE_PREFIX = "pkce_";

export type OneTimeTokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_current"
  | "email_change_token_new"
  | "phone_change_token"
  | "reauthentication_token";

export interface SpentToken {
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
      flow_state_id = excluded.flow_state_id, expires_at = excluded.expires_at,
      created_at = now(), updated_at = now()`;
  return made;
}

/** Uses up a link's token: of two at once, one gets it. Null when it is unknown, used or too old. */
export async function spendToken(
  sql: Queries,
  types: readonly OneTimeTokenType[],
  token: string,
): Promise<SpentToken | null> {
  const [spent] = await sql<SpentToken[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashToken(token)} and token_type = any (${types}) and expires_at > now()
    returning user_id, token_type, relates_to, flow_state_id`;
  return spent ?? null;
}

/** Uses up the six digits that went to an address or number. Null as above, and for an unknown account. */
export async function spendCode(
  sql: Queries,
  types: readonly OneTimeTokenType[],
  given: { to: string; code: string; secret: string },
): Promise<SpentToken | null> {
  const [spent] = await sql<SpentToken[]>`
    delete from auth.one_time_tokens
    where relates_to = ${given.to} and token_type = any (${types}) and expires_at > now()
      and code_hash = ${hashCode(given.secret, given.to, given.code)}
    returning user_id, token_type, relates_to, flow_state_id`;
  return spent ?? null;
}

/** A changed password voids what was sent under the old one. */
export async function voidOneTimeTokens(sql: Queries, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}
