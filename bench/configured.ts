import { connect } from "@calabash/data-service/database";
import { type BenchShop, openBenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { CODE, limitOrders } from "./flash-sale.ts";
import { compare, measureWork, type Result, withCpu } from "./measure.ts";
import { buy, prepareBuyers, SHOPPERS } from "./purchases.ts";
import type { Shopper } from "./shoppers.ts";

/**
 * `npm run bench -- configured`: purchases at a store that has pickup windows and sales tax, without and with a discount
 * code, compared with purchases at a store without configuration. All orders count their uses of the code in one row.
 */
export async function compareConfigured(bare: BenchShop): Promise<void> {
  const configured = await openBenchShop();
  try {
    // A new store first generates image sizes, which keeps one core busy.
    await configured.hasPictures;
    await limitOrders(configured);
    await taxProducts(configured);
    const plain = await openPurchases(bare);
    await compare("Purchases with windows and tax", await openPurchases(configured), "without configuration", plain);
    const withCode = await openPurchases(configured, true);
    await compare("Purchases with windows, tax, and a code", withCode, "without configuration", plain);
  } finally {
    await configured.close();
  }
}

async function taxProducts({ databaseUrl }: BenchShop): Promise<void> {
  const sql = connect(databaseUrl, { max: 1, applicationName: "bench" });
  await sql`insert into public.tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from public.tax_classes where title = 'Taxable'`;
  await sql.end();
}

/** Returns a measurement of purchases, in which each order gets the next of the store's pickup times. */
async function openPurchases(shop: BenchShop, hasCode = false): Promise<() => Promise<Result>> {
  const sql = connect(shop.databaseUrl, { max: 1, applicationName: "bench" });
  const { shoppers, nextShopper, product } = await prepareBuyers(shop, sql);
  const times = await sql<{ starts_at: Date }[]>`select starts_at from public.list_windows('pickup', 24)`;
  await sql.end();
  const enterCode = ({ client }: Shopper) => client.rpc("enter_discount_code", { code: CODE }).throwOnError();
  const [first] = shoppers as [Shopper];
  if (hasCode) await enterCode(first);
  const items = [{ product_id: Number(product.id), quantity: 1 }];
  const quote = await first.client.rpc("quote_cart", { items, delivery_type: "pickup" }).throwOnError();
  const { total: price } = quote.data as { total: number };
  let turn = 0;
  const purchase = async (hand: number) => {
    const shopper = nextShopper(hand);
    if (hasCode) await enterCode(shopper);
    turn += 1;
    const time = times[turn % times.length]?.starts_at.toISOString();
    await buy(shop, shopper, { ...product, price }, time ? { window_starts_at: time } : {});
  };
  return () => withCpu(shop, () => measureWork(purchase, SHOPPERS));
}
