import { use, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { BackButton } from "#app/ui/back-button.tsx";
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
      <BackButton fallback="/desk/settings" label="Back to the settings" />
      <h1>Discount codes</h1>
      <Section title="Codes">
        <p>
          What comes off the goods of an order whose customer types the code in the cart. An order keeps what it cost,
          also when its code changes. One that is cancelled gives its use back.
        </p>
        <div>
          <Button onClick={() => setAdding(true)}>Add a code</Button>
        </div>
        <EditableList items={discounts} empty="There are no codes yet.">
          {(discount) => (
            <EditableLine
              key={discount.id}
              name={discount.code}
              change={{
                title: "Change code",
                form: (onSaved) => <DiscountForm discount={discount} onSaved={onSaved} />,
              }}
              removal={{
                title: `Remove ${discount.code}?`,
                consequence: "Nobody can use this code any more.",
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
        <Dialog title="Add a code" isAutosaved onClose={() => setAdding(false)}>
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
