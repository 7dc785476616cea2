import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { amountText } from "#app/values/money.ts";
import styles from "./product-dialog.module.css";

/**
 * Fields for price and discount price of a product or a size.
 * @param name of the two fields in the form
 */
export function PriceFields({
  name = (part) => part,
  priceCents,
  discountPriceCents,
  discountHint,
  errors,
}: {
  name?: (part: "price" | "discount_price") => string;
  priceCents: number | null;
  discountPriceCents: number | null;
  discountHint?: string;
  errors: FieldErrors;
}) {
  return (
    <div className={styles.pair}>
      <TextField
        inputMode="decimal"
        label={t("Price")}
        name={name("price")}
        defaultValue={amountText(priceCents)}
        error={errors[name("price")]}
      />
      <TextField
        inputMode="decimal"
        label={t("Discount price")}
        name={name("discount_price")}
        defaultValue={amountText(discountPriceCents)}
        hint={discountHint}
        error={errors[name("discount_price")]}
      />
    </div>
  );
}
