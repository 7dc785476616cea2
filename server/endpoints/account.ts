import { limitBody } from "@calabash/data-service/http";
import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { loginNeeded, readCaller, rejectLargeBody } from "./caller.ts";
import { mfaNeeded, readPassword, reauthenticationError } from "./reauthentication.ts";

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
  return new Hono().delete("/account", limitBody({ maxSize: 4096, onError: rejectLargeBody }), async (c) => {
    const caller = readCaller(c.req.header("authorization"));
    if (!caller) return c.json(loginNeeded(), 401);
    // Trust the token's claims only after the auth service has verified its signature and session.
    const found = await data.public.auth.getUser(caller.token);
    if (found.error) {
      // 403 means a bad token, 400 an expired session; 5xx means that the service is unavailable.
      if ((found.error.status ?? 500) < 500) return c.json(loginNeeded(), 401);
      throw failed(found.error);
    }
    const { user } = found.data;
    const level = await data.public.auth.mfa.getAuthenticatorAssuranceLevel(caller.token);
    if (level.error) throw failed(level.error);
    if (level.data.currentLevel !== level.data.nextLevel) return c.json(mfaNeeded(), 403);
    if (await isLastAdmin(user.id)) return c.json(lastAdmin(), 409);
    const problem = await reauthenticationError(data, user, {
      methods: level.data.currentAuthenticationMethods,
      password: readPassword(await c.req.json().catch(() => null)),
    });
    if (problem) return c.json(problem.body, problem.status);

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
    const answer = await data.service.rpc("is_last_admin", { user_id: userId }).throwOnError();
    return answer.data === true;
  }
}
