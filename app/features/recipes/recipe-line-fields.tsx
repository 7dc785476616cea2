import type { ProductSummary } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { IconButton, SmallButton } from "#app/ui/button.tsx";
import { changeItem } from "#app/ui/change-item.ts";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import partStyles from "#app/ui/form-part.module.css";
import { Icon } from "#app/ui/icon.tsx";
import textStyles from "#app/ui/text.module.css";
import type { FieldErrors } from "#app/ui/use-form.ts";
import type { RecipeLine } from "./recipe.ts";
import { amountTypedAgain, lineField, packsText } from "./recipe-draft.ts";
import styles from "./recipe-form.module.css";

/**
 * Fields for the amount of one product in a recipe.
 * @param line initial values; null for a new one
 * @param onUp null for the first
 */
export function RecipeLineFields({
  product,
  line,
  errors,
  onUp,
  onRemove,
}: {
  product: ProductSummary;
  line: RecipeLine | null;
  errors: FieldErrors;
  onUp: (() => void) | null;
  onRemove: () => void;
}) {
  const field = (name: "amount" | "packs" | "size") => ({
    name: lineField(product.id, name),
    error: errors[lineField(product.id, name)],
  });
  return (
    <fieldset className={partStyles.part}>
      <legend className={textStyles.label}>{product.name}</legend>
      {line?.isForSale === false ? (
        <p className={textStyles.meta}>{t("No longer for sale. Shoppers don't see it.")}</p>
      ) : null}
      <div className={styles.pair}>
        <TextField {...field("amount")} label={t("Needed")} defaultValue={amountTypedAgain(line?.amount ?? null)} />
        <TextField
          {...field("packs")}
          label={t("Packs")}
          hint={product.size ? t("One is {size}", { size: product.size }) : undefined}
          defaultValue={packsText(line?.packs ?? null)}
        />
      </div>
      {product.sizes.length > 0 ? (
        <SelectField {...field("size")} label={t("Size")} defaultValue={line?.size?.id ?? ""}>
          <option value="">{t("Shopper chooses")}</option>
          <Options of={product.sizes.map((size) => [size.id, size.label])} />
        </SelectField>
      ) : null}
      <div className={partStyles.actions}>
        {onUp ? (
          <IconButton
            label={t("Move {name} up", { name: product.name })}
            onClick={({ currentTarget }) => changeItem(currentTarget.closest("fieldset"), onUp)}
          >
            ↑
          </IconButton>
        ) : null}
        <SmallButton
          aria-label={t("Remove {name}", { name: product.name })}
          onClick={({ currentTarget }) => changeItem(currentTarget.closest("fieldset"), onRemove)}
        >
          <Icon name="trash" /> {t("Remove")}
        </SmallButton>
      </div>
    </fieldset>
  );
}
