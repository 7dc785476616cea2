import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Price } from "#app/ui/price.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { hasUnitPrice } from "#app/values/amount.ts";
import { moneyText } from "#app/values/money.ts";
import { langOf } from "#app/values/untranslated.ts";
import type { Category } from "./categories.ts";
import { ChoiceFields, focusGroup, readChoiceIds } from "./choice-fields.tsx";
import {
  choicesCents,
  choicesText,
  chosenOf,
  defaultChoiceIds,
  leastChoicesCents,
  missingGroup,
  nameWithChoices,
} from "./choice-groups.ts";
import { QuantityPrices, UnitPriceText } from "./price-texts.tsx";
import type { Product } from "./product.ts";
import { ProductGallery } from "./product-gallery.tsx";
import styles from "./product-page.module.css";
import { offerShown, type ProductSize, shownPrices, withAddedCents } from "./product-size.ts";
import { AttributeList, PurchaseFacts } from "./purchase-facts.tsx";
import { SizeChart } from "./size-chart.tsx";
import { checkedSize, focusSizes, SIZE_CHOICE_ID, SizeChoice } from "./size-choice.tsx";
import { poundsText } from "./sold-by-weight.ts";

/** Reads the choices on the page. If one is missing, the page shows an error there and moves the focus to it. */
export interface ChosenOnPage {
  findSize: () => ProductSize | "missing" | null;
  findPrepared: () => Prepared | "missing" | undefined;
}

/** Chosen cut and preparation of a product, with the name and added price that the cart uses. */
export interface Prepared {
  /** Absent if nothing was chosen in optional groups. */
  choiceIds?: readonly number[];
  name: string;
  addedCents: number;
}

const CHOICES_ID = "choices";

/**
 * Page of a product.
 * @param actions returns the buttons for the chosen size and choices
 */
export function ProductPage({
  product,
  category,
  actions,
  pickup,
  delivery,
  more,
}: {
  product: Product;
  category: Category;
  actions: (chosen: ChosenOnPage) => ReactNode;
  /** The next pickup time. */
  pickup: ReactNode;
  /** Returns the delivery terms. */
  delivery: (isOpen: boolean) => ReactNode;
  /** Content below the purchase facts. */
  more: ReactNode;
}) {
  const { choiceGroups } = product;
  const choice = useChosenOnPage(product);
  const { size } = choice;
  const { weighed } = shownPrices(choice.offer);

  return (
    <>
      <div className={styles.way}>
        <BackButton fallback={category.path} label={t("Back to {title}", { title: category.title() })} />
        <Breadcrumb
          steps={[
            { name: t("Home"), path: "/home" },
            { name: category.menuLabel(), path: category.path },
          ]}
          here={product.name}
          hereLang={langOf(product, "name")}
        />
      </div>
      <article className={styles.product}>
        <Stack gap={3}>
          <ProductGallery product={product} />
          <p className={textStyles.meta}>{t("Images are descriptive only.")}</p>
        </Stack>
        <div className={styles.facts}>
          <h1 lang={langOf(product, "name")} className={styles.name}>
            {product.name}
          </h1>
          {product.sizes.length > 0 ? (
            <div>
              <SizeChoice
                category={product.prefix}
                sizes={product.sizes}
                inWords={product.size}
                chosen={size}
                isMissing={choice.isMissingSize}
                onChoose={choice.chooseSize}
              />
              {product.prefix === "wears" ? <SizeChart labels={product.sizes.map(({ label }) => label)} /> : null}
            </div>
          ) : null}
          {choiceGroups.length > 0 ? (
            <ChoiceFields
              id={CHOICES_ID}
              groups={choiceGroups}
              missingId={choice.missingGroupId}
              onChange={choice.choose}
            />
          ) : null}
          {/* On phones the bar stays at the bottom of the screen. */}
          <div className={styles.bar}>
            <Offer product={product} choice={choice} />
            <div className={styles.actions}>{actions(choice)}</div>
          </div>
          {weighed ? (
            <p>
              {t("About {pounds} each, at most {amount}. You pay what it weighs.", {
                pounds: poundsText(weighed.poundsEach),
                amount: moneyText(weighed.mostCents),
              })}
            </p>
          ) : null}
          <PurchaseFacts product={product} size={size} pickup={pickup} delivery={delivery} />
          {more}
          <div className={styles.description}>
            {product.descriptionHeader ? (
              <h2 lang={langOf(product, "descriptionHeader")} className={textStyles.h3}>
                {product.descriptionHeader}
              </h2>
            ) : null}
            <p lang={langOf(product, "description")}>{product.description}</p>
          </div>
          <AttributeList product={product} />
        </div>
      </article>
    </>
  );
}

/** Size and choices of a product page, and their price. */
function useChosenOnPage(product: Product) {
  const [sizeId, setSizeId] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { choiceGroups } = product;
  const [choiceIds, setChoiceIds] = useState(() => defaultChoiceIds(choiceGroups));
  const [missingGroupId, setMissingGroupId] = useState<number | null>(null);
  const size = product.sizes.find(({ id, isSoldOut }) => id === sizeId && !isSoldOut) ?? null;
  const chosen = chosenOf(choiceGroups, choiceIds);
  const offer = withAddedCents(
    size ? { ...size, isFrom: false } : offerShown(product),
    missingGroup(choiceGroups, choiceIds) ? leastChoicesCents(choiceGroups) : choicesCents(chosen),
  );

  function findSize(): ProductSize | "missing" | null {
    if (product.sizes.length === 0) return null;
    const found = size ?? checkedSize(product.sizes);
    if (found) return found;
    setMissing(true);
    focusSizes();
    return "missing";
  }

  function findPrepared(): Prepared | "missing" | undefined {
    if (choiceGroups.length === 0) return undefined;
    const ids = readChoiceIds(CHOICES_ID);
    const missing = missingGroup(choiceGroups, ids);
    setMissingGroupId(missing?.id ?? null);
    if (!missing) {
      return {
        ...(ids.length > 0 ? { choiceIds: ids } : {}),
        name: nameWithChoices(product.name, choiceGroups, ids),
        addedCents: choicesCents(chosenOf(choiceGroups, ids)),
      };
    }
    focusGroup(CHOICES_ID, missing.id);
    return "missing";
  }

  function choose(ids: number[]) {
    setChoiceIds(ids);
    if (!choiceGroups.some(({ id }) => id === missingGroupId && missingGroup(choiceGroups, ids)?.id === id)) {
      setMissingGroupId(null);
    }
  }

  const chooseSize = ({ id }: ProductSize) => setSizeId(id);
  const isMissingSize = isMissing && !size;
  return { size, choiceIds, offer, isMissingSize, missingGroupId, chooseSize, choose, findSize, findPrepared };
}

/** Price of what is chosen, and what that is. */
function Offer({
  product,
  choice: { size, choiceIds, offer },
}: {
  product: Product;
  choice: ReturnType<typeof useChosenOnPage>;
}) {
  const { cents, originalCents, weighed } = shownPrices(offer);
  return (
    <div className={styles.offer}>
      <Price
        size="large"
        cents={cents}
        originalCents={originalCents}
        isFrom={offer.isFrom}
        isAbout={weighed !== null}
      />
      <QuantityPrices product={product} size={size} />
      {offer.isFrom || !(weighed || hasUnitPrice(offer.amount)) ? null : (
        <p className={textStyles.soft}>
          <UnitPriceText offer={offer} category={product.prefix} />
        </p>
      )}
      {product.sizes.length > 0 ? (
        <a href={`#${SIZE_CHOICE_ID}`} className={styles.chosenSize}>
          {size ? t("Size {label}", { label: size.label }) : t("Choose a size")}
        </a>
      ) : product.choiceGroups.length > 0 ? (
        <a href={`#${CHOICES_ID}`} className={styles.chosenSize}>
          {choicesText(product.choiceGroups, choiceIds) || t("Choose how we prepare it")}
        </a>
      ) : product.size ? (
        <p className={styles.size}>
          <strong>{t("Size:")}</strong> <span lang={langOf(product, "size")}>{product.size}</span>
        </p>
      ) : null}
    </div>
  );
}
