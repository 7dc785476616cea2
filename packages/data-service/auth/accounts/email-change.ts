import type { TransactionSql } from "../../database/connect.ts";
import { isDatabaseError } from "../../database/database-error.ts";
import { prepareMails } from "../messages/one-time-messages.ts";
import { type UsedToken, voidOneTimeTokens } from "../messages/one-time-tokens.ts";
import { AuthError } from "../protocol/auth-error.ts";
import type { AuthMail } from "../service/auth-mail.ts";
import type { ServiceContext } from "../service/service-context.ts";
import type { CodeChallenge } from "../sessions/pkce.ts";
import { saveIdentity, type UserRow } from "../users/users.ts";

/**
 * Stores a new email address that applies once its mailbox and, if so configured, the current one have confirmed it.
 * Starting again voids earlier confirmations, so that one mailbox cannot confirm twice.
 */
export async function startEmailChange(
  sql: TransactionSql,
  context: ServiceContext,
  input: { user: UserRow; email: string; redirectTo: string; challenge: CodeChallenge | null },
): Promise<AuthMail[]> {
  const { user, email, redirectTo, challenge } = input;
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('email_change_token_new', 'email_change_token_current')`;
  await sql`
    update auth.users set email_change = ${email}, email_change_confirm_status = 0, updated_at = now()
    where id = ${user.id}`;
  const mustBothAgree = context.settings.doubleConfirmEmailChange && user.email !== null;
  return prepareMails(sql, context, {
    user: { ...user, email_change: email },
    kinds: mustBothAgree ? ["email_change_new", "email_change_current"] : ["email_change_new"],
    redirectTo,
    challenge,
  });
}

/**
 * Records the confirmation of one mailbox.
 * @param user locked by this transaction
 * @returns false while the other mailbox has not confirmed
 * @throws AuthError 422 email_exists
 */
export async function confirmEmailChange(sql: TransactionSql, user: UserRow, used: UsedToken): Promise<boolean> {
  const other = used.token_type === "email_change_token_new" ? "email_change_token_current" : "email_change_token_new";
  const awaited = await sql`
    select 1 from auth.one_time_tokens where user_id = ${user.id} and token_type = ${other}`;
  if (user.email_change_confirm_status === 0 && awaited.length > 0) {
    await sql`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${user.id}`;
    return false;
  }
  const email = user.email_change;
  await takeAddress("email", async () => {
    await sql`
      update auth.users set
        email = ${email}, email_change = '', email_change_confirm_status = 0, updated_at = now(),
        email_confirmed_at = now(),
        raw_user_meta_data = raw_user_meta_data || ${sql.json({ email, email_verified: true })}::jsonb
      where id = ${user.id}`;
  });
  await saveIdentity(sql, user.id, { email, isVerified: true });
  await voidOneTimeTokens(sql, user.id);
  return true;
}

/** Applies a new phone number. @throws AuthError 422 phone_exists */
export async function confirmPhoneChange(sql: TransactionSql, user: UserRow, phone: string): Promise<void> {
  await takeAddress("phone", async () => {
    await sql`
      update auth.users set
        phone = ${phone}, phone_change = '', phone_confirmed_at = now(), updated_at = now(),
        raw_user_meta_data = raw_user_meta_data || ${sql.json({ phone, phone_verified: true })}::jsonb
      where id = ${user.id}`;
  });
  await saveIdentity(sql, user.id, { phone, isVerified: true });
}

/**
 * Runs an update that sets an address, which another user may have.
 * @throws AuthError 422 email_exists, phone_exists
 */
export async function takeAddress(what: "email" | "phone", update: () => Promise<void>): Promise<void> {
  try {
    await update();
  } catch (error) {
    if (isDatabaseError(error) && error.code === "23505") throw addressExists(what);
    throw error;
  }
}

export function addressExists(what: "email" | "phone"): AuthError {
  const name = what === "email" ? "email address" : "phone number";
  return new AuthError(422, `${what}_exists`, `A user with this ${name} has already been registered`);
}
