import { connect } from "@calabash/data-service/database";
import { categories } from "#app/features/catalogue/categories.ts";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { compare } from "./measure.ts";
import { requirePrograms, runWrk } from "./wrk.ts";

const PRODUCT_PAGES = 40;
const CHANGE_EVERY_MS = 1000;

/**
 * `npm run bench -- machines`: home, all categories, and forty product pages in turn, with one public change a second
 * (a product sells out, and is back), beside the same without changes. Requested by wrk (Debian's package wrk).
 */
export async function measureMachines({ origin, databaseUrl }: BenchShop): Promise<void> {
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
    // Rendered before, because the first requests for all of them would wait for each other.
    for (const path of paths) await fetch(`${origin}${path}`).then((response) => response.arrayBuffer());
    await compare("Mixed pages, one public change a second", changed, "without changes", mixed);
  } finally {
    await sql.end();
  }
}
