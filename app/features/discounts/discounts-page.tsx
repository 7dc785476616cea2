import { use, useState } from "react";
import { useRevalidator } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/editable-list.module.css";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Question } from "#app/ui/question.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { DiscountForm } from "./discount-form.tsx";
import { type DiscountCode, removeDiscountCode } from "./discount-record.ts";
import { discountText, usesText } from "./discount-words.ts";

/** Where the owner gives out discount codes and sees how often each was used. */
export function DiscountsPage({ discounts }: { discounts: readonly DiscountCode[] }) {
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <BackButton fallback="/desk/settings" label="Back to the settings" />
      <h1>Discount codes</h1>
      <Section title="Codes">
        <p>
          What comes off the goods of an order whose customer types the code in the cart. An order keeps what
          it cost, also when its code changes. One that is cancelled gives its use back.
        </p>
        <div>
          <Button onClick={() => setAdding(true)}>Add a code</Button>
        </div>
        {discounts.length === 0 ? (
          <p>There are no codes yet.</p>
        ) : (
          <ul className={styles.lines}>
            {discounts.map((discount) => (
              <DiscountLine key={discount.id} discount={discount} onChanged={revalidate} />
            ))}
          </ul>
        )}
      </Section>
      {isAdding ? (
        <Dialog title="Add a code" keepsTyping onClose={() => setAdding(false)}>
          <DiscountForm
            discount={null}
            onSaved={async () => {
              await revalidate();
              setAdding(false);
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}

function DiscountLine({ discount, onChanged }: { discount: DiscountCode; onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const timeZone = use(ShopTimeZone);
  const close = () => setOpen(null);
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <strong>{discount.code}</strong>: {discountText(discount, timeZone)} · {usesText(discount)}
      </span>
      <span className={styles.actions}>
        <Button size="small" variation="secondary" onClick={() => setOpen("change")}>
          Change<HiddenText>: {discount.code}</HiddenText>
        </Button>
        <Button size="small" variation="secondary" onClick={() => setOpen("remove")}>
          Remove<HiddenText>: {discount.code}</HiddenText>
        </Button>
      </span>
      {open === "change" ? (
        <Dialog title="Change code" keepsTyping onClose={close}>
          <DiscountForm
            discount={discount}
            onSaved={async () => {
              await onChanged();
              close();
            }}
          />
        </Dialog>
      ) : null}
      {open === "remove" ? (
        <Question
          title={`Remove ${discount.code}?`}
          yes="Remove"
          no="Keep"
          onYes={async () => {
            const refusal = await removeDiscountCode(getBrowserData(), discount.id);
            if (refusal === null) await onChanged();
            return refusal;
          }}
          onClose={close}
        >
          Nobody can use this code any more.
        </Question>
      ) : null}
    </li>
  );
}
