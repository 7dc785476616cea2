import { rmSync } from "node:fs";
import { connect } from "@calabash/data-service/database";
import { categories } from "#app/features/catalog/categories.ts";
import { type BenchShop, openBenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { newDataDir, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { limitOrders, openOrders } from "./limited-orders.ts";
import { compare } from "./measure.ts";
import { requirePrograms, runWrk } from "./wrk.ts";

const PRODUCT_PAGES = 40;
const CHANGE_EVERY_MS = 1000;

/**
 * `npm run bench -- machines`: requests home, all categories, and forty product pages in turn while one public change
 * is made per second (a product sells out or is available again), compared with the same without changes. Uses wrk
 * (Debian's package wrk). Then orders with windows and a code, sent to one, two, and three processes with one database.
 */
export async function measureMachines(shop: BenchShop): Promise<void> {
  await comparePages(shop);
  await compareProcesses();
}

async function comparePages({ origin, databaseUrl }: BenchShop): Promise<void> {
  requirePrograms(["wrk"], "wrk");
  const sql = connect(databaseUrl, { max: 1, applicationName: "bench" });
  const products = await sql<{ id: string; category: string }[]>`
    select id, category from public.products where archived_at is null order by id limit ${PRODUCT_PAGES}`;
  const [changing] = products;
  if (!changing) throw new Error("The store has no products.");
  const paths = [
    "/home",
    ...categories.map(({ path }) => path),
    ...products.map(({ id, category }) => `/products/${category}/${id}`),
  ];
  const mixed = () => runWrk(origin, { "accept-encoding": "br" }, paths);
  const sellOut = async () => {
    await sql`
    update public.products
    set availability = case availability when 'available' then 'sold_out' else 'available' end
    where id = ${changing.id}`;
  };
  const changed = async () => {
    const timer = setInterval(() => void sellOut(), CHANGE_EVERY_MS);
    return mixed().finally(() => clearInterval(timer));
  };
  try {
    // Render the pages first, because concurrent first requests would wait for one another.
    for (const path of paths) await fetch(`${origin}${path}`).then((response) => response.arrayBuffer());
    await compare("Mixed pages, one public change per second", changed, "without changes", mixed);
  } finally {
    await sql.end();
  }
}

async function compareProcesses(): Promise<void> {
  // Access tokens contain the origin, so all processes must have the same one.
  const shared = { PUBLIC_ORIGIN: "http://shop.test" };
  const first = await openBenchShop(shared);
  const more = {
    ...shared,
    DATABASE_URL: first.databaseUrl,
    SHOP_KEYS: Buffer.from(JSON.stringify(first.keys)).toString("base64"),
  };
  const others = [await openProcess(more), await openProcess(more)];
  try {
    await first.hasPictures;
    await limitOrders(first);
    const origins = [first.origin, ...others.map(({ origin }) => origin)];
    await compare(
      "Orders with windows and one code, three processes",
      await openOrders(first, origins),
      "one process",
      await openOrders(first, origins.slice(0, 1)),
      { name: "two processes", measure: await openOrders(first, origins.slice(0, 2)) },
    );
  } finally {
    for (const { close } of others) await close();
    await first.close();
  }
}

/** Starts another process of a store, with its own data folder. */
async function openProcess(env: Record<string, string>): Promise<{ origin: string; close: () => Promise<void> }> {
  const dataDir = newDataDir();
  const shop = await startShopProcess({ ...env, DATA_DIR: dataDir });
  if (shop.origin === null) throw new Error(shop.output());
  return {
    origin: shop.origin,
    close: async () => {
      await stopShopProcess(shop);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
