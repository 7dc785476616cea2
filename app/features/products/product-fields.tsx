import { type FocusEvent, useState } from "react";
import type { Weight } from "#app/features/catalog/sold-by-weight.ts";
import { t } from "#app/messages/t.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { amountFromText, amountInWords } from "#app/values/amount-text.ts";
import { AttributeFields } from "./attribute-fields.tsx";
import { AvailabilityFields } from "./availability-fields.tsx";
import { ItemFields } from "./item-fields.tsx";
import { PriceFields } from "./price-fields.tsx";
import styles from "./product-dialog.module.css";
import { USUAL_TOLERANCE } from "./product-draft.ts";
import type { ProductInForm } from "./product-editor-queries.ts";
import { textField } from "./product-texts.ts";
import { SizeFields } from "./size-fields.tsx";

/** Fields of a product, with its weight, sizes, and stock. */
export function ProductFields({
  edited: { product, stockCount, sizes, item },
  round,
  errors,
}: {
  edited: ProductInForm;
  round: number;
  errors: FieldErrors;
}) {
  const typedPrices = product?.perPound ?? product;
  return (
    <>
      <WeightFields weight={product?.weight ?? null} errors={errors} />
      <TextField {...textField(product, "name", errors)} label={t("Name")} />
      <TextField {...textField(product, "description_header", errors)} label={t("Description header")} />
      <TextAreaField {...textField(product, "description", errors)} label={t("Description")} />
      <PriceFields
        priceCents={typedPrices?.priceCents ?? null}
        discountPriceCents={typedPrices?.discountPriceCents ?? null}
        discountHint={t("Leave empty for no discount")}
        errors={errors}
      />
      <div className={styles.pair}>
        <TextField {...textField(product, "size", errors)} label={t("Size")} onBlur={fillInAmount} />
        <TextField
          label={t("Amount")}
          name="amount"
          defaultValue={product?.amount && !product.weight ? amountInWords(product.amount) : ""}
          hint={t("For the unit price, such as 20 lb, 500 g, or 6 ct")}
          error={errors["amount"]}
        />
      </div>
      <AvailabilityFields
        availability={product?.availability ?? "available"}
        stockCount={stockCount}
        error={errors["stock_count"]}
      />
      <SelectField
        label={t("SNAP EBT")}
        name="snap"
        defaultValue={product?.snap ?? ""}
        hint={t("If the store accepts it. Hot food is never eligible.")}
      >
        <option value="">{t("As its category")}</option>
        <option value="yes">{t("Eligible")}</option>
        <option value="no">{t("Not eligible")}</option>
      </SelectField>
      <SizeFields key={round} sizes={sizes} errors={errors} />
      <ItemFields item={item} hasVendor errors={errors} />
      <AttributeFields product={product} errors={errors} />
    </>
  );
}

/** Fills in the amount if the size text contains one. */
function fillInAmount(event: FocusEvent<HTMLInputElement>) {
  const amount = event.currentTarget.form?.querySelector<HTMLInputElement>('[name="amount"]');
  const read = amountFromText(event.currentTarget.value);
  if (amount && read && amount.value.trim() === "") amount.value = amountInWords(read);
}

/** Choice whether a product is sold by the piece or by weight, with the fields for weighed products. */
function WeightFields({ weight, errors }: { weight: Weight | null; errors: FieldErrors }) {
  const [soldBy, setSoldBy] = useState(weight ? "weight" : "piece");
  return (
    <div className={styles.pair}>
      <SelectField label={t("Sold by")} name="sold_by" defaultValue={soldBy} onValue={setSoldBy}>
        <option value="piece">{t("Piece")}</option>
        <option value="weight">{t("Weight")}</option>
      </SelectField>
      {soldBy === "weight" ? (
        <>
          <TextField
            label={t("Weight of one (lb)")}
            name="pounds_each"
            inputMode="decimal"
            defaultValue={weight ? String(weight.poundsEach) : ""}
            hint={t("The price is per pound.")}
            error={errors["pounds_each"]}
          />
          <TextField
            label={t("Tolerance (%)")}
            name="weight_tolerance"
            inputMode="numeric"
            defaultValue={String(weight?.tolerancePercent ?? USUAL_TOLERANCE)}
            hint={t("Customers pay at most for this much more.")}
            error={errors["weight_tolerance"]}
          />
        </>
      ) : null}
    </div>
  );
}
