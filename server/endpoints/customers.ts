import { Hono } from "hono";
import type { ShopData } from "#server/settings/shop-data.ts";
import { failed } from "#server/settings/unavailable.ts";
import { LOGIN_NEEDED, readOrderId } from "./caller.ts";
import { readOwner } from "./owner.ts";

/**
 * `DELETE /customers/:customerId` with the bearer token of the owner: deletes a customer on request. The database logs it
 * and deletes a guest; an account is deleted as by its own holder. Responds 204.
 * Errors, as `{ error }`: 401 without a valid token, 404 for everybody but the owner and for an unknown customer, 409
 * for staff and for a guest with an open order.
 * @param options.onDeleted payments of canceled orders wait to be closed
 */
export function createCustomerEndpoint({ data, onDeleted }: { data: ShopData; onDeleted: () => void }): Hono {
  return new Hono().delete("/customers/:customerId", async (c) => {
    const { rejection, token } = await readOwner(data, c);
    if (rejection) return rejection;
    const begin = await data
      .as(token)
      .rpc("begin_customer_deletion", { customer_id: readOrderId(c.req.param("customerId")) });
    if (begin.status === 401) return c.json(LOGIN_NEEDED, 401);
    if (begin.error?.code === "PT404") return c.json({ error: begin.error.message }, 404);
    if (begin.error?.code === "PT409") return c.json({ error: begin.error.message }, 409);
    if (begin.error) throw failed(begin.error);
    const userId = begin.data as string | null;
    if (userId !== null) {
      const { error } = await data.service.auth.admin.deleteUser(userId);
      // Somebody deleted it meanwhile.
      if (error && error.status !== 404) throw failed(error);
    }
    onDeleted();
    return c.body(null, 204);
  });
}
