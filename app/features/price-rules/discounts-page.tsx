import { use } from "react";
import { categories } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { AddButton, EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { DiscountForm } from "./discount-form.tsx";
import type { DiscountCode } from "./discount-queries.ts";
import { removeDiscountCode } from "./save-discount.ts";

/** Page to edit discount codes and see how often each was used. */
export function DiscountsPage({ discounts }: { discounts: readonly DiscountCode[] }) {
  const timeZone = use(ShopTimeZone);
  return (
    <>
      <h1>{t("Discount codes")}</h1>
      <Section title={t("Codes")}>
        <p>
          {t(
            "Customers enter a code in the cart for a discount on products. Changing a code doesn't change existing orders. A canceled order doesn't count as a use.",
          )}
        </p>
        <AddButton
          label={t("Add code")}
          onAdded={invalidateReads}
          form={(onSaved) => <DiscountForm discount={null} onSaved={onSaved} />}
        />
        <ItemList items={discounts} empty={t("No discount codes yet. Add one for shoppers to use in the cart.")}>
          {(discount) => (
            <EditableLine
              key={discount.id}
              name={discount.code}
              change={{
                title: t("Change code"),
                form: (onSaved) => <DiscountForm discount={discount} onSaved={onSaved} />,
              }}
              removal={{
                title: t("Remove {code}?", { code: discount.code }),
                consequence: t("Shoppers can no longer use this code."),
                onRemove: () => removeDiscountCode(getBrowserData(), discount.id),
              }}
              onChanged={invalidateReads}
            >
              <strong>{discount.code}</strong>: {discountText(discount, timeZone)} · {usesText(discount)}
            </EditableLine>
          )}
        </ItemList>
      </Section>
    </>
  );
}

/**
 * Returns a summary such as "10 % off products from $30.00, Condiments only, once per customer, until Dec 25, 2026,
 * 12:00 AM".
 */
function discountText(discount: DiscountCode, timeZone: string): string {
  const { percent, amount, min_subtotal, valid_until, once_per_person } = discount;
  const off =
    percent === null
      ? t("{amount} off", { amount: moneyText(centsFrom(amount ?? 0)) })
      : t("{percent} % off", { percent });
  const titles = categories.filter(({ prefix }) => discount.categories.includes(prefix)).map(({ title }) => title());
  return [
    min_subtotal > 0
      ? t("{discount} products from {amount}", { discount: off, amount: moneyText(centsFrom(min_subtotal)) })
      : off,
    ...(titles.length > 0 ? [t("{categories} only", { categories: titles.join(", ") })] : []),
    ...(once_per_person ? [t("once per customer")] : []),
    t("from {time}", { time: dateTimeText(discount.valid_from, timeZone) }),
    ...(valid_until === null ? [] : [t("until {time}", { time: dateTimeText(valid_until, timeZone) })]),
  ].join(", ");
}

/** Returns the number of uses, such as "3 of 20 orders" or "3 orders". */
function usesText({ used_count, max_uses }: Pick<DiscountCode, "used_count" | "max_uses">): string {
  if (max_uses !== null) {
    return t("{max, plural, one {{count} of # order} other {{count} of # orders}}", {
      count: used_count,
      max: max_uses,
    });
  }
  return t("{count, plural, one {# order} other {# orders}}", { count: used_count });
}
