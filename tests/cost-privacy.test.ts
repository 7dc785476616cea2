import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { call, readRows, receiveDelivery } from "./requests.ts";
import { aProduct, openTestShop } from "./running-shop.ts";

let orderId: string | undefined;

/** A number that appears in no price, total, or id of this store. */
const COST = 731.37;
const COST_TABLES = ["stock_count_lines", "stock_movements", "supplier_delivery_lines"];

/** Costs are for the owner and managers: no other role, no public view, and no function for shoppers has one. */
const shop = await openTestShop();
const [stranger, customer] = await shop.signUpAll("customer", "customer");
const [packer, manager, owner] = await shop.signUpAll("packer", "manager", "owner");
const people = { stranger, customer, packer, manager, owner };
const yam = await aProduct(shop, { name: "Costly Yam", price: 10, stock_count: 0 });
const lines = [{ product_id: yam.id, quantity: 9, unit_cost: COST, best_before: "2099-01-31" }];
await receiveDelivery(manager, lines);
const counted = [{ product_id: yam.id, size_id: null, counted: 8, expected: 9, last_movement_id: 1e9 }];
await call(manager, "accept_stock_count", { lines: counted, note: "", request_key: randomUUID() });

test("three tables have costs; shoppers cannot read the columns, and no view depends on them", async () => {
  const { rows: columns } = await shop.database.admin.run(
    `select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm') and attnum > 0 and not attisdropped
       and attname ~ 'cost' and attname <> 'delivery_cost' order by 1`,
    [],
  );
  expect(columns.map(({ name }) => name)).toEqual(COST_TABLES.map((table) => `${table}.unit_cost`));
  const { rows: granted } = await shop.database.admin.run(
    `select relname, role from pg_class cross join unnest(array['anon', 'authenticated', 'service_role']) as role
     where relname = any ($1) and relnamespace = 'public'::regnamespace
       and has_any_column_privilege(role, pg_class.oid, 'select') order by 1`,
    [COST_TABLES],
  );
  // Row-level security shows the rows only to the owner and managers.
  expect(granted).toEqual(COST_TABLES.map((relname) => ({ relname, role: "authenticated" })));
  const { rows: views } = await shop.database.admin.run(
    `select distinct rule.ev_class::regclass::text as view from pg_depend
     join pg_rewrite as rule on rule.oid = pg_depend.objid
     where pg_depend.classid = 'pg_rewrite'::regclass and pg_depend.refobjid::regclass::text = any ($1)`,
    [COST_TABLES],
  );
  expect(views).toEqual([]);
});

/** Returns everything that an actor can read from tables, views, and the functions that pages call. */
async function readAll(client: SupabaseClient): Promise<string> {
  orderId ??= (await aPaidOrder(shop, people.customer, yam, 2)).id;
  const { rows } = await shop.database.admin.run(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')`,
    [],
  );
  const relations = await Promise.all(rows.map(({ relname }) => client.from(String(relname)).select("*").limit(1000)));
  const items = [{ product_id: yam.id, size_id: null, quantity: 1 }];
  const calls: [name: string, args: object][] = [
    ["search_products", { query: "yam" }],
    ["filter_products", {}],
    ["quote_cart", { items }],
    ["list_public_codes", { product_id: yam.id }],
    ["list_feed_facts", { product_ids: [yam.id] }],
    ["list_related_products", { product_id: yam.id }],
    ["list_buy_again", {}],
    ["check_stock", { order_id: orderId }],
    ["list_items_by_code", { code: "1" }],
    ["read_pick_lists", { order_ids: [orderId] }],
    ["read_desk", {}],
    ["find_products", { words: "yam" }],
    ["read_stock_items", { items }],
    ["find_stock_items", { words: "yam" }],
    ["list_batches", { max_days: 365 }],
    ["list_purchases", {}],
    ["report_stock", { first_day: "2026-01-01", last_day: "2026-12-31" }],
  ];
  const answers = await Promise.all(calls.map(([name, args]) => client.rpc(name, args)));
  return JSON.stringify([...relations, ...answers].map(({ data }) => data));
}

test.for(["guest", "stranger", "customer", "packer"] as const)("a %s reads no cost", async (actor) => {
  const read = await readAll(actor === "guest" ? shop.guest : people[actor].client);
  expect(read).toContain("Costly Yam");
  expect(read).not.toContain(String(COST));
});

test.for(["manager", "owner"] as const)("the %s reads costs", async (actor) => {
  const { client } = people[actor];
  expect(await readAll(client)).toContain(String(COST));
  for (const table of COST_TABLES) {
    const data = await readRows(client, table, "unit_cost", { product_id: yam.id });
    expect([table, data?.[0]]).toEqual([table, { unit_cost: COST }]);
  }
});
