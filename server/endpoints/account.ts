import { limitBody } from "@calabash/data-service/http";
import { Hono } from "hono";
import type { ShopData } from "#server/settings/shop-data.ts";
import { failed } from "#server/settings/unavailable.ts";
import { LOGIN_NEEDED, readCaller, rejectLargeBody } from "./caller.ts";
import { MFA_NEEDED, readPassword, reauthenticationError } from "./reauthentication.ts";

const LAST_ADMIN = {
  error: "You are the only admin. Make someone else an admin first.",
};

/**
 * `DELETE /account`, with `{ current_password }`, ends the caller's account for good and answers 204. The database cancels pending orders,
 * keeps all orders without the person, and takes names and addresses out of those that are over.
 * A sign-in by link, code, or provider within the last ten minutes counts as well.
 * @param options.onDeleted payments of cancelled orders wait to be closed
 * Errors, as `{ error }`: 401 without a valid token of a living session; 403 when the account has a second
 * step that this session has not taken, and (`code` current_password_required) without a password; 400 for a wrong
 * one (current_password_invalid), 429 for too many; 409 for the last admin.
 */
export function createAccountEndpoint({ data, onDeleted }: { data: ShopData; onDeleted: () => void }): Hono {
  return new Hono().delete("/account", limitBody({ maxSize: 4096, onError: rejectLargeBody }), async (c) => {
    const caller = readCaller(c.req.header("authorization"));
    if (!caller) return c.json(LOGIN_NEEDED, 401);
    // The auth service looks at signature and session; only then do the token's own words count.
    const found = await data.public.auth.getUser(caller.token);
    if (found.error) {
      // 403 for a token, 400 for a session that is over; a service that is away is no refusal.
      if ((found.error.status ?? 500) < 500) return c.json(LOGIN_NEEDED, 401);
      throw failed(found.error);
    }
    const { user } = found.data;
    const level = await data.public.auth.mfa.getAuthenticatorAssuranceLevel(caller.token);
    if (level.error) throw failed(level.error);
    if (level.data.currentLevel !== level.data.nextLevel) return c.json(MFA_NEEDED, 403);
    if (await isLastAdmin(user.id)) return c.json(LAST_ADMIN, 409);
    const problem = await reauthenticationError(data, user, {
      methods: level.data.currentAuthenticationMethods,
      password: readPassword(await c.req.json().catch(() => null)),
    });
    if (problem) return c.json(problem.body, problem.status);

    const { error } = await data.service.auth.admin.deleteUser(user.id);
    if (error?.status === 404) return c.json(LOGIN_NEEDED, 401);
    if (error) {
      // Two admins may delete their accounts at once; the database keeps the second.
      if (await isLastAdmin(user.id)) return c.json(LAST_ADMIN, 409);
      throw error;
    }
    onDeleted();
    return c.body(null, 204);
  });

  async function isLastAdmin(userId: string): Promise<boolean> {
    const answer = await data.service.rpc("is_last_admin", { user_id: userId }).throwOnError();
    return answer.data === true;
  }
}
