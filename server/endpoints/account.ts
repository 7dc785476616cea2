import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { limitSmallBody, loginNeeded, requireCaller } from "./caller.ts";
import { requireReauthentication, requireVerifiedUser } from "./reauthentication.ts";

const lastAdmin = () => ({ error: t("You are the only admin. Make someone else an admin first.") });

/**
 * `DELETE /account` with `{ current_password }` deletes the caller's account and returns 204. The database cancels
 * pending orders, and anonymizes finished ones. The password is not needed after a login by link, code, or provider
 * within the last ten minutes.
 * Errors, as `{ error }`: 401 without a valid token of an active session; 403 if the account has MFA and this session
 * has not completed it, or without a password (`code` current_password_required); 400 for a wrong password
 * (current_password_invalid), 429 for too many; 409 for the last admin.
 * @param options.onDeleted called because payments of canceled orders must be closed
 */
export function createAccountEndpoint({ data, onDeleted }: { data: ShopData; onDeleted: () => void }): Hono {
  return new Hono().delete("/account", limitSmallBody, async (c) => {
    const caller = requireCaller(c);
    const verified = await requireVerifiedUser(data, caller.token);
    const { user } = verified;
    if (await isLastAdmin(user.id)) return c.json(lastAdmin(), 409);
    await requireReauthentication(data, verified, await c.req.json().catch(() => null));

    const { error } = await data.service.auth.admin.deleteUser(user.id);
    if (error?.status === 404) return c.json(loginNeeded(), 401);
    if (error) {
      // If the last two admins delete their accounts at the same time, the database rejects one.
      if (await isLastAdmin(user.id)) return c.json(lastAdmin(), 409);
      throw error;
    }
    onDeleted();
    return c.body(null, 204);
  });

  async function isLastAdmin(userId: string): Promise<boolean> {
    const response = await data.service.rpc("is_last_admin", { user_id: userId }).throwOnError();
    return response.data === true;
  }
}
