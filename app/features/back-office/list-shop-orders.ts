import { type Order, type OrderRow, toOrder } from "#app/features/orders/order.ts";
import { shopDayOf } from "#app/features/orders/shop-day.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer, readWithRetries } from "#app/platform/query-cache.ts";

/** Empty means every day, or every status. */
export interface OrderFilter {
  date: string;
  status: string;
}

/** The filter stands in the address; without a date it is today, on the shop's calendar. */
export function readOrderFilter(search: URLSearchParams, now: Date): OrderFilter {
  return { date: search.get("date") ?? shopDayOf(now), status: search.get("status") ?? "" };
}

/** The shop's orders from its own server, for admins: `GET /api/orders`. */
export function listShopOrders(data: BrowserData, filter: OrderFilter): Promise<Order[]> {
  return readWithRetries(["shop-orders", filter], async () => {
    const asked = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
    const response = await data.fetchApi(`/orders?${asked}`);
    const body = await readAnswer<OrderRow[] | { message: string }>(response);
    return Array.isArray(body) ? body.map(toOrder) : [];
  });
}
