import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Ask, answerOf } from "./retries.ts";
import { type Bought, pay } from "./shopper.ts";
import { GOAT_POUNDS, LATER_FEE } from "./store-setup.ts";

/**
 * Handles paid orders as staff do: makes refunds, sets the separate fee of far deliveries, which the customer then
 * pays, and weighs and packs goat legs.
 * @returns false if it must be called again: the store has not received the payment yet, or a step got no response
 */
export async function workThrough(
  { ask, origin, owner }: { ask: Ask; origin: string; owner: SupabaseClient },
  order: Bought,
): Promise<boolean> {
  if (order.isWeighed) return pack({ ask, owner }, order);
  if (!order.givesBack && order.delivery !== "far") return true;
  const [known] = await ask(async () =>
    answerOf(await owner.from("orders").select("status, order_items(id, size_id)").eq("id", order.id)),
  );
  if (known?.status !== "paid") return false;
  if (order.givesBack) {
    const line = known.order_items.find(({ size_id }) => (size_id !== null) === order.isDress);
    const given = {
      order_id: order.id,
      lines: [{ order_item_id: line?.id, quantity: 1 }],
      reason: order.givesBack,
      mark_sold_out: false,
      request_key: randomUUID(),
    };
    await ask(async () => answerOf(await owner.rpc("request_refund", given)));
  }
  if (order.delivery === "far") {
    await ask(async () => answerOf(await owner.rpc("set_delivery_fee", { order_id: order.id, amount: LATER_FEE })));
    await pay({ ask, origin }, order.shopper, "/api/pay-delivery-fee", order.id);
  }
  return true;
}

/** Performs the next step of an order with a goat leg. @returns whether the order is ready */
async function pack({ ask, owner }: { ask: Ask; owner: SupabaseClient }, { id }: Bought): Promise<boolean> {
  const [known] = await ask(async () =>
    answerOf(await owner.from("orders").select("status, order_items(id, pounds_each)").eq("id", id)),
  );
  if (!known) return false;
  if (known.status === "paid") {
    const line = known.order_items.find(({ pounds_each }) => pounds_each !== null);
    await owner.rpc("weigh_line", { order_item_id: line?.id, pounds: GOAT_POUNDS.packed });
    await owner.rpc("move_order", { order_id: id, to_status: "preparing" });
  }
  if (known.status === "preparing") await owner.rpc("move_order", { order_id: id, to_status: "ready" });
  return known.status === "ready";
}
