import { ALLERGENS, type Product } from "#app/features/catalog/product.ts";
import { ALLERGEN_NAMES, HEAT, STORAGE } from "#app/features/catalog/product-attributes.ts";
import { t } from "#app/messages/t.ts";
import { Options, SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import type { FieldErrors } from "#app/ui/use-form.ts";
import styles from "./product-dialog.module.css";
import { PRODUCT_TEXTS, textField } from "./product-texts.ts";

/** Attributes from the package or label; empty ones are not shown. */
export function AttributeFields({ product, errors }: { product: Product | null; errors: FieldErrors }) {
  return (
    <details className={styles.facts}>
      <summary className={textStyles.label}>{t("What the package says")}</summary>
      <Stack gap={4}>
        <TextField
          {...textField(product, "also_called", errors)}
          label={t("Also called")}
          hint={t("Other names, separated by commas")}
        />
        <div className={styles.pair}>
          <SelectField label={t("Storage")} name="storage" defaultValue={product?.storage ?? ""}>
            <option value="" />
            <Options of={Object.entries(STORAGE).map(([storage, word]) => [storage, word()])} />
          </SelectField>
          <TextField
            {...textField(product, "origin", errors)}
            label={t("Origin")}
            hint={t("For clothing: Imported, or Made in USA")}
          />
        </div>
        <TextAreaField {...textField(product, "ingredients", errors)} label={t("Ingredients")} rows={3} />
        <Stack as="fieldset" gap={3}>
          <legend className={textStyles.label}>{t("Allergens")}</legend>
          <div className={styles.allergens}>
            {ALLERGENS.map((allergen) => (
              <SelectField
                key={allergen}
                label={ALLERGEN_NAMES[allergen]()}
                name={`allergen_${allergen}`}
                defaultValue={
                  product?.contains.includes(allergen)
                    ? "contains"
                    : product?.mayContain.includes(allergen)
                      ? "may_contain"
                      : ""
                }
              >
                <option value="" />
                <option value="contains">{t("Contains")}</option>
                <option value="may_contain">{t("May contain")}</option>
              </SelectField>
            ))}
          </div>
        </Stack>
        <SelectField label={t("Heat")} name="heat_level" defaultValue={product?.heatLevel ?? ""}>
          <option value="" />
          <Options of={HEAT.map((word, place) => [place + 1, word()])} />
        </SelectField>
        <div className={styles.pair}>
          {PRODUCT_TEXTS.map(({ column, label }) =>
            label ? <TextField key={column} {...textField(product, column, errors)} label={label()} /> : null,
          )}
        </div>
      </Stack>
    </details>
  );
}
