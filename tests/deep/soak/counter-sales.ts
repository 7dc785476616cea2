import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { StoreMethod } from "#app/features/payments/tenders.ts";
import { type Ask, answerOf } from "./retries.ts";
import type { Shelf } from "./store-setup.ts";

/** Point-of-sale order paid by SNAP EBT, card, and cash. In some sales, one dress and one food item are returned. */
export interface CounterSale {
  id: string;
  /** In cents. */
  tenders: Readonly<Record<StoreMethod, number>>;
  isReturned: boolean;
}

const CHANGE_CENTS = 137;

interface Till {
  ask: Ask;
  origin: string;
  owner: SupabaseClient;
  /** The owner's access token. */
  token: string;
  shelf: Shelf;
}

/** Makes one sale like the point of sale does. Unanswered requests are retried with the same idempotency key. */
export async function sellAtCounter(till: Till, isReturned: boolean): Promise<CounterSale> {
  const { ask, owner, shelf } = till;
  const items = [
    { product_id: shelf.food.productId, quantity: 2 },
    { product_id: shelf.dress.productId, size_id: shelf.dress.sizeId, quantity: 1 },
  ];
  const { total } = await ask(async () => answerOf<{ total: number } | null>(await owner.rpc("quote_sale", { items })));
  const given = {
    items,
    delivery_type: "pickup",
    customer: { name: "Kwame Asante" },
    expected_total: total,
    request_key: randomUUID(),
  };
  const { id } = await ask(async () =>
    answerOf<{ id: string } | null>(await owner.rpc("create_point_of_sale_order", given)),
  );
  const lines = await ask(async () =>
    answerOf(await owner.from("order_items").select("id, size_id, unit_price, quantity").eq("order_id", id)),
  );
  const food = lines.find(({ size_id }) => size_id === null);
  if (!food) throw new Error("The point-of-sale order has no food.");
  // The food is not taxed, so SNAP EBT does not change the total.
  const ebtCents = Math.round(food.unit_price * 100) * food.quantity;
  const cardCents = Math.floor((Math.round(total * 100) - ebtCents) / 2);
  const cashCents = Math.round(total * 100) - ebtCents - cardCents;
  await takeTenders(till, id, [
    { method: "store_ebt", amountCents: ebtCents },
    { method: "store_card", amountCents: cardCents },
    { method: "store_cash", amountCents: cashCents, cashReceivedCents: cashCents + CHANGE_CENTS },
  ]);
  if (isReturned) await returnAll(till, id);
  return { id, tenders: { store_ebt: ebtCents, store_card: cardCents, store_cash: cashCents }, isReturned };
}

async function takeTenders({ ask, origin, token }: Till, orderId: string, tenders: readonly object[]): Promise<void> {
  const body = JSON.stringify({ orderId, requestKey: randomUUID(), tenders });
  await ask(async () => {
    const answer = await fetch(`${origin}/api/counter/payment`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
    });
    if (answer.status < 500 && !answer.ok) throw new Error(`The tenders were rejected: ${await answer.text()}`);
    return answer.ok ? true : null;
  });
}

/** Refunds the whole sale to its tenders. */
async function returnAll({ ask, owner }: Till, order_id: string): Promise<void> {
  const given = { order_id, reason: "returned", request_key: randomUUID() };
  await ask(async () => answerOf(await owner.rpc("request_refund", given)));
  const refunds = await ask(async () => answerOf(await owner.from("refunds").select("id").eq("order_id", order_id)));
  for (const { id } of refunds) await ask(async () => answerOf(await owner.rpc("refund_in_store", { refund_id: id })));
}
