import { type FactorRow, type IdentityRow, listFactors, listIdentities, type Queries, type UserRow } from "./users.ts";

/** Returns the user as clients see it: https://supabase.com/docs/guides/auth/users */
export async function describeUser(sql: Queries, user: UserRow): Promise<Record<string, unknown>> {
  return userResponse(user, await listIdentities(sql, user.id), await listFactors(sql, user.id));
}

export function userResponse(
  user: UserRow,
  identities: IdentityRow[],
  factors: FactorRow[] = [],
): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    phone: user.phone ?? "",
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: user.phone_change_sent_at ?? undefined,
    reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.provider_id,
      user_id: identity.user_id,
      identity_data: identity.identity_data,
      provider: identity.provider,
      last_sign_in_at: identity.last_sign_in_at,
      created_at: identity.created_at,
      updated_at: identity.updated_at,
      email: identity.email ?? undefined,
    })),
    factors: factors.length === 0 ? undefined : factors.map(factorResponse),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

export function factorResponse(factor: FactorRow): Record<string, unknown> {
  const { id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at } = factor;
  return {
    id,
    friendly_name,
    factor_type,
    status,
    created_at,
    updated_at,
    last_challenged_at: last_challenged_at ?? undefined,
  };
}
