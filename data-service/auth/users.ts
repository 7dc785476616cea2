import type { JSONValue, Sql, TransactionSql } from "../database/connect.ts";
import { AuthError } from "./auth-error.ts";

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
  /** The address that waits to be confirmed; empty for none. */
  email_change: string;
  email_change_sent_at: Date | null;
  /** 1 when one of two addresses has confirmed. */
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

export async function findUserByEmail(sql: Queries, email: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where email = ${email} and not is_sso_user and deleted_at is null`;
  return user ?? null;
}

export async function findUserById(sql: Queries, id: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`select * from auth.users where id = ${id} and deleted_at is null`;
  return user ?? null;
}

export async function listIdentities(sql: Queries, userId: string): Promise<IdentityRow[]> {
  return sql<IdentityRow[]>`select * from auth.identities where user_id = ${userId} order by created_at`;
}

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string;
  factor_type: "totp";
  status: "unverified" | "verified";
  /** Sealed. */
  secret: string;
  /** PostgreSQL's bigint as text. */
  last_used_step: string;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export async function listFactors(sql: Queries, userId: string): Promise<FactorRow[]> {
  return sql<FactorRow[]>`select * from auth.mfa_factors where user_id = ${userId} order by created_at`;
}

export async function findUserByPhone(sql: Queries, phone: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where phone = ${phone} and deleted_at is null`;
  return user ?? null;
}

export interface NewUser {
  id?: string;
  email: string | null;
  phone: string | null;
  /** Null: signs in by codes alone. */
  encryptedPassword: string | null;
  isEmailConfirmed: boolean;
  /** False: confirmed because this project asks for no proof. Left out: as confirmed. */
  isEmailProven?: boolean;
  isPhoneConfirmed: boolean;
  metadata: Record<string, unknown>;
}

/**
 * Adds a user with an identity for each address.
 * @returns null when an address (or the id) is taken
 */
export async function addUser(sql: TransactionSql, person: NewUser): Promise<UserRow | null> {
  const providers = [...(person.email ? ["email"] : []), ...(person.phone ? ["phone"] : [])];
  const [user] = await sql<UserRow[]>`
    insert into auth.users
      (id, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (
      ${person.id ?? crypto.randomUUID()}, ${person.email}, ${person.phone}, ${person.encryptedPassword},
      ${person.isEmailConfirmed ? sql`now()` : null}, ${person.isPhoneConfirmed ? sql`now()` : null},
      ${sql.json({ provider: providers[0] ?? "email", providers })}, ${sql.json(person.metadata as JSONValue)}
    )
    on conflict do nothing
    returning *`;
  if (!user) return null;
  if (person.email)
    await keepIdentity(sql, user.id, {
      email: person.email,
      isVerified: person.isEmailProven ?? person.isEmailConfirmed,
    });
  if (person.phone)
    await keepIdentity(sql, user.id, { phone: person.phone, isVerified: person.isPhoneConfirmed });
  return user;
}

/** Makes the identity of an e-mail address or a phone number, or says what it now is. */
export async function keepIdentity(
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

/** The user as clients see it: https://supabase.com/docs/guides/auth/users */
export async function describeUser(sql: Queries, user: UserRow): Promise<Record<string, unknown>> {
  return presentUser(user, await listIdentities(sql, user.id), await listFactors(sql, user.id));
}

export function presentUser(
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
    factors: factors.length === 0 ? undefined : factors.map(presentFactor),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

export function presentFactor(factor: FactorRow): Record<string, unknown> {
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

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until > new Date();
}

/** @throws AuthError 400 validation_failed */
export function parseEmail(text: unknown): string {
  if (typeof text !== "string" || text === "") {
    throw new AuthError(400, "validation_failed", "An email address is required");
  }
  const email = text.trim().toLowerCase();
  if (
    email.length > 255 ||
    !/^[^\s@"(),:;<>[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(
      email,
    )
  ) {
    throw new AuthError(400, "validation_failed", "Unable to validate email address: invalid format");
  }
  return email;
}

/** Digits alone, as Supabase keeps them. @throws AuthError 400 validation_failed */
export function parsePhone(text: string): string {
  const phone = text.replace(/^\+/, "").replaceAll(" ", "");
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) {
    throw new AuthError(400, "validation_failed", "Invalid phone number format (E.164 required)");
  }
  return phone;
}
