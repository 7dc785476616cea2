import { type ReactNode, useState } from "react";
import { BackButton } from "#app/ui/back-button.tsx";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Price } from "#app/ui/price.tsx";
import { hasUnitPrice } from "#app/values/amount.ts";
import { AttributeList } from "./attribute-list.tsx";
import type { Category } from "./categories.ts";
import { currentPriceCents, type Product } from "./product.ts";
import { ProductGallery } from "./product-gallery.tsx";
import styles from "./product-page.module.css";
import { offerShown, type ProductSize } from "./product-size.ts";
import { PurchaseFacts } from "./purchase-facts.tsx";
import { SizeChart } from "./size-chart.tsx";
import { checkedSize, focusSizes, SIZE_CHOICE_ID, SizeChoice } from "./size-choice.tsx";
import { UnitPriceText } from "./unit-price-text.tsx";

/** Which size the shopper has chosen, and what to do when one was needed. */
export interface SizeChosen {
  findSize: () => ProductSize | null;
  onMissing: () => void;
}

/** Everything about one product; `actions` are what can be done with it in the size that is chosen. */
export function ProductPage({
  product,
  category,
  actions,
  times,
  more,
}: {
  product: Product;
  category: Category;
  actions: (chosen: SizeChosen) => ReactNode;
  /** The next pickup and delivery times. */
  times: ReactNode;
  /** Below the facts about buying it. */
  more: ReactNode;
}) {
  const [sizeId, setSizeId] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const size = product.sizes.find(({ id, isSoldOut }) => id === sizeId && !isSoldOut) ?? null;
  const { isFrom, ...offer } = size ? { ...size, isFrom: false } : offerShown(product);
  const cents = currentPriceCents(offer);

  function handleMissing() {
    setMissing(true);
    focusSizes();
  }

  return (
    <>
      <div className={styles.way}>
        <BackButton fallback={category.path} label={`Back to ${category.title}`} />
        <Breadcrumb
          steps={[
            { name: "Home", path: "/home" },
            { name: category.menuLabel, path: category.path },
          ]}
          here={product.name}
        />
      </div>
      <article className={styles.product}>
        <div className={styles.pictures}>
          {/* A new product starts with its own first picture. */}
          <ProductGallery key={product.id} product={product} />
          <p className={styles.note}>Images are descriptive only.</p>
        </div>
        <div className={styles.facts}>
          <h1 className={styles.name}>{product.name}</h1>
          {product.sizes.length > 0 ? (
            <div>
              <SizeChoice
                category={product.prefix}
                key={product.id}
                sizes={product.sizes}
                inWords={product.size}
                chosen={size}
                isMissing={isMissing && !size}
                onChoose={({ id }) => setSizeId(id)}
              />
              {product.prefix === "wears" ? <SizeChart labels={product.sizes.map(({ label }) => label)} /> : null}
            </div>
          ) : null}
          {/* On phones the bar stays at the bottom of the screen. */}
          <div className={styles.bar}>
            <div className={styles.offer}>
              <Price
                size="large"
                cents={cents}
                originalCents={offer.discountPriceCents === null ? undefined : offer.priceCents}
                isFrom={isFrom}
              />
              {isFrom || !hasUnitPrice(offer.amount) ? null : (
                <p className={styles.unit}>
                  <UnitPriceText cents={cents} amount={offer.amount} category={product.prefix} />
                </p>
              )}
              {product.sizes.length > 0 ? (
                <a href={`#${SIZE_CHOICE_ID}`} className={styles.chosenSize}>
                  {size ? `Size ${size.label}` : "Choose a size"}
                </a>
              ) : product.size ? (
                <p className={styles.size}>
                  <strong>Size:</strong> {product.size}
                </p>
              ) : null}
            </div>
            <div className={styles.actions}>
              {actions({ findSize: () => size ?? checkedSize(product.sizes), onMissing: handleMissing })}
            </div>
          </div>
          <PurchaseFacts product={product}>{times}</PurchaseFacts>
          {more}
          <div className={styles.description}>
            {product.descriptionHeader ? <h2 className={styles.heading}>{product.descriptionHeader}</h2> : null}
            <p>{product.description}</p>
          </div>
          <AttributeList product={product} />
        </div>
      </article>
    </>
  );
}
