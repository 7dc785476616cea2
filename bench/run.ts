import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { connect } from "@calabash/data-service/database";
import { type BenchShop, openBenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { compareWithCommit } from "./against.ts";
import { measureDesk } from "./desk.ts";
import { measureMachines } from "./machines.ts";
import { compare, measureRequests, measureWork, PARALLEL, withCpu } from "./measure.ts";
import { compareWithNginx } from "./nginx.ts";
import { compareNodeOptions } from "./node-options.ts";
import { openStaticServer } from "./open-static-server.ts";
import { measureOrderSearch } from "./order-search.ts";
import { comparePurchases, orderOf } from "./purchases.ts";
import { compareSearches } from "./searches.ts";
import { signUpShoppers } from "./shoppers.ts";
import { compareSignIns } from "./sign-ins.ts";
import { measureSuggestions } from "./suggestions.ts";

/**
 * `npm run bench`: compares the store with the minimum that could do the same work, in one run. Compare the ratios; the
 * absolute numbers depend on the machine. With names, as in `npm run bench -- purchases`, it runs only these
 * benchmarks. The ones in `ONLY_BY_NAME` run only this way. `-- --against c63ccc7b` compares purchases and refreshes of
 * sessions with another commit.
 */
const parts = {
  rows: compareRows,
  home: compareHome,
  nginx: compareWithNginx,
  orders: compareOrders,
  "sign-ins": compareSignIns,
  purchases: comparePurchases,
  suggestions: measureSuggestions,
  searches: compareSearches,
  "order-search": measureOrderSearch,
  desk: measureDesk,
  machines: measureMachines,
  "node-options": (shop: BenchShop) => compareNodeOptions(shop, values["node-options"].split(" ")),
};
/** Benchmarks that need other programs or a browser, or fill the database for minutes. */
const ONLY_BY_NAME = new Set(["nginx", "suggestions", "searches", "order-search", "desk", "machines", "node-options"]);
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { against: { type: "string" }, "node-options": { type: "string", default: "--optimize-for-size" } },
});
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: choose from ${Object.keys(parts).join(", ")}.`);
const shop = await openBenchShop();
try {
  await shop.hasPictures;
  console.log(`Node ${process.version}, ${cpus().length} cores, ${PARALLEL} connections`);
  if (values.against !== undefined) await compareWithCommit(shop, values.against);
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length === 0 ? !values.against && !ONLY_BY_NAME.has(name) : names.includes(name)) await measure(shop);
  }
} finally {
  await shop.close();
}

/** Compares reading rows as JSON through the data service with reading the same rows through the bare driver. */
async function compareRows(shop: BenchShop): Promise<void> {
  const { origin, keys, databaseUrl } = shop;
  const sql = connect(databaseUrl, { max: PARALLEL, applicationName: "bench" });
  const headers = { apikey: keys.anonKey };
  const read = (query: string) => () =>
    withCpu(shop, () => measureRequests({ url: `${origin}/rest/v1/products?${query}`, headers }));
  await compare("Reading 40 rows", read("select=*&order=id&limit=40"), "bare driver, same rows", () =>
    measureWork(() => sql`select * from public.products order by id limit 40`),
  );
  await compare("Reading one row", read("select=*&id=eq.7"), "bare driver, same row", () =>
    measureWork(() => sql`select * from public.products where id = 7`),
  );
  await sql.end();
}

async function compareHome({ origin }: BenchShop): Promise<void> {
  const reference = await openStaticServer(`${origin}/home`);
  await compare(
    "The home page",
    () => measureRequests({ url: `${origin}/home` }),
    "static server, same bytes",
    () => measureRequests({ url: reference.url }),
  );
  reference.close();
}

/** Compares orders of three lines, placed as a browser does, with bare inserts of the same rows. */
async function compareOrders(shop: BenchShop): Promise<void> {
  const sql = connect(shop.databaseUrl, { max: PARALLEL, applicationName: "bench" });
  const products = await sql<{ id: string; price: number }[]>`
    select id, coalesce(discount_price, price)::float8 as price from public.products
    where availability = 'available' and sizes = '[]' order by id limit 3`;
  const total = Number(products.reduce((sum, product) => sum + product.price, 0).toFixed(2));
  const shoppers = await signUpShoppers(shop, PARALLEL);
  await sql`create table bench_orders (id uuid primary key default gen_random_uuid(), total numeric(10,2), created_at timestamptz default now())`;
  await sql`create table bench_items (id bigint generated always as identity primary key, order_id uuid references bench_orders, product_id bigint references public.products, quantity int, unit_price numeric(10,2))`;
  await compare(
    "Placing an order of three lines",
    () =>
      measureWork(async (hand) => {
        await shoppers[hand]?.client.rpc("place_order", orderOf(products, total)).throwOnError();
      }),
    "bare driver, same inserts",
    () =>
      measureWork(() =>
        sql.begin(async (transaction) => {
          const [order] = await transaction<
            { id: string }[]
          >`insert into bench_orders (total) values (${total}) returning id`;
          const rows = products.map((product) => ({
            order_id: order?.id ?? "",
            product_id: product.id,
            quantity: 1,
            unit_price: product.price,
          }));
          await transaction`insert into bench_items ${transaction.rows(rows)}`;
        }),
      ),
  );
  await sql.end();
}
