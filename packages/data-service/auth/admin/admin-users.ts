import type { Context } from "hono";
import type { TransactionSql } from "../../database/connect.ts";
import { addressExists, takeAddress } from "../accounts/email-change.ts";
import { voidOneTimeTokens } from "../messages/one-time-tokens.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { isUuid, optionalText, parseBody, rejectOtherParameters } from "../protocol/request-body.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { endSessions } from "../sessions/sessions.ts";
import { describeUser } from "../users/user-response.ts";
import { addUser, saveIdentity, USER_COLUMNS, type UserRow } from "../users/users.ts";
import { type Attributes, readAttributes } from "./admin-user-attributes.ts";

const MAX_PER_PAGE = 1000;

/** `GET /admin/users/{id}`. @throws AuthError 404 user_not_found */
export async function showUser(context: ServiceContext, _: unknown, c: Context): Promise<object> {
  return describeUser(context.sql, await getUserById(context, c));
}

/**
 * `DELETE /admin/users/{id}`: deletes permanently.
 * @throws AuthError 404 user_not_found, 400 validation_failed for a soft delete
 */
export async function deleteUser(context: ServiceContext, _: unknown, c: Context): Promise<object> {
  const user = await getUserById(context, c);
  const text = await c.req.text();
  if (text !== "" && (await parseBody(c))["should_soft_delete"] === true) {
    throw validationFailed("Soft deletion is not supported");
  }
  await context.sql`delete from auth.users where id = ${user.id}`;
  for (const name of [user.email, user.phone]) {
    if (name) await Promise.all([context.passwordLimiter.forget(name), context.codeLimiter.forget(name)]);
  }
  return {};
}

/** Returns the user that the path names. @throws AuthError 404 user_not_found */
export async function getUserById({ sql }: ServiceContext, c: Context): Promise<UserRow> {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const [user] = await sql<UserRow[]>`select ${sql.identifier(...USER_COLUMNS)} from auth.users where id = ${id}`;
  if (!user) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}

/** `GET /admin/users`: lists the newest users first; the `link` header has the next and the last page. */
export async function listUsers({ sql }: ServiceContext, _: unknown, c: Context): Promise<Record<string, unknown>> {
  rejectOtherParameters(c, ["page", "per_page"]);
  const page = readCount(c.req.query("page"), 1);
  const perPage = Math.min(readCount(c.req.query("per_page"), 50), MAX_PER_PAGE);
  const users = await sql<UserRow[]>`
    select ${sql.identifier(...USER_COLUMNS)} from auth.users where deleted_at is null
    order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`;
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from auth.users where deleted_at is null`;
  const total = counted?.count ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) =>
    `<${new URL(c.req.url).pathname}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < lastPage ? [link(page + 1, "next")] : []), link(lastPage, "last")];
  c.header("x-total-count", String(total));
  c.header("link", links.join(", "));
  const described = [];
  for (const user of users) described.push(await describeUser(sql, user));
  return { users: described, aud: "authenticated" };
}

function readCount(text: string | undefined, fallback: number): number {
  if (text === undefined || text === "") return fallback;
  if (!/^\d{1,9}$/.test(text)) {
    throw validationFailed(
      `Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  }
  return Math.max(1, Number(text));
}

/** `POST /admin/users`. @throws AuthError 400 validation_failed, 422 email_exists, phone_exists, weak_password */
export async function createUser({ sql, settings }: ServiceContext, _: unknown, c: Context): Promise<object> {
  const body = await parseBody(c);
  const id = optionalText(body, "id");
  if (id !== "" && !isUuid(id)) throw validationFailed("ID must conform to the uuid v4 format");
  const attributes = await readAttributes(body, settings);
  const { email, phone } = attributes;
  if (!email && !phone) throw validationFailed("Cannot create a user without either an email or phone");
  const made = await sql.begin(async (transaction) => {
    const user = await addUser(transaction, {
      ...(id === "" ? {} : { id }),
      ...attributes,
      metadata: attributes.userMetadata,
    });
    if (!user) {
      const [taken] = await transaction<{ what: "email" | "phone" }[]>`
        select case when email = ${email} then 'email' else 'phone' end as what
        from auth.users where email = ${email} or phone = ${phone}`;
      throw taken ? addressExists(taken.what) : new AuthError(422, "conflict", "A user with this id exists");
    }
    return applyMetadata(transaction, user.id, { ...attributes, userMetadata: {} });
  });
  return describeUser(sql, made);
}

/** `PUT /admin/users/{id}`. @throws AuthError 404 user_not_found, and those of `createUser` */
export async function changeUser(context: ServiceContext, _: unknown, c: Context): Promise<object> {
  const { sql, settings } = context;
  const user = await getUserById(context, c);
  const attributes = await readAttributes(await parseBody(c), settings);
  const { email, phone, encryptedPassword } = attributes;
  const changed = await sql.begin(async (transaction) => {
    if (email) {
      await takeAddress("email", async () => {
        await transaction`
          update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0
          where id = ${user.id}`;
      });
      await saveIdentity(transaction, user.id, { email, isVerified: attributes.isEmailConfirmed });
    }
    if (phone) {
      await takeAddress("phone", async () => {
        await transaction`update auth.users set phone = ${phone}, phone_change = '' where id = ${user.id}`;
      });
      await saveIdentity(transaction, user.id, { phone, isVerified: attributes.isPhoneConfirmed });
    }
    if (encryptedPassword) {
      await transaction`update auth.users set encrypted_password = ${encryptedPassword} where id = ${user.id}`;
    }
    // Tokens sent to the old address, or before the password changed, become void.
    if (email || phone || encryptedPassword) await voidOneTimeTokens(transaction, user.id);
    if (encryptedPassword || attributes.bannedUntil) await endSessions(transaction, "global", user.id, "");
    return applyMetadata(transaction, user.id, attributes);
  });
  return describeUser(sql, changed);
}

/** Updates metadata, ban and confirmations. Metadata is merged by key, and null removes a key. */
async function applyMetadata(sql: TransactionSql, userId: string, given: Attributes): Promise<UserRow> {
  const merged = (column: string, data: Record<string, unknown>) => {
    const removed = Object.keys(data).filter((name) => data[name] === null);
    return sql`(${sql.identifier(column)} || ${sql.json(data)}::jsonb) - ${removed}::text[]`;
  };
  const { bannedUntil } = given;
  const [user] = await sql<UserRow[]>`
    update auth.users set
      raw_user_meta_data = ${merged("raw_user_meta_data", given.userMetadata)},
      raw_app_meta_data = ${merged("raw_app_meta_data", given.appMetadata)},
      banned_until = ${bannedUntil === undefined ? sql`banned_until` : bannedUntil},
      email_confirmed_at = ${given.isEmailConfirmed ? sql`coalesce(email_confirmed_at, now())` : sql`email_confirmed_at`},
      phone_confirmed_at = ${given.isPhoneConfirmed ? sql`coalesce(phone_confirmed_at, now())` : sql`phone_confirmed_at`},
      updated_at = now()
    where id = ${userId}
    returning ${sql.identifier(...USER_COLUMNS)}`;
  if (!user) throw new AuthError(404, "user_not_found", "User not found");
  if (given.isEmailConfirmed) {
    await sql`
      update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
      where user_id = ${userId} and provider = 'email' and email = ${user.email}`;
  }
  return user;
}
