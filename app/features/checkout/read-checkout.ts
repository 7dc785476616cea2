import type { OrderWithLines } from "#app/features/orders/order.ts";
import { findOrder } from "#app/features/orders/read-orders.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { problemWords } from "#app/platform/problem-words.ts";

/** The order of a checkout page, or the sentence that stands there instead. */
export type CheckoutOrder = { order: OrderWithLines; problem: null } | { order: null; problem: string };

export async function readCheckoutOrder(orderId: string): Promise<CheckoutOrder> {
  try {
    const order = await findOrder(getBrowserData(), orderId);
    return order ? { order, problem: null } : { order: null, problem: "There is no such order." };
  } catch (error) {
    console.error(error);
    return { order: null, problem: problemWords(error) };
  }
}
