import type { ReactNode } from "react";
import { Link } from "react-router";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import textStyles from "#app/ui/text.module.css";
import { hasUnitPrice } from "#app/values/amount.ts";
import { langOf } from "#app/values/untranslated.ts";
import { QuantityPrices, UnitPriceText } from "./price-texts.tsx";
import { type ProductSummary, productPath } from "./product.ts";
import { STORAGE } from "./product-attributes.ts";
import styles from "./product-card.module.css";
import { fewLeftText, offerShown, shownPrices, withAddedCents } from "./product-size.ts";

const CARD_SIZES = "(min-width: 536px) 250px, 88px";

/** Wraps a text in an element only if its language is not that of the page. */
function SizeText({ product }: { product: ProductSummary }) {
  const lang = langOf(product, "size");
  return lang ? <span lang={lang}>{product.size}</span> : product.size;
}

/** Card of a product in a row or grid. Its children are the actions. */
export function ProductCard({
  product,
  headingLevel = 3,
  isFirst = false,
  children,
}: {
  product: ProductSummary;
  headingLevel?: 2 | 3;
  /** Visible without scrolling, so its image loads immediately. */
  isFirst?: boolean;
  children?: ReactNode;
}) {
  const path = productPath(product);
  const Heading = headingLevel === 2 ? "h2" : "h3";
  const { isFrom, ...offer } = withAddedCents(offerShown(product), product.addedCents);
  const { cents, originalCents, weighed } = shownPrices(offer);
  return (
    <article className={styles.card} data-sold-out={product.isSoldOut || undefined}>
      <Link to={path} tabIndex={-1} aria-hidden="true" className={styles.picture}>
        <Picture src={product.image} alt="" sizes={isFirst ? CARD_SIZES : undefined} isFirst={isFirst} />
      </Link>
      <div className={styles.body}>
        <Heading lang={langOf(product, "name")} className={styles.name}>
          <Link to={path} prefetch="intent" className={textStyles.nameLink}>
            {product.name}
          </Link>
        </Heading>
        <p className={textStyles.meta}>
          <SizeText product={product} />
          {isFrom || !(weighed || hasUnitPrice(offer.amount)) ? null : (
            <>
              {product.size ? " · " : null}
              <UnitPriceText offer={offer} category={product.prefix} />
            </>
          )}
          {product.fewLeft ? <span className={styles.few}>{fewLeftText(product.fewLeft)}</span> : null}
          {product.isSnapEligible ? <span className={styles.snap}>SNAP</span> : null}
        </p>
        <Price cents={cents} originalCents={originalCents} isFrom={isFrom} isAbout={weighed !== null} />
        {product.storage && product.storage !== "shelf" ? (
          <p className={styles.cold}>{STORAGE[product.storage]()}</p>
        ) : null}
        <QuantityPrices product={product} />
        {children ? <div className={styles.actions}>{children}</div> : null}
      </div>
    </article>
  );
}

/** Number of products that are visible without scrolling: a row on a wide screen, or the first screen on a phone. */
const FIRST_VISIBLE = 6;

/** Products of one page of a listing; `actions` returns the buttons of a card. */
export function ProductGrid({
  products,
  actions,
}: {
  products: readonly ProductSummary[];
  actions: (product: ProductSummary) => ReactNode;
}) {
  return (
    <div className={styles.listing}>
      <ul className={styles.grid}>
        {products.map((product, place) => (
          <li key={product.id}>
            <ProductCard product={product} headingLevel={2} isFirst={place < FIRST_VISIBLE}>
              {actions(product)}
            </ProductCard>
          </li>
        ))}
      </ul>
    </div>
  );
}
