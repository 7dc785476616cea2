import { t } from "#app/messages/t.ts";
import { Money } from "#app/ui/money.tsx";
import textStyles from "#app/ui/text.module.css";
import { useEarlyInput } from "#app/ui/use-early-input.ts";
import { langOf } from "#app/values/untranslated.ts";
import styles from "./choices.module.css";
import { UnitPriceText } from "./price-texts.tsx";
import { currentPriceCents } from "./product.ts";
import { type ProductSize, SIZE_PARAMETER } from "./product-size.ts";

export const SIZE_CHOICE_ID = "size-choice";

/**
 * Sizes of a product, none preselected; sold-out sizes are disabled.
 * @param inWords the product's text about its size, shown in the legend
 * @param isMissing whether the shopper tried to continue without a choice
 */
export function SizeChoice({
  sizes,
  inWords,
  chosen,
  isMissing,
  onChoose,
  category,
}: {
  sizes: readonly ProductSize[];
  inWords: string;
  chosen: ProductSize | null;
  isMissing: boolean;
  onChoose: (size: ProductSize) => void;
  /** Prefix of the product's category. */
  category: string;
}) {
  const hasPrices = new Set(sizes.map(currentPriceCents)).size > 1;

  // A size may also be set by the URL.
  useEarlyInput(() => {
    const chosenBefore = checkedSize(sizes);
    if (chosenBefore) return onChoose(chosenBefore);
    const named = new URLSearchParams(window.location.search).get(SIZE_PARAMETER);
    const size = sizes.find(({ id, isSoldOut }) => String(id) === named && !isSoldOut);
    if (size) document.querySelector<HTMLInputElement>(`#${SIZE_CHOICE_ID} input[value="${size.id}"]`)?.click();
  });

  return (
    <fieldset id={SIZE_CHOICE_ID} aria-describedby={isMissing ? `${SIZE_CHOICE_ID}-error` : undefined}>
      <legend className={textStyles.label}>{inWords ? t("Size: {inWords}", { inWords }) : t("Size")}</legend>
      <div className={styles.choices}>
        {sizes.map((size) => (
          <label key={size.id} className={styles.choice}>
            <input
              type="radio"
              name="size"
              value={size.id}
              disabled={size.isSoldOut}
              defaultChecked={chosen?.id === size.id}
              onChange={() => onChoose(size)}
              className={styles.input}
            />
            <span lang={langOf(size, "label")} className={textStyles.label}>
              {size.label}
            </span>
            {size.isSoldOut ? (
              <span className={textStyles.meta}>{t("Sold out")}</span>
            ) : hasPrices ? (
              <span className={textStyles.meta}>
                {size.perPound ? t("At most ") : null}
                <Money cents={currentPriceCents(size)} />
                <UnitPriceText offer={size} category={category} isAfterPrice />
              </span>
            ) : null}
          </label>
        ))}
      </div>
      <p id={`${SIZE_CHOICE_ID}-error`} role="alert" className={styles.error}>
        {isMissing ? t("Choose a size.") : null}
      </p>
    </fieldset>
  );
}

/** Returns the checked size, including one checked before hydration. */
export function checkedSize(sizes: readonly ProductSize[]): ProductSize | null {
  const checked = document.querySelector<HTMLInputElement>(`#${SIZE_CHOICE_ID} input:checked`);
  return sizes.find(({ id }) => String(id) === checked?.value) ?? null;
}

/** Moves the keyboard focus to the sizes. */
export function focusSizes(): void {
  document.querySelector<HTMLInputElement>(`#${SIZE_CHOICE_ID} input:enabled`)?.focus();
}
