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
  recovery_sent_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
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

/**
 * Adds a user who signs in with e-mail and password, already confirmed.
 * @throws AuthError 422 user_already_exists
 */
export async function addEmailUser(
  sql: TransactionSql,
  person: { email: string; encryptedPassword: string; metadata: Record<string, unknown> },
): Promise<UserRow> {
  const id = crypto.randomUUID();
  // The service itself adds what it knows for sure, as the real one does.
  const metadata = {
    ...person.metadata,
    sub: id,
    email: person.email,
    email_verified: true,
    phone_verified: false,
  };
  const [user] = await sql<UserRow[]>`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (
      ${id}, ${person.email}, ${person.encryptedPassword}, now(),
      ${sql.json({ provider: "email", providers: ["email"] })}, ${sql.json(metadata as JSONValue)}
    )
    on conflict (email) where not is_sso_user do nothing
    returning *`;
  if (!user) throw new AuthError(422, "user_already_exists", "User already registered");
  await sql`
    insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
    values (${id}, 'email', ${id}, ${sql.json(metadata as JSONValue)}, now())`;
  return user;
}

/** The user as clients see it: https://supabase.com/docs/guides/auth/users */
export function presentUser(user: UserRow, identities: IdentityRow[]): Record<string, unknown> {
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
    recovery_sent_at: user.recovery_sent_at ?? undefined,
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
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
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
