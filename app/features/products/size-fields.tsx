import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { IconButton, SmallButton } from "#app/ui/button.tsx";
import { addItem, changeItem } from "#app/ui/change-item.ts";
import { TextField } from "#app/ui/field.tsx";
import partStyles from "#app/ui/form-part.module.css";
import { Icon } from "#app/ui/icon.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { amountInWords } from "#app/values/amount-text.ts";
import { movedUp } from "#app/values/moved-up.ts";
import { AvailabilityFields } from "./availability-fields.tsx";
import { ItemFields } from "./item-fields.tsx";
import { NO_ITEM } from "./item-values.ts";
import { PriceFields } from "./price-fields.tsx";
import styles from "./product-dialog.module.css";
import type { SizeInForm } from "./product-sizes.ts";
import { sizeField } from "./size-draft.ts";

type Row = { key: string; size: SizeInForm | null };

/** Fields for the sizes of a product, in the order in which shoppers see them. */
export function SizeFields({ sizes, errors }: { sizes: readonly SizeInForm[]; errors: FieldErrors }) {
  const [rows, setRows] = useState<readonly Row[]>(() => sizes.map((size, place) => ({ key: String(place), size })));
  const [nextKey, setNextKey] = useState(sizes.length);

  function handleAdd() {
    setRows([...rows, { key: String(nextKey), size: null }]);
    setNextKey(nextKey + 1);
  }

  /** Recreates the rows of an autosaved form; the autosave then fills their fields. */
  function handleRestored(keys: string) {
    const restored = keys.split(" ").filter(Boolean);
    setRows(restored.map((key) => ({ key, size: sizes[Number(key)] ?? null })));
    setNextKey(Math.max(sizes.length, ...restored.map((key) => Number(key) + 1)));
  }

  return (
    <Stack as="fieldset" gap={3}>
      <legend className={textStyles.label}>{t("Comes in several sizes")}</legend>
      <p className={textStyles.meta}>
        {t("Such as S, M, and L, or 2 lb and 5 lb. Shoppers choose one. Empty fields use the values above.")}
      </p>
      <input
        hidden
        name="size_keys"
        value={rows.map(({ key }) => key).join(" ")}
        onChange={(event) => handleRestored(event.currentTarget.value)}
      />
      {rows.map(({ key, size }, place) => (
        <fieldset key={key} className={styles.size}>
          <legend className={textStyles.label}>{t("No. {number}", { number: place + 1 })}</legend>
          <SizeRow fieldKey={key} size={size} errors={errors} />
          <div className={partStyles.actions}>
            {place > 0 ? (
              <IconButton
                label={t("Move no. {number} up", { number: place + 1 })}
                onClick={({ currentTarget }) =>
                  changeItem(currentTarget.closest("fieldset"), () => setRows(movedUp(rows, place)))
                }
              >
                ↑
              </IconButton>
            ) : null}
            <SmallButton
              aria-label={t("Remove no. {number}", { number: place + 1 })}
              onClick={({ currentTarget }) =>
                changeItem(currentTarget.closest("fieldset"), () => setRows(rows.filter((row) => row.key !== key)))
              }
            >
              <Icon name="trash" /> {t("Remove")}
            </SmallButton>
          </div>
        </fieldset>
      ))}
      <SmallButton onClick={({ currentTarget }) => addItem(currentTarget, handleAdd)} isNarrow>
        <Icon name="plus" /> {t("Add size")}
      </SmallButton>
    </Stack>
  );
}

function SizeRow({ fieldKey, size, errors }: { fieldKey: string; size: SizeInForm | null; errors: FieldErrors }) {
  const field = (name: string) => ({ name: sizeField(fieldKey, name), error: errors[sizeField(fieldKey, name)] });
  return (
    <>
      <input type="hidden" name="size_key" value={fieldKey} />
      <input type="hidden" name={sizeField(fieldKey, "id")} value={size?.id ?? ""} />
      <div className={styles.pair}>
        <TextField {...field("label")} label={t("Called")} defaultValue={size?.label} />
        <TextField
          {...field("amount")}
          label={t("Amount")}
          defaultValue={size?.amount ? amountInWords(size.amount) : ""}
        />
      </div>
      <PriceFields
        name={(part) => sizeField(fieldKey, part)}
        priceCents={size?.priceCents ?? null}
        discountPriceCents={size?.discountPriceCents ?? null}
        errors={errors}
      />
      <AvailabilityFields
        name={(part) => sizeField(fieldKey, part)}
        availability={size?.availability ?? "available"}
        stockCount={size?.stockCount ?? null}
        error={errors[sizeField(fieldKey, "stock_count")]}
      />
      <ItemFields name={(part) => sizeField(fieldKey, part)} item={size?.item ?? NO_ITEM} errors={errors} />
    </>
  );
}
