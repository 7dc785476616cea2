import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { QuantityPriceEntry } from "./quantity-price-queries.ts";

export interface QuantityPriceValues {
  product_id: number;
  size_id: number | null;
  pieces: number;
  price: number;
  starts_at: string;
  ends_at: string;
}

/** Error code of a broken database rule, whose message is written for users. */
const RULE = "PT409";

/**
 * Adds a price by quantity, or changes the one with this id.
 * @returns the message of the rule that rejected it, or null on success
 * @throws when it could not be saved
 */
export async function saveQuantityPrice(
  { rest }: BrowserData,
  id: number | null,
  values: QuantityPriceValues,
): Promise<string | null> {
  const table = rest.from("quantity_prices");
  const answer = await (id === null
    ? table.insert(values).select("id")
    : table.update(values).eq("id", id).select("id"));
  if (answer.error?.code === RULE) return answer.error.message;
  changedRows(answer, t("This price by quantity"));
  return null;
}

/**
 * Ends a price now by the database's clock; deletes one that has not started.
 * @throws when that fails
 */
export async function endQuantityPrice({ rest }: BrowserData, { id }: QuantityPriceEntry): Promise<void> {
  const table = rest.from("quantity_prices");
  const ended = rowsOf(await table.update({ ends_at: "now" }).eq("id", id).lt("starts_at", "now").select("id"));
  if (ended?.length === 0) changedRows(await table.delete().eq("id", id).select("id"), t("This price by quantity"));
}

/**
 * Restores a price to its state before it was ended.
 * @throws when it could not be saved
 */
export async function restoreQuantityPrice(data: BrowserData, entry: QuantityPriceEntry): Promise<void> {
  const { id, product_id, size_id, pieces, price, starts_at, ends_at } = entry;
  const back = rowsOf(await data.rest.from("quantity_prices").update({ ends_at }).eq("id", id).select("id"));
  if (back?.length !== 0) return;
  const rejection = await saveQuantityPrice(data, null, { product_id, size_id, pieces, price, starts_at, ends_at });
  if (rejection !== null) throw new Error(rejection);
}
