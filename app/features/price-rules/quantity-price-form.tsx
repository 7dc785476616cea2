import { use } from "react";
import { ProductChoice } from "#app/features/catalog/product-finder.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import styles from "#app/ui/editable-list.module.css";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { useForm } from "#app/ui/use-form.ts";
import { amountText, centsFrom } from "#app/values/money.ts";
import { shopTimeOf } from "#app/values/shop-clock.ts";
import {
  type QuantityPriceFormValues,
  quantityPriceValues,
  readQuantityPriceForm,
  validateQuantityPrice,
} from "./quantity-price-form-values.ts";
import type { QuantityPriceEntry } from "./quantity-price-queries.ts";
import { hasEnd, saveQuantityPrice } from "./save-quantity-price.ts";

const AUTOSAVED_AS = "quantity price";

/**
 * Form for a price by quantity: product, number of pieces, price, start, and end.
 * @param entry null for a new one
 */
export function QuantityPriceForm({
  entry,
  onSaved,
}: {
  entry: QuantityPriceEntry | null;
  onSaved: () => Promise<void>;
}) {
  const timeZone = use(ShopTimeZone);
  const form = useForm({
    ...(entry === null ? { autosaveKey: AUTOSAVED_AS } : {}),
    read: readQuantityPriceForm,
    check: (values) => validateQuantityPrice(values, timeZone, new Date()),
    send: async (values, _, shown) => {
      const rowOf = (typed: QuantityPriceFormValues) => quantityPriceValues(typed, timeZone);
      await saveQuantityPrice(getBrowserData(), entry, rowOf(values), rowOf(shown), timeZone);
      await onSaved();
    },
  });
  return (
    <form {...form.props} aria-label={t("Price by quantity")} className={styles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      {entry === null ? (
        <ProductChoice autosavedAs={AUTOSAVED_AS} error={form.errors.productId}>
          {({ id, sizes }) =>
            sizes.length === 0 ? null : (
              <SelectField key={id} label={t("Size")} name="sizeId" hint={t("Pieces of one size count together")}>
                <option value="">{t("Every size")}</option>
                <Options of={sizes.map((size) => [size.id, size.label])} />
              </SelectField>
            )
          }
        </ProductChoice>
      ) : (
        <>
          <input type="hidden" name="productId" value={entry.product_id} />
          <input type="hidden" name="sizeId" value={entry.size_id ?? ""} />
        </>
      )}
      <TextField
        label={t("Pieces")}
        {...form.field("pieces")}
        required
        inputMode="numeric"
        defaultValue={entry?.pieces}
        hint={t("Such as 2, or 12 for a case")}
      />
      <TextField
        label={t("Dollars for all of them")}
        {...form.field("price")}
        required
        inputMode="decimal"
        defaultValue={entry ? amountText(centsFrom(entry.price)) : undefined}
        hint={t("Applies where it is below the price of the pieces. Pieces left over cost their price")}
      />
      <TextField
        label={t("Starts (empty: now)")}
        {...form.field("from")}
        type="datetime-local"
        defaultValue={entry ? shopTimeOf(new Date(entry.starts_at), timeZone) : undefined}
        hint={t("Store time")}
      />
      <TextField
        label={t("Ends (empty: no end)")}
        {...form.field("until")}
        type="datetime-local"
        defaultValue={entry && hasEnd(entry) ? shopTimeOf(new Date(entry.ends_at), timeZone) : undefined}
      />
      <FormEnd form={form}>{entry === null ? t("Add price by quantity") : t("Save price by quantity")}</FormEnd>
    </form>
  );
}
