import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { StoreMethod } from "#app/features/payments/tenders.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { type Ask, answerOf } from "./retries.ts";
import type { Shelf } from "./store-setup.ts";

/** Point-of-sale order paid by SNAP EBT, card, and cash. In some sales, one dress and one food item are returned. */
export interface CounterSale {
  id: string;
  /** In cents. */
  tenders: Readonly<Record<StoreMethod, number>>;
  isReturned: boolean;
}

/** Quantities in each sale. */
export const COUNTER_QUANTITIES = { food: 2, dress: 1 };
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
    { product_id: shelf.food.productId, quantity: COUNTER_QUANTITIES.food },
    { product_id: shelf.dress.productId, size_id: shelf.dress.sizeId, quantity: COUNTER_QUANTITIES.dress },
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

interface BookedSale {
  id: string;
  status: string;
  payments: { method: StoreMethod; amount_cents: number; refunded_cents: number }[];
}

/**
 * Compares the point-of-sale orders with the ledger and the cash drawer of the daily report.
 * @param days first and last day of the soak, in the store's time zone
 * @returns the differences, as sentences
 */
export async function counterFaults(
  server: SupabaseClient,
  sales: readonly CounterSale[],
  days: { first_day: string; last_day: string },
): Promise<string[]> {
  const faults: string[] = [];
  const ids = sales.map(({ id }) => id);
  const { data } = await server
    .from("orders")
    .select("id, status, payments(method, amount_cents, refunded_cents)")
    .eq("channel", "counter")
    .throwOnError();
  const booked = data as unknown as BookedSale[];
  if (booked.length !== ids.length) faults.push(`point-of-sale orders: ${booked.length} instead of ${ids.length}`);
  for (const sale of sales) {
    const order = booked.find(({ id }) => id === sale.id);
    const tenders = (order?.payments ?? []).map(({ method, amount_cents }) => `${method} ${amount_cents}`).toSorted();
    const expected = Object.entries(sale.tenders).map(([method, cents]) => `${method} ${cents}`);
    if (tenders.join() !== expected.toSorted().join()) {
      faults.push(`sale ${sale.id}, tenders: ${tenders.join()} instead of ${expected.toSorted().join()}`);
    }
    const status = sale.isReturned ? "refunded" : "paid";
    if (order?.status !== status) faults.push(`sale ${sale.id}, status: ${order?.status} instead of ${status}`);
  }
  const report = await server.rpc("daily_report", days).throwOnError();
  const { methods }: FunctionRow<"daily_report"> = report.data;
  for (const method of ["store_ebt", "store_card", "store_cash"] as const) {
    const row = methods.find((each) => each.method === method);
    const found = Math.round(((row?.sales ?? 0) - (row?.refunded ?? 0)) * 100);
    const expected = sales.reduce((sum, { tenders, isReturned }) => sum + (isReturned ? 0 : tenders[method]), 0);
    if (found !== expected) faults.push(`cash drawer, ${method}: ${found} cents instead of ${expected}`);
  }
  return faults;
}

/** Returns how many units of the food or the dress the sales took from stock. */
export function soldAtCounter(sales: readonly CounterSale[], what: keyof typeof COUNTER_QUANTITIES): number {
  return sales.filter(({ isReturned }) => !isReturned).length * COUNTER_QUANTITIES[what];
}
