import type { TransactionSql } from "../database/connect.ts";
import { createCode, createToken, hashCode, hashToken } from "./secrets.ts";
import type { Queries, UserRow } from "./users.ts";

/** Seconds that a link and its code are good for. */
export const ONE_TIME_TOKEN_SECONDS = 3600;

/** Marks the token of a link that answers with a code for the browser that asked (PKCE). */
const PKCE_PREFIX = "pkce_";

export type OneTimeTokenType = "recovery_token";

export interface SpentToken {
  user_id: string;
  flow_state_id: string | null;
}

/** Makes a link's token and its six digits; the ones that the user had before are void. */
export async function addOneTimeToken(
  sql: TransactionSql,
  token: { user: UserRow; type: OneTimeTokenType; flowStateId: string | null; secret: string },
): Promise<{ token: string; code: string }> {
  const { user, type, flowStateId, secret } = token;
  const email = user.email ?? "";
  const made = { token: `${flowStateId ? PKCE_PREFIX : ""}${createToken()}`, code: createCode() };
  await sql`delete from auth.one_time_tokens where expires_at < now()`;
  await sql`
    insert into auth.one_time_tokens
      (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, expires_at)
    values (
      ${user.id}, ${type}, ${hashToken(made.token)}, ${hashCode(secret, email, made.code)}, ${email},
      ${flowStateId}, now() + make_interval(secs => ${ONE_TIME_TOKEN_SECONDS})
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
  type: OneTimeTokenType,
  token: string,
): Promise<SpentToken | null> {
  const [spent] = await sql<SpentToken[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashToken(token)} and token_type = ${type} and expires_at > now()
    returning user_id, flow_state_id`;
  return spent ?? null;
}

/** Uses up the six digits that went to an address. Null as above, and for an unknown account. */
export async function spendCode(
  sql: Queries,
  type: OneTimeTokenType,
  given: { email: string; code: string; secret: string },
): Promise<SpentToken | null> {
  const [spent] = await sql<SpentToken[]>`
    delete from auth.one_time_tokens
    where relates_to = ${given.email} and token_type = ${type} and expires_at > now()
      and code_hash = ${hashCode(given.secret, given.email, given.code)}
    returning user_id, flow_state_id`;
  return spent ?? null;
}

/** A changed password voids what was sent under the old one. */
export async function voidOneTimeTokens(sql: Queries, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}
