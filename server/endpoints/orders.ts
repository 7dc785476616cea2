import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { isPastTheLastRow } from "#app/platform/table-rows.ts";
import { readShopDay, type ShopDay } from "#app/values/shop-clock.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { getStoreSettings } from "#server/database/store-settings.ts";
import { dataOf, readRole, requireCaller } from "./caller.ts";

const COLUMNS =
  "id, order_number, total, discount, tax_amount, status, created_at, paid_at, delivery_type, delivery_address, delivery_cost, delivery_phone_number, delivery_included, window_starts_at, window_ends_at, customer_name, paid_amount, delivery_fees(amount, tax_amount, paid_at), profiles(name)";

const noSuchDay = () => ({ error: t("The date must be a day such as 2026-11-21.") });
const NO_ORDERS = { message: "No orders for the selected date." };
/** Packers may not list all orders. */
const MANAGING = new Set<string | null>(["owner", "manager"]);
const ORDERS_PER_PAGE = 20;

/**
 * `GET /orders?date=YYYY-MM-DD&status=…` for the owner and managers returns all orders, by latest payment, then unpaid
 * ones by latest order: `[{ id, order_number, total, discount, tax_amount, status, created_at, paid_at, delivery_type,
 * delivery_address, delivery_cost, delivery_phone_number, delivery_included, window_starts_at, window_ends_at,
 * customer_name, delivery_fees: { amount, tax_amount, paid_at } | null, profiles: { name } | null }]`, money in
 * dollars; `customer_name` is for point-of-sale orders, which have no profile.
 * All parameters are optional: `date` is a day in the store's time zone, `status` must match exactly,
 * `before=YYYY-MM-DD` excludes that day and later ones. With `page`, starting at 1, returns a page of twenty orders,
 * and the total in `x-total-count`. Without results, returns `{ message: "No orders for the selected date." }`.
 * Errors, as `{ error }`: 400 for an invalid date or page, 401 without a valid token, 404 for others, and for staff who
 * have not completed a required MFA.
 */
export function createOrdersEndpoint({ data }: { data: ShopData }): Hono {
  return new Hono().get("/orders", async (c) => {
    const caller = requireCaller(c);
    const mine = data.as(caller.token);
    if (!MANAGING.has(await readRole(data, caller))) return c.json({ error: t("Not found.") }, 404);

    const page = c.req.query("page");
    if (page && !/^[1-9][0-9]{0,5}$/.test(page)) {
      return c.json({ error: t("The page must be a number from 1.") }, 400);
    }
    let query = mine
      .from("orders")
      .select(COLUMNS, page ? { count: "exact" } : {})
      .order("paid_at", { ascending: false, nullsFirst: false })
      .order("created_at", { ascending: false });
    const date = c.req.query("date");
    if (date) {
      const day = await dayIn(data, date);
      if (!day) return c.json(noSuchDay(), 400);
      query = query.gte("created_at", day.startsAt).lt("created_at", day.endsAt);
    }
    const before = c.req.query("before");
    if (before) {
      const day = await dayIn(data, before);
      if (!day) return c.json(noSuchDay(), 400);
      query = query.lt("created_at", day.startsAt);
    }
    const status = c.req.query("status");
    // PostgreSQL text cannot contain a null character.
    if (status?.includes("\0")) return c.json(NO_ORDERS);
    // An unknown status matches no order.
    if (status) query = query.filter("status", "eq", status);

    if (page) {
      const first = (Number(page) - 1) * ORDERS_PER_PAGE;
      query = query.range(first, first + ORDERS_PER_PAGE - 1);
    }

    const orders = await query;
    if (isPastTheLastRow(orders)) return c.json(NO_ORDERS);
    const rows = dataOf(orders);
    if (rows.length === 0) return c.json(NO_ORDERS);
    if (orders.count !== null) c.header("x-total-count", String(orders.count));
    return c.json(rows);
  });
}

async function dayIn(data: ShopData, date: string): Promise<ShopDay | null> {
  return readShopDay(date, (await getStoreSettings(data)).timeZone);
}
