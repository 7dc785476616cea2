import type { Context } from "hono";
import type { ShopData } from "#server/settings/shop-data.ts";
import { failed } from "#server/settings/unavailable.ts";
import { LOGIN_NEEDED, readCaller } from "./caller.ts";

export const NOT_FOUND = { error: "Not found." };

/**
 * The owner's token, which the database has looked at.
 * @returns `refusal` for everybody else: 401 without a valid token, 404 for who is not the owner
 */
export async function readOwner(data: ShopData, c: Context): Promise<{ rejection: Response | null; token: string }> {
  const caller = readCaller(c.req.header("authorization"));
  if (!caller) return { rejection: c.json(LOGIN_NEEDED, 401), token: "" };
  const right = await data.as(caller.token).rpc("staff_role");
  if (right.status === 401) return { rejection: c.json(LOGIN_NEEDED, 401), token: "" };
  if (right.error) throw failed(right.error);
  if (right.data !== "owner") return { rejection: c.json(NOT_FOUND, 404), token: "" };
  return { rejection: null, token: caller.token };
}
