import type { Context } from "hono";
import { deleteFactor, getFactor, lockUser } from "../mfa/factors.ts";
import { AuthError } from "../protocol/auth-error.ts";
import { isUuid } from "../protocol/request-body.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { factorResponse } from "../users/user-response.ts";
import { findUserById, listFactors, type Queries } from "../users/users.ts";

/** `GET /admin/users/{id}/factors`. @throws AuthError 404 user_not_found */
export async function listUsersFactors({ sql }: ServiceContext, _: unknown, c: Context): Promise<object[]> {
  const userId = await getUserId(sql, c);
  return (await listFactors(sql, userId)).map(factorResponse);
}

/**
 * `DELETE /admin/users/{id}/factors/{factorId}`: removes an authenticator, so that a user who lost it and the recovery
 * codes can log in again.
 * @throws AuthError 404 user_not_found, mfa_factor_not_found
 */
export async function deleteUsersFactor({ sql }: ServiceContext, _: unknown, c: Context): Promise<object> {
  const userId = await getUserId(sql, c);
  const deleted = await sql.begin(async (transaction) => {
    await lockUser(transaction, userId);
    const factor = await getFactor(transaction, userId, c.req.param("factorId") ?? "");
    await deleteFactor(transaction, factor.id);
    return factor;
  });
  return factorResponse(deleted);
}

async function getUserId(sql: Queries, c: Context): Promise<string> {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUserById(sql, id);
  if (!user) throw new AuthError(404, "user_not_found", "User not found");
  return user.id;
}
