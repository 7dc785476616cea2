import type { ReactNode } from "react";
import type { ProductSummary } from "./product.ts";
import { ProductCard } from "./product-card.tsx";
import styles from "./product-grid.module.css";

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
