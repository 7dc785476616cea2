import { t } from "#app/messages/t.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import { readShopTime } from "#app/values/shop-clock.ts";
import { NO_END, type QuantityPriceValues } from "./save-quantity-price.ts";

/** Values of the form; times such as `2026-11-27T09:00` are in the store's time zone. */
export type QuantityPriceFormValues = ReturnType<typeof readQuantityPriceForm>;

export type QuantityPriceErrors = Partial<Record<keyof QuantityPriceFormValues, string>>;

export function readQuantityPriceForm(field: ReadField) {
  return {
    productId: field("productId"),
    /** Empty if the price applies to every size. */
    sizeId: field("sizeId"),
    pieces: field("pieces").trim(),
    price: field("price").trim(),
    from: field("from"),
    until: field("until"),
  };
}

/** Returns error messages by field. */
export function validateQuantityPrice(
  values: QuantityPriceFormValues,
  timeZone: string,
  now: Date,
): QuantityPriceErrors {
  const errors: QuantityPriceErrors = {};
  if (values.productId === "") errors.productId = t("Choose a product");
  const pieces = wholeNumberTyped(values.pieces) ?? 0;
  if (pieces < 2 || pieces > 999) errors.pieces = t("A whole number from 2 to 999");
  if ((centsTyped(values.price) ?? 0) <= 0) errors.price = moneyProblem(values.price) ?? t("An amount, such as 5.00");
  const from = values.from === "" ? now.toISOString() : readShopTime(values.from, timeZone);
  const until = values.until === "" ? NO_END : readShopTime(values.until, timeZone);
  if (from === null) errors.from = t("Enter a time, or leave empty for now");
  if (until === null) errors.until = t("Enter a time, or leave empty for no end");
  else if (until <= now.toISOString()) errors.until = t("Enter a future time");
  else if (from !== null && until <= from) errors.until = t("Must be after the start");
  return errors;
}

/** Returns the database row for valid form values. */
export function quantityPriceValues(values: QuantityPriceFormValues, timeZone: string): QuantityPriceValues {
  return {
    product_id: Number(values.productId),
    size_id: values.sizeId === "" ? null : Number(values.sizeId),
    pieces: wholeNumberTyped(values.pieces) ?? 0,
    price: amountFrom(centsTyped(values.price) ?? 0),
    // The database resolves "now" by its own clock.
    starts_at: values.from === "" ? "now" : (readShopTime(values.from, timeZone) ?? "now"),
    ends_at: values.until === "" ? NO_END : (readShopTime(values.until, timeZone) ?? "now"),
  };
}
