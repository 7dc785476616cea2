import type { Sql, TransactionSql } from "../../database/connect.ts";

export type Queries = Sql | TransactionSql;

export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  /** The unconfirmed new address; empty if there is none. */
  email_change: string;
  email_change_sent_at: Date | null;
  /** 1 when one of the two mailboxes has confirmed. */
  email_change_confirm_status: number;
  phone_change: string;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_sso_user: boolean;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/**
 * Columns are listed everywhere: a prepared `select *` fails once a newer version of the store adds a column
 * ("cached plan must not change result type").
 */
export const USER_COLUMNS = [
  "id",
  "aud",
  "role",
  "email",
  "encrypted_password",
  "email_confirmed_at",
  "phone",
  "phone_confirmed_at",
  "confirmed_at",
  "last_sign_in_at",
  "invited_at",
  "confirmation_sent_at",
  "recovery_sent_at",
  "email_change",
  "email_change_sent_at",
  "email_change_confirm_status",
  "phone_change",
  "phone_change_sent_at",
  "reauthentication_sent_at",
  "raw_app_meta_data",
  "raw_user_meta_data",
  "banned_until",
  "is_sso_user",
  "is_anonymous",
  "created_at",
  "updated_at",
  "deleted_at",
] as const satisfies (keyof UserRow)[];

export interface IdentityRow {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Record<string, unknown>;
  email: string | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const IDENTITY_COLUMNS = [
  "id",
  "user_id",
  "provider",
  "provider_id",
  "identity_data",
  "email",
  "last_sign_in_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof IdentityRow)[];

export async function findUserByEmail(sql: Queries, email: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${sql.identifier(...USER_COLUMNS)} from auth.users
    where email = ${email} and not is_sso_user and deleted_at is null`;
  return user ?? null;
}

export async function findUserById(sql: Queries, id: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${sql.identifier(...USER_COLUMNS)} from auth.users where id = ${id} and deleted_at is null`;
  return user ?? null;
}

export async function listIdentities(sql: Queries, userId: string): Promise<IdentityRow[]> {
  return sql<IdentityRow[]>`
    select ${sql.identifier(...IDENTITY_COLUMNS)} from auth.identities
    where user_id = ${userId} order by created_at`;
}

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string;
  factor_type: "totp";
  status: "unverified" | "verified";
  /** Encrypted. */
  secret: string;
  /** PostgreSQL's bigint as text. */
  last_used_step: string;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const FACTOR_COLUMNS = [
  "id",
  "user_id",
  "friendly_name",
  "factor_type",
  "status",
  "secret",
  "last_used_step",
  "last_challenged_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof FactorRow)[];

export async function listFactors(sql: Queries, userId: string): Promise<FactorRow[]> {
  return sql<FactorRow[]>`
    select ${sql.identifier(...FACTOR_COLUMNS)} from auth.mfa_factors
    where user_id = ${userId} order by created_at`;
}

export async function findUserByPhone(sql: Queries, phone: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${sql.identifier(...USER_COLUMNS)} from auth.users
    where phone = ${phone} and deleted_at is null`;
  return user ?? null;
}

export interface NewUser {
  id?: string;
  email: string | null;
  phone: string | null;
  /** Null for a user who logs in with codes only. */
  encryptedPassword: string | null;
  isEmailConfirmed: boolean;
  /** False if the project confirms addresses without verifying them. Defaults to `isEmailConfirmed`. */
  isEmailVerified?: boolean;
  isPhoneConfirmed: boolean;
  metadata: Record<string, unknown>;
}

/** Adds a user with an identity for each address. @returns null when an address (or the id) is taken */
export async function addUser(sql: TransactionSql, person: NewUser): Promise<UserRow | null> {
  const providers = [...(person.email ? ["email"] : []), ...(person.phone ? ["phone"] : [])];
  const [user] = await sql<UserRow[]>`
    insert into auth.users
      (id, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (
      ${person.id ?? crypto.randomUUID()}, ${person.email}, ${person.phone}, ${person.encryptedPassword},
      ${person.isEmailConfirmed ? sql`now()` : null}, ${person.isPhoneConfirmed ? sql`now()` : null},
      ${sql.json({ provider: providers[0] ?? "email", providers })}, ${sql.json(person.metadata)}
    )
    on conflict do nothing
    returning ${sql.identifier(...USER_COLUMNS)}`;
  if (!user) return null;
  if (person.email)
    await saveIdentity(sql, user.id, {
      email: person.email,
      isVerified: person.isEmailVerified ?? person.isEmailConfirmed,
    });
  if (person.phone) await saveIdentity(sql, user.id, { phone: person.phone, isVerified: person.isPhoneConfirmed });
  return user;
}

/** Creates or updates the identity of an email address or phone number. */
export async function saveIdentity(
  sql: Queries,
  userId: string,
  given: { email: string; isVerified: boolean } | { phone: string; isVerified: boolean },
): Promise<void> {
  const [provider, address] = "email" in given ? ["email", given.email] : ["phone", given.phone];
  const data = {
    sub: userId,
    email_verified: provider === "email" && given.isVerified,
    phone_verified: provider === "phone" && given.isVerified,
    [provider]: address,
  };
  await sql`
    insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
    values (${userId}, ${provider}, ${userId}, ${sql.json(data)}, now())
    on conflict (provider, provider_id) do update set
      identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()
    where auth.identities.user_id = ${userId}`;
  await sql`
    update auth.users set raw_app_meta_data = jsonb_set(
      raw_app_meta_data, '{providers}', coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb(${provider}::text)
    )
    where id = ${userId} and not coalesce(raw_app_meta_data -> 'providers', '[]') ? ${provider}`;
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until > new Date();
}
