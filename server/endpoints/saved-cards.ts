import { type Context, Hono } from "hono";
import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { NoSuchCustomerError } from "#server/payments/saved-cards.ts";
import { loginNeeded, Rejection, rejectEndedSession, requireCaller } from "./caller.ts";

/**
 * Creates the endpoints for the saved cards of an account, with its bearer token. They are read from Stripe.
 * - `GET /saved-cards` returns `{ canSave, cards }`, newest first: each with `id`, `brand`, `last4`, `expiryMonth`, and
 *   `expiryYear`. An account without a verified address gets `{ canSave: false, cards: [] }`.
 * - `DELETE /saved-cards/:cardId` removes a card and returns 204.
 *
 * Errors, as `{ error }`: 401 without a valid token of an active session, 404 for a card of another account.
 */
export function createSavedCardsEndpoints({ data, payments }: { data: ShopData; payments: PaymentProvider }): Hono {
  const app = new Hono();

  app.get("/saved-cards", async (c) => {
    const { can_save_card: canSave, customer_id: customerId } = await getCustomer(c);
    return c.json({ canSave, cards: customerId === null ? [] : await listCards(customerId) });
  });

  app.delete("/saved-cards/:cardId", async (c) => {
    const { customer_id: customerId } = await getCustomer(c);
    const isRemoved = customerId !== null && (await payments.removeCard(customerId, c.req.param("cardId")));
    return isRemoved ? c.body(null, 204) : c.json({ error: t("This card doesn't exist.") }, 404);
  });

  /** @throws Rejection 401 without a valid token of an active session */
  async function getCustomer(c: Context): Promise<{ can_save_card: boolean; customer_id: string | null }> {
    const { token } = requireCaller(c);
    const [customer] = await data.call("find_card_customer", undefined, { token }).catch(rejectEndedSession);
    if (!customer) throw new Rejection(401, loginNeeded());
    return customer;
  }

  async function listCards(customerId: string) {
    try {
      return await payments.listCards(customerId);
    } catch (error) {
      if (!(error instanceof NoSuchCustomerError)) throw error;
      await data.call("forget_card_customer", { customer_id: customerId });
      return [];
    }
  }

  return app;
}
