import type { TransactionSql } from "../../database/connect.ts";
import { voidOneTimeTokens } from "../messages/one-time-tokens.ts";
import { listIdentities, type Queries, type UserRow } from "../users/users.ts";

/**
 * Returns whether the account's email address was ever verified. Without confirmation at sign-up,
 * `email_confirmed_at` is set for any address, and only the identity has `email_verified: false`.
 */
export async function isEmailVerified(sql: Queries, user: UserRow): Promise<boolean> {
  if (user.email === null || user.is_sso_user) return true;
  if (user.email_confirmed_at === null) return false;
  const identities = await listIdentities(sql, user.id);
  return identities.some(
    ({ email, identity_data }) => email === user.email && identity_data["email_verified"] === true,
  );
}

/**
 * Removes access from an unverified account whose address was just verified by its owner: password, sessions, MFA
 * factors, phone number, other identities, unfinished flows, and the metadata that its sessions could write.
 * @param retained the identity and the flow that verified the address
 */
export async function removeUnverifiedAccess(
  sql: TransactionSql,
  userId: string,
  retained: { emailIdentity: boolean; flowStateId: string | null },
): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId}`;
  await sql`delete from auth.mfa_factors where user_id = ${userId}`;
  await sql`
    delete from auth.identities
    where user_id = ${userId} and not (${retained.emailIdentity} and provider = 'email')`;
  await sql`
    delete from auth.flow_state where user_id = ${userId} and id is distinct from ${retained.flowStateId}`;
  await voidOneTimeTokens(sql, userId);
  await sql`
    update auth.users set
      encrypted_password = null, phone = null, phone_confirmed_at = null, email_change = '', phone_change = '',
      email_change_confirm_status = 0, updated_at = now(),
      raw_app_meta_data = raw_app_meta_data || '{"provider": "email", "providers": ["email"]}',
      -- An address that waits for its confirmation has had no session; what the sign-up gave stays.
      raw_user_meta_data = case when email_confirmed_at is null then raw_user_meta_data
        else jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false) end
    where id = ${userId}`;
}
