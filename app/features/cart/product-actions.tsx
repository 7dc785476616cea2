import { type ProductSummary, productPath } from "#app/features/catalogue/product.ts";
import type { SizeChosen } from "#app/features/catalogue/product-page.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { AddQuantity } from "./add-quantity.tsx";
import { InCart } from "./in-cart.tsx";
import styles from "./product-actions.module.css";

/** Actions on the product's own page. */
export function ProductActions({ product, chosen }: { product: ProductSummary; chosen: SizeChosen }) {
  return (
    <>
      <AddQuantity key={product.id} product={product} size="large" chosen={chosen} />
      <div className={styles.more}>
        <InCart productId={product.id} />
        <ShareButton title={product.name} path={productPath(product)} />
      </div>
    </>
  );
}
