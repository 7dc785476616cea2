import { Hono } from "hono";
import { textIn } from "#app/values/unknown-value.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { dataOf, limitSmallBody, readOrderId } from "./caller.ts";
import { requireReauthenticatedOwner } from "./owner.ts";

/** A hundred years, which is how the auth service closes an account for good. */
const CLOSED = "876000h";

/**
 * Creates the owner's endpoints for customers, with the owner's bearer token and reauthentication. Both respond 204.
 * - `DELETE /customers/:customerId` deletes a customer: the database logs it and deletes a guest; the auth service deletes
 *   an account.
 * - `POST /customers/:customerId/merge` with `{ mergedId, current_password }` closes the login of the other account and
 *   moves its orders to this one; if they cannot be moved, the login is opened again.
 *
 * Errors, as `{ error }`: 401 without a valid token, 404 for others and for an unknown customer, 403, 400, and 429 as in
 * `requireReauthenticatedOwner`, 409 and 422 with the database's reason.
 * @param options.onDeleted called because payments of canceled orders must be closed
 */
export function createCustomerEndpoints({ data, onDeleted }: { data: ShopData; onDeleted: () => void }): Hono {
  const app = new Hono();

  app.delete("/customers/:customerId", limitSmallBody, async (c) => {
    const { token } = await requireReauthenticatedOwner(data, c);
    const started = await data
      .as(token)
      .rpc("begin_customer_deletion", { customer_id: readOrderId(c.req.param("customerId")) });
    const userId = dataOf(started) as string | null;
    if (userId !== null) {
      const { error } = await data.service.auth.admin.deleteUser(userId);
      // The account was deleted meanwhile.
      if (error && error.status !== 404) throw failed(error);
    }
    onDeleted();
    return c.body(null, 204);
  });

  app.post("/customers/:customerId/merge", limitSmallBody, async (c) => {
    const { token, body } = await requireReauthenticatedOwner(data, c);
    const accounts = {
      customer_id: readOrderId(c.req.param("customerId")),
      merged_id: readOrderId(textIn(body, "mergedId")),
    };
    dataOf(await data.as(token).rpc("preview_customer_merge", accounts));
    const found = await data.service.auth.admin.getUserById(accounts.merged_id);
    if (found.error) throw failed(found.error);
    const wasClosed = Date.parse(textIn(found.data.user, "banned_until") ?? "") > Date.now();
    await setLogin(accounts.merged_id, CLOSED);
    const merged = await data.as(token).rpc("merge_customers", accounts);
    // For example, the other account placed an order meanwhile.
    if (merged.error && !wasClosed) await setLogin(accounts.merged_id, "none");
    dataOf(merged);
    return c.body(null, 204);
  });

  async function setLogin(userId: string, ban_duration: string): Promise<void> {
    const { error } = await data.service.auth.admin.updateUserById(userId, { ban_duration });
    if (error) throw failed(error);
  }

  return app;
}
