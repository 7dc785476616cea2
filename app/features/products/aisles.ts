import { type CategoryPrefix, categories } from "#app/features/catalog/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { readRows } from "#app/platform/reads.ts";

/** An aisle of the store, where products of a category are picked. */
export type Aisle = { prefix: CategoryPrefix; title: string };

/** Lists the aisles in picking sequence. */
export async function listAisles({ rest }: BrowserData): Promise<Aisle[]> {
  const rows = await readRows(["aisles"], () =>
    rest.from("categories").select("prefix").order("aisle").order("prefix"),
  );
  return rows.flatMap(({ prefix }) => {
    const category = categories.find((each) => each.prefix === prefix);
    return category ? [{ prefix: category.prefix, title: category.title() }] : [];
  });
}

/** @param before sequence that the page shows */
export async function saveAisles(
  { rest }: BrowserData,
  before: readonly Aisle[],
  aisles: readonly Aisle[],
): Promise<void> {
  const prefixes = (list: readonly Aisle[]) => list.map(({ prefix }) => prefix);
  commandResult(await rest.rpc("order_aisles", { prefixes: prefixes(aisles), expected: prefixes(before) }));
}
