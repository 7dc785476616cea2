import { connect, type Sql } from "@calabash/data-service/database";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import queries from "#scripts/test-environment/search-queries.json" with { type: "json" };
import { compare, measureRequests, measureWork } from "./measure.ts";

const CLIENTS = 20;
/** Default size of the server's connection pool for guests (packages/data-service/database/pool-sizes.ts). */
const CLIENT_CONNECTIONS = 6;
const PRODUCTS = 100_000;
const AT_ONCE = 1000;
const COLUMNS = "id,name,price,discount_price,img1,is_sold_out";

/**
 * Compares searches for words that the community uses, including typos, with reading one row through the bare driver:
 * with the demo's products, and with 100,000 products that have similar names.
 */
export async function compareSearches(shop: BenchShop): Promise<void> {
  const sql = connect(shop.databaseUrl, { max: CLIENTS, applicationName: "bench searches" });
  const clients = connect(shop.databaseUrl, { max: CLIENT_CONNECTIONS, applicationName: "bench visitors" });
  try {
    await compareAll(shop, sql, clients, "129 products");
    await fill(sql);
    await compareAll(shop, sql, clients, `${PRODUCTS} products`);
  } finally {
    await Promise.all([sql.end(), clients.end()]);
  }
}

async function compareAll({ origin, keys }: BenchShop, sql: Sql, clients: Sql, size: string): Promise<void> {
  let turn = 0;
  const next = () => queries[turn++ % queries.length]?.typed ?? "";
  for (const [pool, connections] of [
    [sql, CLIENTS],
    [clients, CLIENT_CONNECTIONS],
  ] as const) {
    await compare(
      `Searching ${size}, ${CLIENTS} at once over ${connections} connections`,
      () => measureWork(() => pool`select id, name, price from public.search_products(${next()}) limit 8`, CLIENTS),
      "bare driver, one row",
      () => measureWork(() => pool`select id, name, price from public.products where id = 7`, CLIENTS),
    );
  }
  const url = `${origin}/rest/v1/rpc/search_products?select=${COLUMNS}&limit=8`;
  const headers = { apikey: keys.anonKey, "content-type": "application/json" };
  await compare(
    `The same through the data service, ${CLIENTS} at once`,
    () =>
      measureWork(async () => {
        const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query: next() }) });
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      }, CLIENTS),
    "one row through the data service",
    () =>
      measureRequests({
        url: `${origin}/rest/v1/products?select=${COLUMNS}&id=eq.7`,
        headers: { apikey: keys.anonKey },
        connections: CLIENTS,
      }),
  );
}

/** Copies the demo's products with a number added to their names, and indexes them a thousand at a time. */
async function fill(sql: Sql): Promise<void> {
  await sql.session(async (one) => {
    await one.script(`
      set session_replication_role = replica; set synchronous_commit = off;
      insert into public.products
        (category, name, also_called, description_header, description, price, img1, size, pictures_ready)
      select category, name || ' ' || n, also_called, description_header, description, price, img1, size, true
      from public.products, generate_series(1, ${PRODUCTS} / 129) as n where products.id <= 129;
      reset session_replication_role`);
    const [{ last = 0 } = {}] = await one<{ last: number }[]>`select max(id)::int as last from public.products`;
    for (let first = 1; first <= last; first += AT_ONCE) {
      process.stdout.write(`  indexing ${first} of ${last}\r`);
      await one`
        select private.index_products(array(
          select id from public.products where id between ${first} and ${first + AT_ONCE - 1}))`;
    }
    await one.script("reset synchronous_commit; analyze private.search_documents; analyze public.products");
  });
}
