import { randomUUID } from "node:crypto";
import { connect, type Sql } from "@calabash/data-service/database";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { compare, cpuSum, cpuText, measureWork, median, type Result, withCpu } from "./measure.ts";
import { type Shopper, signUpShoppers } from "./shoppers.ts";

export const SHOPPERS = 10;
/** Accounts that take turns in each shopper's place, because no customer gets a hundred emails in a minute. */
const ACCOUNTS_EACH = 10;
const ORDERS_IN_TABLE = [3_000, 1_000_000];
const GROWTH_ROUNDS = 5;

/**
 * Whole purchases (order, payment intent, confirmation by the sandbox, signed webhook, status paid), compared with bare
 * inserts of their rows; then purchases with 3,000 and with 1,000,000 rows in the orders table.
 */
export async function comparePurchases(shop: BenchShop): Promise<void> {
  const sql = connect(shop.databaseUrl, { max: SHOPPERS, applicationName: "bench" });
  const { shoppers, nextShopper, product } = await prepareBuyers(shop, sql);
  const purchase = (hand: number) => buy(shop, nextShopper(hand), product);
  await sql`create table bench_rows (id uuid primary key default gen_random_uuid(), kind text, total numeric(10,2))`;
  await compare(
    `Whole purchases, ${SHOPPERS} shoppers at once`,
    () => withCpu(shop, () => measureWork(purchase, SHOPPERS)),
    "bare driver, six committed inserts",
    () =>
      measureWork(async () => {
        for (const kind of ["order", "line", "intent", "event", "payment", "mail"]) {
          await sql`insert into bench_rows (kind, total) values (${kind}, ${product.price})`;
        }
      }, SHOPPERS),
  );
  await compareGrowth(shop, sql, purchase, shoppers);
  await sql.end();
}

/** Signs up shoppers, and finds a product to buy. */
export async function prepareBuyers(shop: BenchShop, sql: Sql) {
  const shoppers = await signUpShoppers(shop, SHOPPERS * ACCOUNTS_EACH);
  const turns = shoppers.slice(0, SHOPPERS).map(() => 0);
  const nextShopper = (hand: number) => {
    const turn = turns[hand] ?? 0;
    turns[hand] = turn + 1;
    return shoppers[hand + SHOPPERS * (turn % ACCOUNTS_EACH)] as Shopper;
  };
  return { shoppers, nextShopper, product: await findProduct(sql) };
}

/** Returns a product without sizes. */
export async function findProduct(sql: Sql): Promise<{ id: string; price: number }> {
  const [product] = await sql<{ id: string; price: number }[]>`
    select id, coalesce(discount_price, price)::float8 as price from public.products
    where availability = 'available' and sizes = '[]' order by id limit 1`;
  if (!product) throw new Error("The store has no product to buy.");
  return product;
}

/**
 * Fills the table, and compares the CPU time of purchases before and after. Both are measured after vacuum, analyze, and
 * checkpoint, for which the filling would otherwise make the purchases pay.
 */
async function compareGrowth(
  shop: BenchShop,
  sql: Sql,
  purchase: (hand: number) => Promise<unknown>,
  shoppers: readonly Shopper[],
): Promise<void> {
  const results: Result[][] = [];
  for (const count of ORDERS_IN_TABLE) {
    await fillOrders(sql, count, shoppers);
    await sql.script("vacuum analyze");
    await sql.script("checkpoint");
    await measureWork(purchase, SHOPPERS);
    const ofSize: Result[] = [];
    for (let round = 0; round < GROWTH_ROUNDS; round += 1) {
      ofSize.push(await withCpu(shop, () => measureWork(purchase, SHOPPERS)));
    }
    results.push(ofSize);
  }
  console.log(`\nWhole purchases as the orders table grows, medians of ${GROWTH_ROUNDS} rounds`);
  for (const [place, ofSize] of results.entries()) {
    const perSecond = median(ofSize.map((result) => result.perSecond));
    console.log(
      `  ${`${ORDERS_IN_TABLE[place]?.toLocaleString("en-US")} orders`.padEnd(34)} ${perSecond.toFixed(0).padStart(6)} /s${cpuText(ofSize)}`,
    );
  }
  const [few, many] = results.map((ofSize) => median(ofSize.map(cpuSum)));
  if (few && many) console.log(`  ratio of CPU time ${(few / many).toFixed(2)} (1: no slower)`);
}

/** Buys as the page does: order, payment intent, confirmation, and the wait for the status paid. */
export async function buy(
  shop: BenchShop,
  shopper: Shopper,
  /** The price is the order's total. */
  product: { id: string; price: number },
  onPaying?: () => void,
): Promise<void> {
  const { data: order } = await shopper.client.rpc("place_order", orderOf([product], product.price)).throwOnError();
  const { id } = order as { id: string };
  const { clientSecret } = await post<{ clientSecret: string }>(shop, shopper, "/create-payment-intent", {
    orderId: id,
  });
  onPaying?.();
  await pay(shop, shopper, id, clientSecret);
}

/** Buys with order and payment intent in one request. */
export async function buyAtOnce(
  shop: BenchShop,
  shopper: Shopper,
  product: { id: string; price: number },
): Promise<void> {
  const { order, clientSecret } = await post<{ order: { id: string }; clientSecret: string }>(
    shop,
    shopper,
    "/order",
    orderOf([product], product.price),
  );
  await pay(shop, shopper, order.id, clientSecret);
}

/** Returns the arguments of `place_order` for a pickup. */
export function orderOf(products: readonly { id: string }[], expected_total: number, quantity = 1) {
  return {
    items: products.map(({ id }) => ({ product_id: Number(id), quantity })),
    delivery_type: "pickup",
    delivery_address: "",
    delivery_phone_number: "",
    expected_total,
    request_key: randomUUID(),
  };
}

async function post<Answer>(
  { origin }: BenchShop,
  { accessToken }: Shopper,
  path: string,
  body: object,
): Promise<Answer> {
  const response = await fetch(`${origin}/api${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Confirms the payment in the sandbox, as the browser does, and waits until the order is paid. */
async function pay(
  { origin }: BenchShop,
  { accessToken }: Shopper,
  orderId: string,
  clientSecret: string,
): Promise<void> {
  const intent = clientSecret.split("_secret_")[0];
  const paid = await fetch(`${origin}/sandbox/stripe/v1/payment_intents/${intent}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer pk_test_sandbox" },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: "pm_card_visa" }),
  });
  if (!paid.ok) throw new Error(`confirm: ${paid.status} ${await paid.text()}`);
  for (;;) {
    const response = await fetch(`${origin}/api/order/${orderId}/status?after=pending`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (!response.ok) throw new Error(`status: ${response.status} ${await response.text()}`);
    if (((await response.json()) as { status: string }).status === "paid") return;
  }
}

/**
 * Fills the table with old orders up to `count`. They belong to another customer, because no real customer has a
 * million orders.
 */
async function fillOrders(sql: Sql, count: number, shoppers: readonly Shopper[]): Promise<void> {
  const ids = shoppers.map(({ id }) => id);
  await sql.begin(async (inside) => {
    // Skip the triggers, like restoring a backup.
    await inside`set local session_replication_role = replica`;
    await inside`
      insert into orders (user_id, total, status, created_at, paid_at, paid_amount)
      select (select id from profiles where id <> all (${ids}::uuid[]) order by id limit 1), 20, 'completed',
        now() - interval '1 year' * random(), now(), 20
      from generate_series(1, greatest(0, ${count} - (select count(*) from orders))::int)`;
  });
  await sql`analyze orders`;
}
