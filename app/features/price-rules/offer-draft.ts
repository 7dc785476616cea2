import { type CategoryPrefix, findCategory } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { decimalTyped } from "#app/values/decimal.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import { readShopTime } from "#app/values/shop-clock.ts";
import type { OfferRow } from "./save-offer.ts";

/** Values of the offer form; times such as `2026-11-27T09:00` are in the store's time zone. */
export type OfferDraft = ReturnType<typeof readOfferDraft>;

export type OfferErrors = Partial<Record<keyof OfferDraft, string>>;

export function readOfferDraft(field: ReadField) {
  return {
    for: field("for"),
    productId: field("productId"),
    category: field("category"),
    kind: field("kind"),
    value: field("value").trim(),
    from: field("from"),
    until: field("until"),
  };
}

/**
 * Returns error messages by field.
 * @param now the current time of the browser
 */
export function offerProblems(draft: OfferDraft, timeZone: string, now: Date): OfferErrors {
  const errors: OfferErrors = {};
  if (draft.for === "product" && draft.productId === "") errors.productId = t("Choose a product");
  if (draft.for === "category" && !findCategory(draft.category)) errors.category = t("Choose a category");
  const isPercent = draft.kind === "percent";
  const typed = decimalTyped(draft.value) ?? 0;
  if (isPercent && !(typed > 0 && typed < 100)) errors.value = t("A percentage above 0 and below 100");
  if (!isPercent && !((centsTyped(draft.value) ?? -1) >= 0))
    errors.value = moneyProblem(draft.value) ?? t("An amount, such as 4.99");
  const from = draft.from === "" ? now.toISOString() : readShopTime(draft.from, timeZone);
  const until = readShopTime(draft.until, timeZone);
  if (from === null) errors.from = t("Enter a time, or leave empty for now");
  if (until === null) errors.until = t("Enter a time, such as Sunday at midnight");
  else if (until <= now.toISOString()) errors.until = t("Enter a future time");
  else if (from !== null && until <= from) errors.until = t("Must be after the start");
  return errors;
}

/** Returns one row per selected product, from valid form values. */
export function offerRows(draft: OfferDraft, timeZone: string, productIds: readonly number[]): OfferRow[] {
  return productIds.map((id) => offerRow({ ...draft, for: "product", productId: String(id) }, timeZone));
}

/**
 * Returns the price with the offer in cents, as `private.best_price` computes it; null while the typed value is invalid
 * or the offer is not below the price.
 */
export function offerPriceCents(priceCents: number, kind: string, value: string): number | null {
  const typed = kind === "percent" ? decimalTyped(value.trim()) : centsTyped(value.trim());
  if (typed === null) return null;
  if (kind === "percent" && !(typed > 0 && typed < 100)) return null;
  const cents = kind === "percent" ? Math.round((priceCents * (100 - typed)) / 100) : typed;
  return cents < priceCents ? cents : null;
}

/** Returns the database row for valid form values. */
export function offerRow(draft: OfferDraft, timeZone: string): OfferRow {
  const isProduct = draft.for === "product";
  const isPercent = draft.kind === "percent";
  return {
    product_id: isProduct ? Number(draft.productId) : null,
    category: isProduct ? null : (draft.category as CategoryPrefix),
    percent: isPercent ? decimalTyped(draft.value) : null,
    price: isPercent ? null : amountFrom(centsTyped(draft.value) ?? 0),
    // The database resolves "now" by its own clock.
    starts_at: draft.from === "" ? "now" : (readShopTime(draft.from, timeZone) ?? "now"),
    ends_at: readShopTime(draft.until, timeZone) ?? "now",
  };
}
