import { limitBody } from "@calabash/data-service/http";
import { type Context, Hono } from "hono";
import { textIn } from "#app/values/unknown-value.ts";
import { errorText } from "#server/base/error-text.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { loginNeeded, readOrderId, rejectLargeBody } from "./caller.ts";
import { readReauthenticatedOwner } from "./owner.ts";

const STATUS_OF: Readonly<Record<string, 404 | 409 | 422>> = { PT404: 404, PT409: 409, PT422: 422 };
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
 * `readReauthenticatedOwner`, 409 and 422 with the database's reason.
 * @param options.onDeleted called because payments of canceled orders must be closed
 */
export function createCustomerEndpoints({ data, onDeleted }: { data: ShopData; onDeleted: () => void }): Hono {
  const app = new Hono();

  app.delete("/customers/:customerId", limitBody({ maxSize: 4096, onError: rejectLargeBody }), async (c) => {
    const { rejection, token } = await readReauthenticatedOwner(data, c);
    if (rejection) return rejection;
    const started = await data
      .as(token)
      .rpc("begin_customer_deletion", { customer_id: readOrderId(c.req.param("customerId")) });
    if (started.error) return reject(c, started);
    const userId = started.data as string | null;
    if (userId !== null) {
      const { error } = await data.service.auth.admin.deleteUser(userId);
      // The account was deleted meanwhile.
      if (error && error.status !== 404) throw failed(error);
    }
    onDeleted();
    return c.body(null, 204);
  });

  app.post("/customers/:customerId/merge", limitBody({ maxSize: 4096, onError: rejectLargeBody }), async (c) => {
    const { rejection, token, body } = await readReauthenticatedOwner(data, c);
    if (rejection) return rejection;
    const accounts = {
      customer_id: readOrderId(c.req.param("customerId")),
      merged_id: readOrderId(textIn(body, "mergedId")),
    };
    const preview = await data.as(token).rpc("preview_customer_merge", accounts);
    if (preview.error) return reject(c, preview);
    const found = await data.service.auth.admin.getUserById(accounts.merged_id);
    if (found.error) throw failed(found.error);
    const wasClosed = Date.parse(textIn(found.data.user, "banned_until") ?? "") > Date.now();
    await setLogin(accounts.merged_id, CLOSED);
    const merged = await data.as(token).rpc("merge_customers", accounts);
    if (!merged.error) return c.body(null, 204);
    // For example, the other account placed an order meanwhile.
    if (!wasClosed) await setLogin(accounts.merged_id, "none");
    return reject(c, merged);
  });

  async function setLogin(userId: string, ban_duration: string): Promise<void> {
    const { error } = await data.service.auth.admin.updateUserById(userId, { ban_duration });
    if (error) throw failed(error);
  }

  return app;
}

/** @throws Error if the database did not reject the call, but failed */
function reject(
  c: Context,
  { error, status }: { error: { code: string; message: string } | null; status: number },
): Response {
  if (status === 401) return c.json(loginNeeded(), 401);
  const known = STATUS_OF[error?.code ?? ""];
  if (!error || known === undefined) throw failed(error);
  return c.json({ error: errorText(error) }, known);
}
