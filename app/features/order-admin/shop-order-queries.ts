import { type Order, type OrderRow, toOrder } from "#app/features/orders/order.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer, readWithRetries } from "#app/platform/reads.ts";
import { type PageOf, pageCountOf, pageIndexFrom } from "#app/ui/pagination.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";

/** Filter of the dashboard. An empty date means every day; an empty status, every status. */
export type OrderFilter = ReturnType<typeof readOrderFilter>;

/** Page size of the server. */
const ORDERS_PER_PAGE = 20;

/** Parses the filter in the URL; without a date, it is today in the store's time zone. */
export function readOrderFilter(search: URLSearchParams, now: Date, timeZone: string) {
  return {
    date: search.get("date") ?? shopDayOf(now, timeZone),
    status: search.get("status") ?? "",
    /** Only orders placed before this day; empty for all. */
    before: search.get("before") ?? "",
    /** Page number, from 0. */
    pageIndex: pageIndexFrom(search),
  };
}

/** Returns the URL of the dashboard with this filter, at its first page. */
export function dashboardAddress({ date, status, before }: Omit<OrderFilter, "pageIndex">): string {
  const params = new URLSearchParams({ date, status, ...(before === "" ? {} : { before }) });
  return `/auth?${params}`;
}

/** Returns a page of all orders, for admins: `GET /api/orders`. */
export function listShopOrders(data: BrowserData, filter: OrderFilter): Promise<PageOf<Order>> {
  const { pageIndex, ...given } = filter;
  return readWithRetries(["shop-orders", filter], async () => {
    const params = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
    params.set("page", String(pageIndex + 1));
    const response = await data.fetchApi(`/orders?${params}`);
    const body = await readAnswer<OrderRow[] | { message: string }>(response);
    const items = Array.isArray(body) ? body.map(toOrder) : [];
    const totalCount = Number(response.headers.get("x-total-count") ?? items.length);
    return { items, pageIndex, pageCount: pageCountOf(totalCount, ORDERS_PER_PAGE), totalCount };
  });
}
