import { categories } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { decimalTyped, wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import { readShopDay } from "#app/values/shop-clock.ts";

/** A discount code as it is saved; money in dollars, timestamps in ISO 8601. */
export type DiscountRow = ReturnType<typeof discountRow>;

/** Values of the discount code form. */
export type DiscountDraft = ReturnType<typeof readDiscountDraft>;

export type DiscountErrors = Partial<Record<keyof DiscountDraft, string>>;

export function readDiscountDraft(field: ReadField, data: FormData) {
  return {
    code: field("code")
      .replaceAll(/[\s-]+/g, "")
      .toUpperCase(),
    kind: field("kind"),
    value: field("value").trim(),
    minProducts: field("minProducts").trim(),
    categories: data.getAll("categories").map(String),
    from: field("from"),
    until: field("until"),
    oncePerPerson: field("oncePerPerson") !== "",
    maxUses: field("maxUses").trim(),
  };
}

/** Returns messages by field name. Days are in the store's time zone. */
export function validateDiscount(draft: DiscountDraft, timeZone: string): DiscountErrors {
  const errors: DiscountErrors = {};
  if (!/^[A-Z0-9]{3,30}$/.test(draft.code)) errors.code = t("3 to 30 letters and digits");
  if (draft.kind === "percent") {
    const percent = decimalTyped(draft.value) ?? 0;
    if (!(percent > 0 && percent <= 100)) errors.value = t("A percentage from 0.01 to 100");
  } else if ((centsTyped(draft.value) ?? 0) < 1)
    errors.value = moneyProblem(draft.value) ?? t("An amount above zero, such as 5.00");
  const minProducts = moneyProblem(draft.minProducts);
  if (minProducts) errors.minProducts = minProducts;
  const from = draft.from === "" ? null : readShopDay(draft.from, timeZone);
  const until = draft.until === "" ? null : readShopDay(draft.until, timeZone);
  if (draft.from !== "" && !from) errors.from = t("A day, such as 2026-11-27");
  if (draft.until !== "" && !until) errors.until = t("A day, such as 2026-12-24");
  else if (from && until && until.endsAt <= from.startsAt) errors.until = t("Must not be before the first day");
  if (draft.maxUses !== "" && !((wholeNumberTyped(draft.maxUses) ?? 0) >= 1)) errors.maxUses = t("A number from 1");
  return errors;
}

/**
 * Returns the row for form values that passed validation.
 * @param now start of validity if no day is given
 */
export function discountRow(draft: DiscountDraft, timeZone: string, now: Date) {
  const isPercent = draft.kind === "percent";
  const from = draft.from === "" ? null : readShopDay(draft.from, timeZone);
  const until = draft.until === "" ? null : readShopDay(draft.until, timeZone);
  return {
    code: draft.code,
    percent: isPercent ? decimalTyped(draft.value) : null,
    amount: isPercent ? null : amountFrom(centsTyped(draft.value) ?? 0),
    min_subtotal: amountFrom(centsTyped(draft.minProducts) ?? 0),
    /** Category prefixes; empty for all categories. */
    categories: categories.flatMap(({ prefix }) => (draft.categories.includes(prefix) ? [prefix] : [])),
    valid_from: from?.startsAt ?? now.toISOString(),
    valid_until: until?.endsAt ?? null,
    once_per_person: draft.oncePerPerson,
    max_uses: wholeNumberTyped(draft.maxUses),
  };
}
