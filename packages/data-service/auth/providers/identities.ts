import type { Context } from "hono";
import type { Sql, TransactionSql } from "../../database/connect.ts";
import { isDatabaseError } from "../../database/database-error.ts";
import { addressExists } from "../accounts/email-change.ts";
import { signUpDisabled } from "../accounts/sign-up.ts";
import { isEmailVerified, removeUnverifiedAccess } from "../accounts/unverified-accounts.ts";
import { sendNotice } from "../messages/notices.ts";
import { AuthError, userBanned } from "../protocol/auth-error.ts";
import { isUuid } from "../protocol/request-body.ts";
import type { ServiceContext } from "../service/service-context.ts";
import type { SignedIn } from "../sessions/signed-in.ts";
import {
  findUserById,
  IDENTITY_COLUMNS,
  type IdentityRow,
  isBanned,
  listIdentities,
  USER_COLUMNS,
  type UserRow,
} from "../users/users.ts";

/** Verified profile from an external provider. */
export interface ProviderProfile {
  /** "google", or "sso:" followed by the provider's id. */
  provider: string;
  /** The provider's permanent id of the user. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** Stored with the identity, and in the user's metadata. */
  claims: Record<string, unknown>;
}

export interface FoundUser {
  user: UserRow;
  /** Whether the identity was added to an existing account. */
  isLinked: boolean;
}

/**
 * Returns the user of an identity: its owner, else the user with the same verified email address, else a new one. SAML
 * SSO users are separate: they are never matched by address.
 * @throws AuthError 403 user_banned, 422 provider_email_needs_verification, signup_disabled
 */
export async function signInWithIdentity(
  sql: TransactionSql,
  profile: ProviderProfile,
  allowed: { disableSignup: boolean },
): Promise<FoundUser> {
  await lockIdentity(sql, profile);
  const known = await findIdentity(sql, profile);
  const { user, isLinked } = known
    ? { user: await recognizeUser(sql, known, profile), isLinked: false }
    : await matchUser(sql, profile, allowed);
  if (isBanned(user)) throw userBanned(403);
  return { user: await describeProviders(sql, user.id), isLinked };
}

/**
 * Links an identity to a logged-in user, with any email address.
 * @throws AuthError 422 identity_already_exists, user_not_found
 */
export async function linkIdentity(sql: TransactionSql, userId: string, profile: ProviderProfile): Promise<FoundUser> {
  await lockIdentity(sql, profile);
  const reject = (code: string, message: string) => new AuthError(422, code, message);
  const user = await findUserById(sql, userId);
  if (!user) throw reject("user_not_found", "Linking target user not found");
  if (isBanned(user)) throw userBanned(403);
  const known = await findIdentity(sql, profile);
  if (known) {
    const owner = known.user_id === userId ? "" : " to another user";
    throw reject("identity_already_exists", `Identity is already linked${owner}`);
  }
  await addIdentity(sql, userId, profile);
  return { user: await describeProviders(sql, userId), isLinked: true };
}

/**
 * `DELETE /user/identities/{id}`: unlinks an identity, but not the last one. Unlinking the email identity removes the
 * password.
 * @throws AuthError 404 validation_failed, 422 single_identity_not_deletable, identity_not_found,
 * email_conflict_identity_not_deletable
 */
export async function unlinkIdentity(context: ServiceContext, { user }: SignedIn, c: Context): Promise<object> {
  await removeIdentity(context.sql, user.id, c.req.param("id") ?? "");
  sendNotice(context, "identity_unlinked", { to: user.email });
  return {};
}

async function removeIdentity(sql: Sql, userId: string, identityId: string): Promise<void> {
  if (!isUuid(identityId)) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  const reject = (code: string, message: string) => new AuthError(422, code, message);
  await sql.begin(async (transaction) => {
    // The second of two concurrent calls sees the result of the first.
    await transaction`select 1 from auth.users where id = ${userId} for update`;
    const identities = await listIdentities(transaction, userId);
    if (identities.length <= 1) {
      const message = "User must have at least 1 identity after unlinking";
      throw reject("single_identity_not_deletable", message);
    }
    const unlinked = identities.find(({ id }) => id === identityId.toLowerCase());
    if (!unlinked) throw reject("identity_not_found", "Identity doesn't exist");
    await transaction`delete from auth.identities where id = ${unlinked.id}`;
    if (unlinked.provider === "phone") {
      await transaction`update auth.users set phone = null, phone_confirmed_at = null where id = ${userId}`;
    } else {
      await setEmailFromIdentities(transaction, userId, unlinked).catch((error: unknown) => {
        if (!isDatabaseError(error) || error.code !== "23505") throw error;
        const message = "Unable to unlink identity due to email conflict";
        throw reject("email_conflict_identity_not_deletable", message);
      });
    }
    await describeProviders(transaction, userId);
  });
}

/** Serializes logins with one identity: two concurrent callbacks must not create two users. */
async function lockIdentity(sql: TransactionSql, profile: ProviderProfile): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${profile.provider} ${profile.subject}`}, 0))`;
}

async function findIdentity(sql: TransactionSql, profile: ProviderProfile): Promise<IdentityRow | null> {
  const [identity] = await sql<IdentityRow[]>`
    select ${sql.identifier(...IDENTITY_COLUMNS)} from auth.identities where provider = ${profile.provider} and provider_id = ${profile.subject}`;
  return identity ?? null;
}

async function recognizeUser(
  sql: TransactionSql,
  identity: IdentityRow,
  { claims }: ProviderProfile,
): Promise<UserRow> {
  await sql`
    update auth.identities set identity_data = ${sql.json(claims)}, last_sign_in_at = now(), updated_at = now()
    where id = ${identity.id}`;
  const [user] = await sql<UserRow[]>`
    update auth.users set raw_user_meta_data = raw_user_meta_data || ${sql.json(claims)}, updated_at = now()
    where id = ${identity.user_id} and deleted_at is null returning ${sql.identifier(...USER_COLUMNS)}`;
  if (!user) throw userBanned(403);
  return user;
}

async function matchUser(
  sql: TransactionSql,
  profile: ProviderProfile,
  allowed: { disableSignup: boolean },
): Promise<FoundUser> {
  const adopted = await adoptUser(sql, profile);
  return adopted ? { user: adopted, isLinked: true } : addProviderUser(sql, profile, allowed);
}

/** Finds the user with the same email address, if the provider verified it. */
async function adoptUser(sql: TransactionSql, profile: ProviderProfile): Promise<UserRow | null> {
  if (isSingleSignOn(profile)) return null;
  if (!profile.email || !profile.isEmailVerified) {
    throw new AuthError(
      422,
      "provider_email_needs_verification",
      `Unverified email with ${profile.provider}. Verify the email with ${profile.provider} in order to sign in`,
    );
  }
  const [user] = await sql<UserRow[]>`
    select ${sql.identifier(...USER_COLUMNS)} from auth.users where email = ${profile.email} and not is_sso_user and deleted_at is null for update`;
  if (!user) return null;
  if (!(await isEmailVerified(sql, user))) await takeOver(sql, user, profile);
  await addIdentity(sql, user.id, profile);
  return user;
}

/** Gives an account with an unverified address to the owner of the address, as verified by the provider. */
async function takeOver(sql: TransactionSql, user: UserRow, { claims }: ProviderProfile): Promise<void> {
  await removeUnverifiedAccess(sql, user.id, { emailIdentity: false, flowStateId: null });
  await sql`
    update auth.users set email_confirmed_at = now(), raw_user_meta_data = ${sql.json(claims)}
    where id = ${user.id}`;
}

async function addProviderUser(
  sql: TransactionSql,
  profile: ProviderProfile,
  allowed: { disableSignup: boolean },
): Promise<FoundUser> {
  if (allowed.disableSignup) throw signUpDisabled();
  const [user] = await sql<UserRow[]>`
    insert into auth.users (email, email_confirmed_at, is_sso_user, raw_user_meta_data)
    values (${profile.email}, now(), ${isSingleSignOn(profile)}, ${sql.json(profile.claims)})
    on conflict do nothing returning ${sql.identifier(...USER_COLUMNS)}`;
  // A concurrent sign-up with this address is visible now.
  const adopted = user ? null : await adoptUser(sql, profile);
  if (adopted) return { user: adopted, isLinked: true };
  if (!user) throw addressExists("email");
  await addIdentity(sql, user.id, profile);
  return { user, isLinked: false };
}

async function addIdentity(sql: TransactionSql, userId: string, profile: ProviderProfile): Promise<void> {
  await sql`
    insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
    values (${userId}, ${profile.provider}, ${profile.subject}, ${sql.json(profile.claims)}, now())`;
}

/** Sets the account's address to that of its email identity, else to the oldest one that a provider has verified. */
async function setEmailFromIdentities(sql: TransactionSql, userId: string, unlinked: IdentityRow): Promise<void> {
  const identities = await listIdentities(sql, userId);
  const named =
    identities.find(({ provider }) => provider === "email") ??
    identities.find(({ email, identity_data }) => email && identity_data["email_verified"] === true);
  await sql`
    update auth.users set
      email = ${named?.email ?? null}, updated_at = now(),
      encrypted_password = case when ${unlinked.provider === "email"} then null else encrypted_password end
    where id = ${userId}`;
}

/** Writes the user's identity providers into the app metadata. */
async function describeProviders(sql: TransactionSql, userId: string): Promise<UserRow> {
  const providers = (await listIdentities(sql, userId)).map(({ provider }) => provider);
  const described = { provider: providers[0] ?? "email", providers };
  const [user] = await sql<UserRow[]>`
    update auth.users set raw_app_meta_data = raw_app_meta_data || ${sql.json(described)}, updated_at = now()
    where id = ${userId} returning ${sql.identifier(...USER_COLUMNS)}`;
  if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  return user;
}

function isSingleSignOn({ provider }: ProviderProfile): boolean {
  return provider.startsWith("sso:");
}
