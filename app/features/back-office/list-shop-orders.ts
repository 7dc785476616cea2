import { type Order, type OrderRow, toOrder } from "#app/features/orders/order.ts";
import { shopDayOf } from "#app/features/orders/shop-day.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { ReadRefusedError, readWithRetries } from "#app/platform/query-cache.ts";

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
    const body = (await response.json()) as OrderRow[] | { message: string } | { error: string };
    if (Array.isArray(body)) return body.map(toOrder);
    if ("message" in body) return [];
    if (response.status >= 400 && response.status < 500)
      throw new ReadRefusedError(body.error, response.status);
    throw new Error(body.error);
  });
}
