import { connect } from "@calabash/data-service/database";
import { applyImport, undoImport } from "#app/features/product-import/apply-import.ts";
import { createImport } from "#app/features/product-import/create-import.ts";
import type { ImportRow } from "#app/features/product-import/import-columns.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { signInAdmin } from "./growth.ts";

const ROWS = 2000;
const GOAL_MS = 10_000;

/**
 * `npm run bench -- imports`: imports 2,000 product rows through the API (send, validate, write, undo), compared with
 * one bare statement that inserts the same products.
 */
export async function measureImports(shop: BenchShop): Promise<void> {
  const admin = await signInAdmin(shop);
  const data = { rest: admin } as unknown as BrowserData;
  const sql = connect(shop.databaseUrl, { max: 1, applicationName: "bench" });
  const rowsAt = (price: string): ImportRow[] =>
    Array.from({ length: ROWS }, (_, index) => ({
      rowNumber: index + 2,
      cells: {
        category: "more",
        name: `Bench product ${index}`,
        price,
        stock: "5",
        description: "A description of some words. ".repeat(10),
      },
    }));
  const bare = await timed(
    () => sql`
      insert into products (category, name, price, description)
      select 'more', 'Bare product ' || place, 5, repeat('A description of some words. ', 10)
      from generate_series(1, ${ROWS}::integer) as place`,
  );
  console.log(`\nImporting ${ROWS} product rows, goal ${GOAL_MS} ms`);
  console.log(`  one bare insert   ${bare.ms.toFixed(0)} ms`);
  for (const [name, price] of [
    ["new products", "5.00"],
    ["changed products", "6.00"],
  ] as const) {
    const looked = await timed(() => createImport(data, "bench.csv", rowsAt(price), () => undefined));
    const id = looked.result;
    const written = await timed(() => applyImport(data, id));
    const undone = name === "changed products" ? await timed(() => undoImport(data, id)) : null;
    const whole = looked.ms + written.ms;
    console.log(
      `  ${name.padEnd(16)}  sent and validated ${looked.ms.toFixed(0)} ms, written ${written.ms.toFixed(0)} ms: ` +
        `${whole.toFixed(0)} ms, ${(whole / bare.ms).toFixed(1)} times the bare insert` +
        `${undone ? `; undone in ${undone.ms.toFixed(0)} ms` : ""}${whole > GOAL_MS ? "   above the goal" : ""}`,
    );
  }
  await sql`delete from products where name like 'Bench product %' or name like 'Bare product %'`;
  await sql.end();
}

async function timed<Result>(work: () => PromiseLike<Result>): Promise<{ ms: number; result: Result }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}
