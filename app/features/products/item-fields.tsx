import { type KeyboardEvent, useRef } from "react";
import { useLocation } from "react-router";
import { ITEM_FIELDS, type ItemField } from "#app/features/catalog/product-fields.ts";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import type { FieldErrors } from "#app/ui/use-form.ts";
import type { ItemValues } from "./item-values.ts";
import styles from "./product-dialog.module.css";

/** Fields for SKU, barcode, vendor, and weight of a product, or of a size, which has no vendor of its own. */
export function ItemFields({
  name = (field) => field,
  item,
  hasVendor = false,
  errors,
}: {
  /** Returns the name of a form field. */
  name?: (field: ItemField) => string;
  item: ItemValues;
  hasVendor?: boolean;
  errors: FieldErrors;
}) {
  const field = (part: ItemField) => ({ name: name(part), defaultValue: item[part], error: errors[name(part)] });
  const barcode = useRef<HTMLInputElement>(null);
  // The camera is not allowed on store pages.
  const canScan = useLocation().pathname.startsWith("/desk/");

  function handleScan(code: string) {
    if (!barcode.current) return;
    barcode.current.value = code;
    // Autosave and the preview listen for input events.
    barcode.current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const isFilled = ITEM_FIELDS.some((part) => item[part] !== "" || errors[name(part)]);

  return (
    <details className={styles.facts} open={isFilled}>
      <summary className={textStyles.label}>
        {hasVendor ? t("Codes, vendor, and weight") : t("Codes and weight")}
      </summary>
      <Stack gap={4}>
        <div className={styles.pair}>
          <TextField {...field("sku")} label={t("SKU")} />
          <div className={styles.scanned}>
            <TextField
              {...field("barcode")}
              ref={barcode}
              label={t("Barcode")}
              hint={t("UPC, EAN, PLU, or your own number")}
              spellCheck={false}
              onKeyDown={keepForm}
            />
            {canScan ? <ScanButton title={t("Scan the barcode")} isSingle onScan={handleScan} /> : null}
          </div>
        </div>
        <div className={styles.pair}>
          {hasVendor ? <TextField {...field("vendor")} label={t("Vendor")} hint={t("Shoppers don't see it")} /> : null}
          <TextField
            {...field("weight")}
            label={t("Weight")}
            hint={t("Packed, for delivery: 2.5 lb, 40 oz, or 500 g")}
          />
        </div>
      </Stack>
    </details>
  );
}

/** Keeps Enter from submitting the form, because a scanner ends with it. */
function keepForm(event: KeyboardEvent) {
  if (event.key === "Enter") event.preventDefault();
}
