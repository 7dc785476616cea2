import { connect, type Sql } from "@calabash/data-service/database";
import { createClient } from "@supabase/supabase-js";
import { categories } from "#app/features/catalog/categories.ts";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import { median, timeOf } from "./measure.ts";
import { measureOpenedDesk } from "./opened-desk.ts";
import { signUpShoppers } from "./shoppers.ts";

/**
 * `npm run bench -- growth`: compares single calls at a store with 100,000 products and 1,000,000 orders with a goal.
 * The first line is the bare driver's `select 1`, for scale.
 */
const PRODUCTS = 100_000;
const ORDERS = 1_000_000;
const GOAL_MS = 50;
const GOAL_HOME_BYTES = 400_000;
const ROUNDS = 9;

export async function measureGrowth(shop: BenchShop): Promise<void> {
  const sql = connect(shop.databaseUrl, { max: 2, applicationName: "bench growth" });
  try {
    const [shopper] = await signUpShoppers(shop, 1);
    if (!shopper) throw new Error("Signing up failed.");
    await fill(sql, ROWS);
    const { data } = await shopper.client.auth.getUser();
    await giveOrders(sql, data.user?.id ?? "");
    await sql`analyze`;
    console.log(`\n${PRODUCTS} products, ${ORDERS} orders: medians of ${ROUNDS}, goal ${GOAL_MS} ms`);
    await time("select 1, bare driver", () => sql`select 1`);
    for (const table of ["order_items", "payments", "refunds", "order_status_changes", "billing_details"]) {
      await time(`own ${table}, no filter`, () => shopper.client.from(table).select("*").throwOnError());
    }
    await time("own orders with their lines", () =>
      shopper.client
        .from("orders")
        .select("*, order_items(*)")
        .eq("user_id", data.user?.id ?? "")
        .throwOnError(),
    );
    await time("one page of a category", () =>
      shopper.client.from("condiments").select("id, name", { count: "exact" }).order("id").range(0, 7).throwOnError(),
    );
    await time("a category by price, with filter counts", () =>
      shopper.client.rpc("filter_products", { category: "condiments", sort: "price" }).throwOnError(),
    );
    await time("a pattern without matches", () =>
      shopper.client.from("products").select("id").ilike("name", "%nothing like it%").throwOnError(),
    );
    const [oneOfThem] = await sql<{ id: string }[]>`select min(id) as id from public.condiments`;
    await time(
      "one product updated through its category",
      () => sql`update public.condiments set size = size where id = ${oneOfThem?.id ?? null}`,
    );
    const admin = await signInAdmin(shop);
    await time("the same through the data service", () =>
      admin.from("condiments").update({ size: "12 oz" }).eq("id", oneOfThem?.id).throwOnError(),
    );
    await openSome(sql);
    await time("the order board, 800 orders open", () => admin.rpc("read_desk").throwOnError());
    await measureOpenedDesk(shop, "the page in a browser");
    await closeAllBut(sql, 60);
    await time("the order board, 60 orders open", () => admin.rpc("read_desk").throwOnError());
    await measureOpenedDesk(shop, "the page in a browser");
    const month = {
      first_day: new Date(Date.now() - 30 * 86_400_000).toISOString(),
      last_day: new Date().toISOString(),
    };
    for (const report of ["daily_report", "report_sales", "report_stock"]) {
      await time(`${report} of 31 days`, () => admin.rpc(report, month).throwOnError());
    }
    await time("report_sales_tax", () =>
      admin.rpc("report_sales_tax", { year: new Date().getFullYear() }).throwOnError(),
    );
    await time("a whole category updated", () => sql`update public.condiments set size = size`);
    const home = await (await fetch(`${shop.origin}/home`)).arrayBuffer();
    console.log(
      `  ${"the home page".padEnd(44)} ${(home.byteLength / 1000).toFixed(0).padStart(6)} kB${home.byteLength > GOAL_HOME_BYTES ? "   above the goal of 400 kB" : ""}`,
    );
  } finally {
    await sql.end();
  }
}

export async function signInAdmin({ origin, keys }: BenchShop) {
  const client = createClient(origin, keys.anonKey, { auth: { persistSession: false } });
  const email = DEMO_ACCOUNTS.find(({ role }) => role === "admin")?.email ?? "";
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  return client;
}

async function time(name: string, work: () => PromiseLike<unknown>): Promise<void> {
  const times: number[] = [];
  await work();
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(work));
  const ms = median(times);
  console.log(`  ${name.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms${ms > GOAL_MS ? "   above the goal" : ""}`);
}

/** Inserts rows without triggers: they already contain the values that the triggers would compute. */
export async function fill(sql: Sql, rows: Readonly<Record<string, string>>): Promise<void> {
  await sql.session(async (one) => {
    await one.script("set session_replication_role = replica; set synchronous_commit = off");
    for (const [name, text] of Object.entries(rows)) {
      process.stdout.write(`  filling ${name}            \r`);
      await one.script(text);
    }
    await one.script("reset session_replication_role; reset synchronous_commit");
  });
}

const PREFIXES = categories.map(({ prefix }) => `'${prefix}'`).join(",");

const ROWS = {
  products: `
    insert into public.products
      (category, name, description_header, description, price, discount_price, img1, size, pictures_ready)
    select (array[${PREFIXES}])[1 + n % ${categories.length}],
      'Product ' || n, 'A product', repeat('fine and fresh ', 10), 10 + n % 90,
      case when n % 3 = 0 then 5 + n % 5 end, 'https://pictures.example/' || n || '.webp', '16 oz', true
    from generate_series(1, ${PRODUCTS}) as n`,
  "product attributes": "select private.write_attributes(array(select id from public.products))",
  orders: `
    insert into public.orders (status, total, paid_amount, created_at)
    select 'completed', 20, 20, now() - n * interval '1 minute' from generate_series(1, ${ORDERS}) as n`,
  "order lines": `
    insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, choice_ids)
    select orders.id, (select min(id) from public.products), 'Product 1', 2, 10, '{}' from public.orders`,
  "status changes": `
    insert into public.order_status_changes (order_id, from_status, to_status)
    select id, 'pending', 'paid' from public.orders`,
  payments: `
    insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose, received_at)
    select 'pi_' || id, id, 2000, 'usd', 'order', created_at from public.orders on conflict do nothing`,
  refunds: `
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, status)
    select order_id, payment_intent_id, 100, 'requested_by_customer', 'succeeded' from public.payments`,
  "billing details": `
    insert into public.billing_details (order_id, name, email, phone, line1, city, state, postal_code, country)
    select id, 'A', 'a@bench.example', '2815550100', '1 Way', 'Houston', 'Texas', '77073', 'US'
    from public.orders on conflict do nothing`,
};

/** Opens the latest 800 orders, and marks 200 as completed today. */
async function openSome(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.script("set local session_replication_role = replica");
    await transaction`
      update public.orders set paid_at = created_at, status = case
        when place <= 300 then 'paid' when place <= 500 then 'preparing' when place <= 700 then 'ready'
        when place <= 800 then 'out_for_delivery' else 'completed' end
      from (
        select id, row_number() over (order by created_at desc) as place from public.orders
        order by created_at desc limit 1000
      ) as latest where latest.id = orders.id`;
    await transaction`
      insert into public.order_status_changes (order_id, from_status, to_status)
      select id, 'ready', 'completed' from public.orders
      where status = 'completed' and paid_at is not null order by created_at desc limit 200`;
  });
  await sql`analyze public.orders`;
}

/**
 * Completes all open orders except the latest `count`, without status changes, so that they do not count as completed
 * today.
 */
async function closeAllBut(sql: Sql, count: number): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.script("set local session_replication_role = replica");
    await transaction`
      update public.orders set status = 'completed'
      where status in ('paid', 'preparing', 'ready', 'out_for_delivery') and id not in (
        select id from public.orders where status in ('paid', 'preparing', 'ready', 'out_for_delivery')
        order by created_at desc limit ${count}
      )`;
  });
}

/** Assigns twenty orders to the shopper. */
async function giveOrders(sql: Sql, userId: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.script("set local session_replication_role = replica");
    await transaction`
      update public.orders set user_id = ${userId}
      where id in (select id from public.orders where user_id is null order by created_at desc limit 20)`;
  });
}
