import type { Sql, TransactionSql } from "../../database/connect.ts";

export type Queries = Sql | TransactionSql;

/** Kinds of columns with the types of their values; those with `?` may be null. */
interface ColumnTypes {
  text: string;
  "text?": string | null;
  time: Date;
  "time?": Date | null;
  json: Record<string, unknown>;
  boolean: boolean;
  number: number;
}
type RowOf<Columns extends Record<string, keyof ColumnTypes>> = {
  -readonly [Name in keyof Columns]: ColumnTypes[Columns[Name]];
};

const USER = {
  id: "text",
  aud: "text",
  role: "text",
  email: "text?",
  encrypted_password: "text?",
  email_confirmed_at: "time?",
  phone: "text?",
  phone_confirmed_at: "time?",
  confirmed_at: "time?",
  last_sign_in_at: "time?",
  invited_at: "time?",
  confirmation_sent_at: "time?",
  recovery_sent_at: "time?",
  /** The unconfirmed new address; empty if there is none. */
  email_change: "text",
  email_change_sent_at: "time?",
  /** 1 when one of the two mailboxes has confirmed. */
  email_change_confirm_status: "number",
  phone_change: "text",
  phone_change_sent_at: "time?",
  reauthentication_sent_at: "time?",
  raw_app_meta_data: "json",
  raw_user_meta_data: "json",
  banned_until: "time?",
  is_sso_user: "boolean",
  is_anonymous: "boolean",
  created_at: "time",
  updated_at: "time",
  deleted_at: "time?",
} as const;
export type UserRow = RowOf<typeof USER>;

/**
 * Columns are listed everywhere: a prepared `select *` fails once a newer version of the store adds a column
 * ("cached plan must not change result type").
 */
export const USER_COLUMNS = Object.keys(USER);

const IDENTITY = {
  id: "text",
  user_id: "text",
  provider: "text",
  provider_id: "text",
  identity_data: "json",
  email: "text?",
  last_sign_in_at: "time?",
  created_at: "time",
  updated_at: "time",
} as const;
export type IdentityRow = RowOf<typeof IDENTITY>;
export const IDENTITY_COLUMNS = Object.keys(IDENTITY);

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

const FACTOR = {
  id: "text",
  user_id: "text",
  friendly_name: "text",
  factor_type: "text",
  status: "text",
  /** Encrypted. */
  secret: "text",
  /** PostgreSQL's bigint as text. */
  last_used_step: "text",
  last_challenged_at: "time?",
  created_at: "time",
  updated_at: "time",
} as const;
export type FactorRow = RowOf<typeof FACTOR> & { factor_type: "totp"; status: "unverified" | "verified" };

export async function listFactors(sql: Queries, userId: string): Promise<FactorRow[]> {
  return sql<FactorRow[]>`
    select ${sql.identifier(...Object.keys(FACTOR))} from auth.mfa_factors
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
