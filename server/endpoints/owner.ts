import type { Context } from "hono";
import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { Rejection, readRole, requireCaller } from "./caller.ts";
import { requireReauthentication, requireVerifiedUser } from "./reauthentication.ts";

export const notFound = () => ({ error: t("Not found.") });

/**
 * Returns the owner's token, which the database has verified.
 * @throws Rejection 401 without a valid token, 404 if the caller is not the owner
 */
export async function requireOwner(data: ShopData, c: Context): Promise<string> {
  const caller = requireCaller(c);
  if ((await readRole(data, caller)) !== "owner") throw new Rejection(404, notFound());
  return caller.token;
}

/**
 * Returns the owner's token and the request's body after reauthentication with its `current_password`, for actions that
 * need more than a session.
 * @throws Rejection as in `requireOwner`, `requireVerifiedUser`, and `requireReauthentication`
 */
export async function requireReauthenticatedOwner(
  data: ShopData,
  c: Context,
): Promise<{ token: string; body: unknown }> {
  const token = await requireOwner(data, c);
  const verified = await requireVerifiedUser(data, token);
  const body: unknown = await c.req.json().catch(() => null);
  await requireReauthentication(data, verified, body);
  return { token, body };
}
