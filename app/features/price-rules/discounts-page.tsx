import { use, useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EditableLine, EditableList } from "#app/ui/editable-list.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { DiscountForm } from "./discount-form.tsx";
import { discountText, usesText } from "./discount-labels.ts";
import type { DiscountCode } from "./discount-queries.ts";
import { removeDiscountCode } from "./save-discount.ts";

/** Page to edit discount codes and see how often each was used. */
export function DiscountsPage({ discounts }: { discounts: readonly DiscountCode[] }) {
  const [isAdding, setAdding] = useState(false);
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
        <div>
          <Button onClick={() => setAdding(true)}>{t("Add code")}</Button>
        </div>
        <EditableList items={discounts} empty={t("No discount codes yet. Add one for shoppers to use in the cart.")}>
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
        </EditableList>
      </Section>
      {isAdding ? (
        <Dialog title={t("Add code")} isAutosaved onClose={() => setAdding(false)}>
          <DiscountForm
            discount={null}
            onSaved={async () => {
              await invalidateReads();
              setAdding(false);
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}
