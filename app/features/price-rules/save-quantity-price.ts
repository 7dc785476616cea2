import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows, checkWrite } from "#app/platform/changed-rows.ts";
import { rowsOf } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { withChanges } from "#app/values/merge-changes.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import type { QuantityPriceEntry } from "./quantity-price-queries.ts";

export interface QuantityPriceValues {
  product_id: number;
  size_id: number | null;
  pieces: number;
  price: number;
  starts_at: string;
  ends_at: string;
}

/** End of a price that applies until somebody ends it: the last day that the database and browsers print alike. */
export const NO_END = "9999-12-31T00:00:00.000Z";

export function hasEnd({ ends_at }: Pick<QuantityPriceValues, "ends_at">): boolean {
  return new Date(ends_at).getTime() < Date.parse(NO_END);
}

/**
 * Adds a price by quantity, or saves the changes of one.
 * @param shown values of the form before any typing
 */
export async function saveQuantityPrice(
  data: BrowserData,
  entry: QuantityPriceEntry | null,
  values: QuantityPriceValues,
  shown: QuantityPriceValues,
  timeZone: string,
): Promise<void> {
  checkWrite(
    entry === null
      ? await data.rest.from("quantity_prices").insert(values)
      : await changeQuantityPrice(data, entry, values, shown, timeZone),
  );
}

function changeQuantityPrice(
  data: BrowserData,
  { id, products: _, product_sizes: __, ...before }: QuantityPriceEntry,
  values: QuantityPriceValues,
  shown: QuantityPriceValues,
  timeZone: string,
) {
  const show = (at: string) => dateTimeText(at, timeZone);
  return saveMerged({
    before,
    mine: withChanges(before, shown, values),
    subject: t("This price by quantity"),
    labels: {
      product_id: t("Product"),
      size_id: t("Size"),
      pieces: t("Pieces"),
      price: t("Dollars for all of them"),
      starts_at: { label: t("Starts (empty: now)"), show },
      ends_at: {
        label: t("Ends (empty: no end)"),
        show: (ends_at: string) => (hasEnd({ ends_at }) ? show(ends_at) : t("No end")),
      },
    },
    write: rowWriter(data, "quantity_prices", { id }),
  });
}

/** Ends a price now by the database's clock; deletes one that has not started. @throws when that fails */
export async function endQuantityPrice({ rest }: BrowserData, { id }: QuantityPriceEntry): Promise<void> {
  const table = rest.from("quantity_prices");
  const ended = rowsOf(await table.update({ ends_at: "now" }).eq("id", id).lt("starts_at", "now").select("id"));
  if (ended?.length === 0) changedRows(await table.delete().eq("id", id).select("id"), t("This price by quantity"));
}

/** Restores a price to its state before it was ended. @throws when it could not be saved */
export async function restoreQuantityPrice(data: BrowserData, entry: QuantityPriceEntry): Promise<void> {
  const { id, products: _, product_sizes: __, ...values } = entry;
  const { ends_at } = entry;
  const back = rowsOf(await data.rest.from("quantity_prices").update({ ends_at }).eq("id", id).select("id"));
  if (back?.length !== 0) return;
  checkWrite(await data.rest.from("quantity_prices").insert(values));
}
