import { UnitPriceText } from "#app/features/catalog/price-texts.tsx";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { offerShown, shownPrices } from "#app/features/catalog/product-size.ts";
import { t } from "#app/messages/t.ts";
import { keepInView } from "#app/ui/element-refs.ts";
import { Money } from "#app/ui/money.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { langOf } from "#app/values/untranslated.ts";
import type { SuggestionGroup, SuggestionOption } from "./suggestion-groups.ts";
import styles from "./suggestion-list.module.css";

/** Options of one group with its title; `firstPlace` is the position of its first option among all options. */
export function SuggestionOptions({
  group,
  id,
  firstPlace,
  activeAt,
  onChoose,
}: {
  group: SuggestionGroup;
  id: string;
  firstPlace: number;
  activeAt: number;
  onChoose: (option: SuggestionOption) => void;
}) {
  const titleId = `${id}-title-${firstPlace}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset.
    <div role="group" aria-labelledby={titleId}>
      <div role="presentation" id={titleId} className={styles.title}>
        {group.title}
      </div>
      {group.options.map((option, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys.
        <div
          key={option.path}
          role="option"
          ref={firstPlace + place === activeAt ? keepInView : null}
          id={`${id}-${firstPlace + place}`}
          aria-selected={firstPlace + place === activeAt}
          className={styles.option}
          onClick={() => onChoose(option)}
        >
          {option.product ? <ProductOption product={option.product} /> : option.text}
        </div>
      ))}
    </div>
  );
}

function ProductOption({ product }: { product: ProductSummary }) {
  const { isFrom, ...offer } = offerShown(product);
  const { cents, weighed } = shownPrices(offer);
  return (
    <>
      <span className={styles.picture}>
        <Picture src={product.image} alt="" sizes="44px" isFirst />
      </span>
      <span lang={langOf(product, "name")} className={styles.name}>
        {product.name}
      </span>
      <span className={styles.price}>
        {product.isSoldOut ? (
          t("Sold out")
        ) : (
          <>
            <strong>
              {isFrom ? t("From ") : weighed ? t("About ") : null}
              <Money cents={cents} />
            </strong>
            {isFrom ? null : <UnitPriceText offer={offer} category={product.prefix} />}
          </>
        )}
      </span>
    </>
  );
}
