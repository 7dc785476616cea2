import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { type Ask, answerOf } from "./retries.ts";
import { CODE, FAR_ZIP, NEAR_ZIP, type Shelf } from "./store-setup.ts";

/** Returns a client that does not retry by itself. */
export const openImpatientClient = (origin: string, key: string): SupabaseClient =>
  createClient(origin, key, { auth: { persistSession: false, autoRefreshToken: false }, db: { retry: false } });

export type Shopper = { client: SupabaseClient; token: string };

/** Content of a purchase, and what staff do with it after payment. */
export interface PurchasePlan {
  isDress: boolean;
  quantity: 1 | 2;
  /** Quantity of the other product, which is a second line with counted stock. */
  otherQuantity: 1 | 2 | 3;
  delivery: "pickup" | "near" | "far";
  hasCode: boolean;
  /** Also contains a goat leg: the card is held until staff have weighed and packed the order. */
  isWeighed: boolean;
  /** One of two units is refunded: it was missing, or it is returned to stock. */
  givesBack: "missing" | "returned" | null;
}

export interface Bought extends PurchasePlan {
  id: string;
  shopper: Shopper;
  /** In dollars, as quoted and accepted. */
  total: number;
}

/** Returns the plan of a purchase; 24 consecutive turns contain all combinations. */
export function purchasePlanOf(turn: number): PurchasePlan {
  const delivery = (["pickup", "near", "far"] as const)[turn % 3] ?? "pickup";
  const givesBack = ([null, "missing", null, "returned"] as const)[Math.floor(turn / 6) % 4] ?? null;
  return {
    isDress: turn % 2 === 0,
    quantity: givesBack ? 2 : 1,
    otherQuantity: ([1, 2, 3] as const)[Math.floor(turn / 2) % 3] ?? 1,
    delivery,
    hasCode: Math.floor(turn / 3) % 2 === 1,
    isWeighed: delivery === "pickup" && givesBack === null,
    givesBack,
  };
}

export async function signUp(origin: string, key: string): Promise<Shopper | null> {
  const client = openImpatientClient(origin, key);
  const { data } = await client.auth.signUp({ email: `${randomUUID()}@test.example`, password: "long enough" });
  return data.session && { client, token: data.session.access_token };
}

/** Makes one purchase like a browser; unanswered requests are retried. */
export async function buy(
  { ask, origin, shelf }: { ask: Ask; origin: string; shelf: Shelf },
  shopper: Shopper,
  plan: PurchasePlan,
  turn: number,
): Promise<Bought> {
  const { client } = shopper;
  const dress = { product_id: shelf.dress.productId, size_id: shelf.dress.sizeId };
  const food = { product_id: shelf.food.productId };
  const items = [
    { ...(plan.isDress ? dress : food), quantity: plan.quantity },
    { ...(plan.isDress ? food : dress), quantity: plan.otherQuantity },
    ...(plan.isWeighed ? [{ product_id: shelf.goat.productId, quantity: 1 }] : []),
  ];
  const isDelivery = plan.delivery !== "pickup";
  const zip = plan.delivery === "far" ? FAR_ZIP : NEAR_ZIP;
  const given = {
    items,
    delivery_type: isDelivery ? "delivery" : "pickup",
    delivery_address: isDelivery ? `12 Main Street, Humble, Texas ${zip}` : "",
    delivery_phone_number: isDelivery ? "(281) 555-0123" : "",
    request_key: randomUUID(),
    window_starts_at: isDelivery ? null : shelf.windows[turn % shelf.windows.length],
  };
  const { id, total } = await ask(async () => {
    const quoted = await quote(client, plan, { items, delivery_zip: isDelivery ? zip : null });
    if (quoted === null) return null;
    const placed = await client.rpc("place_order", { ...given, expected_total: quoted });
    if (placed.error?.code === "PT423") {
      // The previous order was paid, but the store was killed before it received the event.
      const earlier: { order_id: string } = JSON.parse(placed.error.details);
      await post(origin, shopper, "/api/withdraw-order", earlier.order_id);
      return null;
    }
    // The store may also receive that event between the quote and the order.
    if (placed.error?.code === "PT409") return null;
    return answerOf<{ id: string; total: number } | null>(placed);
  });
  await pay({ ask, origin }, shopper, "/api/create-payment-intent", id);
  return { ...plan, id, shopper, total };
}

/** Returns the current total in dollars, with or without the code; null if the store was down. */
async function quote(
  client: SupabaseClient,
  { hasCode, delivery }: PurchasePlan,
  cart: { items: unknown; delivery_zip: string | null },
): Promise<number | null> {
  const entered = hasCode
    ? await client.rpc("enter_discount_code", { code: CODE })
    : await client.rpc("drop_discount_code");
  if (entered.error) return answerOf(entered);
  const delivery_type = delivery === "pickup" ? "pickup" : "delivery";
  const quoted = answerOf(await client.rpc("quote_cart", { ...cart, delivery_type }));
  const { discount, total }: { discount?: number; total?: number } = quoted ?? {};
  // The previous order's payment may have arrived in between and used up the code.
  if (hasCode !== Boolean(discount)) return null;
  return total ?? null;
}

/**
 * Pays an order or a delivery fee.
 * @param path of the endpoint that returns the payment intent
 */
export async function pay(
  { ask, origin }: { ask: Ask; origin: string },
  shopper: Shopper,
  path: string,
  orderId: string,
): Promise<void> {
  const secret = await ask(async () => {
    const answer = await post(origin, shopper, path, orderId);
    return answer.ok ? ((await answer.json()) as { clientSecret: string }).clientSecret : null;
  });
  const intent = secret.split("_secret_")[0];
  await ask(async () => {
    const answer = await fetch(`${origin}/sandbox/stripe/v1/payment_intents/${intent}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer pk_test_sandbox" },
      body: new URLSearchParams({ client_secret: secret, payment_method: "pm_card_visa" }),
    });
    const body = (await answer.json()) as { status?: string; error?: { payment_intent?: { status: string } } };
    const status = body.status ?? body.error?.payment_intent?.status;
    return status === "succeeded" || status === "requires_capture" ? status : null;
  });
}

function post(origin: string, { token }: Shopper, path: string, orderId: string): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ orderId }),
  });
}
