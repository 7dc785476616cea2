import type { ReactNode } from "react";
import { type ProductSummary, productPath } from "#app/features/catalog/product.ts";
import { ShareButton } from "#app/ui/share-button.tsx";
import { InCart } from "./in-cart.tsx";
import styles from "./product-actions.module.css";

/** Quantity in the cart, further links, and the share button, below the button that adds the product. */
export function ProductActions({ product, children }: { product: ProductSummary; children: ReactNode }) {
  return (
    <div className={styles.more}>
      <InCart productId={product.id} />
      {children}
      <ShareButton title={product.name} path={productPath(product)} />
    </div>
  );
}
