import type { Context } from "hono";
import { t } from "#app/messages/t.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { loginNeeded, readCaller } from "./caller.ts";
import { mfaNeeded, readPassword, reauthenticationError } from "./reauthentication.ts";

export const notFound = () => ({ error: t("Not found.") });

/**
 * Returns the owner's token, which the database has verified.
 * @returns `rejection` for others: 401 without a valid token, 404 if they are not the owner
 */
export async function readOwner(data: ShopData, c: Context): Promise<{ rejection: Response | null; token: string }> {
  const caller = readCaller(c.req.header("authorization"));
  if (!caller) return { rejection: c.json(loginNeeded(), 401), token: "" };
  const right = await data.as(caller.token).rpc("staff_role");
  if (right.status === 401) return { rejection: c.json(loginNeeded(), 401), token: "" };
  if (right.error) throw failed(right.error);
  if (right.data !== "owner") return { rejection: c.json(notFound(), 404), token: "" };
  return { rejection: null, token: caller.token };
}

/**
 * Returns the owner's token and the request's body after reauthentication with its `current_password`, for actions that
 * need more than a session.
 * @returns `rejection` as in `readOwner`; 403 if the account has MFA and this session has not completed it; 403, 400,
 * and 429 as in `reauthenticationError`
 */
export async function readReauthenticatedOwner(
  data: ShopData,
  c: Context,
): Promise<{ rejection: Response | null; token: string; body: unknown }> {
  const { rejection, token } = await readOwner(data, c);
  const reject = (response: Response) => ({ rejection: response, token: "", body: null });
  if (rejection) return reject(rejection);
  const found = await data.public.auth.getUser(token);
  if (found.error) {
    if ((found.error.status ?? 500) < 500) return reject(c.json(loginNeeded(), 401));
    throw failed(found.error);
  }
  const level = await data.public.auth.mfa.getAuthenticatorAssuranceLevel(token);
  if (level.error) throw failed(level.error);
  // Required even where MFA is optional: for an account with MFA, the password alone is not enough.
  if (level.data.currentLevel !== level.data.nextLevel) return reject(c.json(mfaNeeded(), 403));
  const body: unknown = await c.req.json().catch(() => null);
  const problem = await reauthenticationError(data, found.data.user, {
    methods: level.data.currentAuthenticationMethods,
    password: readPassword(body),
  });
  return problem ? reject(c.json(problem.body, problem.status)) : { rejection: null, token, body };
}
