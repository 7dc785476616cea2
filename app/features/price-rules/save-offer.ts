import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import type { Offer } from "./offer-queries.ts";

export type OfferRow = Pick<
  TableRow<"offers">,
  "product_id" | "category" | "percent" | "price" | "starts_at" | "ends_at"
>;

/** Adds all offers, or none. @returns their ids @throws when they could not be saved */
export async function addOffers(data: BrowserData, rows: readonly OfferRow[]): Promise<number[]> {
  const added = rowsOf(
    await data.rest
      .from("offers")
      .insert([...rows])
      .select("id"),
  );
  return (added ?? []).map(({ id }) => id);
}

/** Deletes offers that were just added. @throws when none of them exists anymore, or they could not be deleted */
export async function deleteOffers(data: BrowserData, ids: readonly number[]): Promise<void> {
  const deleted = await data.rest
    .from("offers")
    .delete()
    .in("id", [...ids])
    .select("id");
  changedRows(deleted, t("These offers"));
}

/** Ends an offer now by the database's clock; deletes one that has not started. @throws when that fails */
export async function endOffer(data: BrowserData, offer: Offer): Promise<void> {
  const table = data.rest.from("offers");
  const hasStarted = rowsOf(
    await table.update({ ends_at: "now" }).eq("id", offer.id).lt("starts_at", "now").select("id"),
  );
  if (hasStarted?.length === 0) changedRows(await table.delete().eq("id", offer.id).select("id"), t("This offer"));
}

/** Restores an offer to its state before it was ended. @throws when it could not be saved */
export async function restoreOffer(data: BrowserData, offer: Offer): Promise<void> {
  const { id, ends_at, starts_at, product_id, category, percent, price } = offer;
  const back = rowsOf(await data.rest.from("offers").update({ ends_at }).eq("id", id).select("id"));
  if (back?.length === 0)
    await addOffers(data, [
      { product_id, category: category as OfferRow["category"], percent, price, starts_at, ends_at },
    ]);
}
