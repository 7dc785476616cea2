import type { CategoryPrefix } from "#app/features/catalogue/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

const COLUMNS = "id, product_id, category, percent, price, starts_at, ends_at, products(name)";

/** An offer as the database has it: of a product or of a category, a percentage or a price in dollars. */
export type Offer = SelectedRow<"offers", typeof COLUMNS>;

export interface OfferRow {
  product_id: number | null;
  category: CategoryPrefix | null;
  percent: number | null;
  price: number | null;
  starts_at: string;
  ends_at: string;
}

/** Those that run or are still to come, the next end first, then those that are over, the latest first. */
export async function listOffers(data: BrowserData): Promise<{ open: Offer[]; over: Offer[] }> {
  const read = (isOpen: boolean) =>
    readWithRetries(["offers", isOpen], async () => {
      // "now" is the database's own.
      const all = data.rest.from("offers").select(COLUMNS);
      const some = isOpen ? all.gt("ends_at", "now") : all.lte("ends_at", "now");
      return rowsOf(await some.order("ends_at", { ascending: isOpen }).limit(isOpen ? 500 : 20));
    });
  const [open, over] = await Promise.all([read(true), read(false)]);
  return { open: open ?? [], over: over ?? [] };
}

export interface OfferedProduct {
  id: number;
  name: string;
}

/** Returns products whose names match, to put them on offer. */
export async function findOfferedProducts(data: BrowserData, words: string): Promise<OfferedProduct[]> {
  if (words.trim() === "") return [];
  const rows = await readWithRetries(["offered", words], async () =>
    rowsOf(
      await data.rest
        .rpc("find_products", { words })
        .select("id, name")
        .is("archived_at", null)
        .order("name")
        .limit(20),
    ),
  );
  return rows ?? [];
}

/** @throws when it could not be saved */
export async function addOffer(data: BrowserData, row: OfferRow): Promise<void> {
  rowsOf(await data.rest.from("offers").insert(row).select("id"));
}

/** Ends an offer now by the database's clock; deletes one that has not started. @throws when it could not */
export async function endOffer(data: BrowserData, offer: Offer): Promise<void> {
  const table = data.rest.from("offers");
  const hasBegun = rowsOf(
    await table.update({ ends_at: "now" }).eq("id", offer.id).lt("starts_at", "now").select("id"),
  );
  if (hasBegun?.length === 0) changedRows(await table.delete().eq("id", offer.id).select("id"), "This offer");
}

/** Restores an offer as it was before it ended. @throws when it could not be saved */
export async function restoreOffer(data: BrowserData, offer: Offer): Promise<void> {
  const { id, ends_at, starts_at, product_id, category, percent, price } = offer;
  const back = rowsOf(await data.rest.from("offers").update({ ends_at }).eq("id", id).select("id"));
  if (back?.length === 0)
    await addOffer(data, {
      product_id,
      category: category as CategoryPrefix | null,
      percent,
      price,
      starts_at,
      ends_at,
    });
}
