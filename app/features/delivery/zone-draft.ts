import { t } from "#app/messages/t.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import type { CamelCased } from "#app/values/camel-cased.ts";
import { decimalTyped } from "#app/values/decimal.ts";
import { amountText, centsTyped, moneyProblem, priceWords } from "#app/values/money.ts";

export const ZONE_COLUMNS = "id, name, zips, max_miles, fee, free_from, min_order";

/**
 * Delivery zone, defined by a list of ZIP codes or a radius. The fee is null if the team contacts the customer about it,
 * and the total from which delivery is free, if it never is.
 */
export type Zone = CamelCased<SelectedRow<"delivery_zones", typeof ZONE_COLUMNS>, "fee" | "free_from" | "min_order">;

/** Values of the zone form. */
export type ZoneDraft = ReturnType<typeof zoneDraft>;

export function zoneDraft(zone: Zone | null) {
  return {
    name: zone?.name ?? "",
    zips: zone?.zips?.join(", ") ?? "",
    maxMiles: zone?.maxMiles?.toString() ?? "",
    fee: amountText(zone?.feeCents ?? null),
    freeFrom: amountText(zone?.freeFromCents ?? null),
    minOrder: amountText(zone?.minOrderCents || null),
  };
}

/** Returns the ZIP codes in a text such as "77338, 77396", without duplicates. */
export function zipsTyped(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((zip) => zip !== ""))];
}

/** Returns messages by field name. */
export function zoneProblems(draft: ZoneDraft): Partial<Record<keyof ZoneDraft, string>> {
  const zips = zipsTyped(draft.zips);
  const miles = draft.maxMiles.trim();
  const found = {
    name: draft.name.trim() === "" ? t("Enter a zone name") : undefined,
    maxMiles:
      miles === "" && zips.length === 0
        ? t("Enter miles or ZIP codes")
        : miles !== "" && zips.length > 0
          ? t("Enter miles or ZIP codes, not both")
          : miles !== "" && !((decimalTyped(miles, 1) ?? 0) >= 0.1 && (decimalTyped(miles, 1) ?? 0) <= 3000)
            ? t("Enter miles from 0.1 to 3000")
            : undefined,
    zips: zips.every((zip) => /^\d{5}$/.test(zip)) ? undefined : t("A ZIP code has five digits"),
    fee: amountProblem(draft.fee, 9999.99),
    freeFrom: amountProblem(draft.freeFrom, 99_999.99),
    minOrder: amountProblem(draft.minOrder, 99_999.99),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

function amountProblem(typed: string, max: number): string | undefined {
  if (typed.trim() === "") return undefined;
  const cents = centsTyped(typed);
  if (cents === null) return moneyProblem(typed);
  return cents >= 0 && cents <= max * 100
    ? undefined
    : t("Enter dollars from 0 to {max}, or leave this empty", { max });
}

/** Returns the row for form values that passed validation. */
export function zoneRow(draft: ZoneDraft) {
  const zips = zipsTyped(draft.zips);
  const amount = (typed: string) => {
    const cents = centsTyped(typed);
    return cents === null ? null : cents / 100;
  };
  return {
    name: draft.name.trim(),
    zips: zips.length > 0 ? zips : null,
    max_miles: zips.length > 0 ? null : decimalTyped(draft.maxMiles, 1),
    fee: amount(draft.fee),
    free_from: amount(draft.freeFrom),
    min_order: amount(draft.minOrder) ?? 0,
  };
}

/** Returns a summary such as "Up to 10 miles: $5, free from $60, orders from $25". */
export function zoneText({ zips, maxMiles, feeCents, freeFromCents, minOrderCents }: Zone): string {
  const where = zips
    ? zips.length > 4
      ? t("{zips} and {count} more", { zips: zips.slice(0, 4).join(", "), count: zips.length - 4 })
      : zips.join(", ")
    : t("Up to {miles, plural, one {# mile} other {# miles}}", { miles: maxMiles ?? 0 });
  const free = t("free", {}, "delivery");
  const terms = [
    feeCents === null ? t("our team contacts the customer") : feeCents === 0 ? free : priceWords(feeCents),
    ...(freeFromCents === null ? [] : [t("free from {price}", { price: priceWords(freeFromCents) })]),
    ...(minOrderCents > 0 ? [t("orders from {price}", { price: priceWords(minOrderCents) })] : []),
  ];
  return `${where}: ${terms.join(", ")}`;
}
