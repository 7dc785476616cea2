import { type CategoryPrefix, getCategory } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows, checkWrite } from "#app/platform/changed-rows.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { type FieldLabels, saveMerged } from "#app/ui/save-merged.ts";
import { withChanges } from "#app/values/merge-changes.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import type { DiscountRow } from "./discount-draft.ts";
import type { DiscountCode } from "./discount-queries.ts";

const IS_THERE_ALREADY = "23505";
const IS_IN_USE = "23503";

/**
 * Creates a code, or saves the changes of one; existing orders keep their price.
 * @param shown row of the form before any typing
 */
export async function saveDiscountCode(
  data: BrowserData,
  discount: DiscountCode | null,
  row: DiscountRow,
  shown: DiscountRow,
  timeZone: string,
): Promise<void> {
  const answer =
    discount === null
      ? await data.rest.from("discount_codes").insert(row)
      : await changeDiscountCode(data, discount, row, shown, timeZone);
  checkWrite(answer, { [IS_THERE_ALREADY]: t("The code {code} already exists.", { code: row.code }) });
}

function changeDiscountCode(
  data: BrowserData,
  discount: DiscountCode,
  row: DiscountRow,
  shown: DiscountRow,
  timeZone: string,
) {
  const { id, used_count: _, ...saved } = discount;
  const before: DiscountRow = { ...saved, categories: saved.categories as DiscountRow["categories"] };
  return saveMerged({
    before,
    mine: withChanges(before, shown, row),
    subject: t("This code"),
    labels: discountLabels(timeZone),
    write: rowWriter(data, "discount_codes", { id }, [["percent", "amount"]]),
  });
}

function discountLabels(timeZone: string): FieldLabels<DiscountRow> {
  const timeText = (at: string) => dateTimeText(at, timeZone);
  return {
    code: t("Code"),
    percent: t("Percent"),
    amount: t("Dollars"),
    min_subtotal: t("Minimum product total in dollars (optional)"),
    categories: {
      label: t("Only for these categories (none selected: all)"),
      show: (prefixes: CategoryPrefix[]) =>
        prefixes.map((prefix) => getCategory(prefix).title()).join("\n") || t("All"),
    },
    valid_from: { label: t("First day (optional)"), show: timeText },
    valid_until: { label: t("Last day (optional)"), show: timeText },
    once_per_person: t("Once per customer"),
    max_uses: t("Total number of uses (optional)"),
  };
}

export async function removeDiscountCode(data: BrowserData, id: number): Promise<void> {
  changedRows(await data.rest.from("discount_codes").delete().eq("id", id).select("id"), t("This code"), {
    [IS_IN_USE]: t("Orders use this code, so you can't delete it. Set a last day instead."),
  });
}
