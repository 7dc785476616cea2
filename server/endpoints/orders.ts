import { Hono } from "hono";
import { readShopDay } from "#app/features/orders/shop-day.ts";
import type { ShopData } from "#server/shop-data.ts";
import { failed } from "#server/unavailable.ts";
import { LOGIN_NEEDED, readCaller } from "./caller.ts";

const COLUMNS =
  "id, total, status, created_at, delivery_type, delivery_address, delivery_cost, delivery_phone_number, profiles(name)";

/**
 * `GET /orders?date=YYYY-MM-DD&status=…` for admins: all orders, newest first, as a list of
 * `{ id, total, status, created_at, delivery_type, delivery_address, delivery_cost,
 * delivery_phone_number, profiles: { name } | null }`, money in dollars. `date` is a day in the shop's
 * time zone, `status` matches exactly; either may be left out. Nothing found answers
 * `{ message: "No orders for the selected date." }`.
 * Errors, as `{ error }`: 400 a date that is none, 401 without a valid token, 404 for everybody else, also
 * for an admin who has yet to take a second step that the shop asks of admins.
 */
export function createOrdersEndpoint({ data }: { data: ShopData }): Hono {
  return new Hono().get("/orders", async (c) => {
    const caller = readCaller(c.req.header("authorization"));
    if (!caller) return c.json(LOGIN_NEEDED, 401);
    const mine = data.as(caller.token);
    const isAdmin = await mine.rpc("is_admin");
    if (isAdmin.status === 401) return c.json(LOGIN_NEEDED, 401);
    if (isAdmin.error) throw failed(isAdmin.error);
    if (isAdmin.data !== true) return c.json({ error: "Not found." }, 404);

    let query = mine.from("orders").select(COLUMNS).order("created_at", { ascending: false });
    const date = c.req.query("date");
    if (date) {
      const day = readShopDay(date);
      if (!day) return c.json({ error: "The date must be a day such as 2026-11-21." }, 400);
      query = query.gte("created_at", day.startsAt).lt("created_at", day.endsAt);
    }
    const status = c.req.query("status");
    if (status) query = query.eq("status", status);

    const orders = await query;
    if (orders.error) throw failed(orders.error);
    if (orders.data.length === 0) return c.json({ message: "No orders for the selected date." });
    return c.json(orders.data);
  });
}
