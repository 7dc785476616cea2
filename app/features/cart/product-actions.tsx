import { type ProductSummary, productPath } from "#app/features/catalogue/product.ts";
import { ShareButton } from "#app/ui/share-button.tsx";
import { InCart } from "./in-cart.tsx";
import styles from "./product-actions.module.css";

/** The quantity in the cart and the share button, under the button that adds the product. */
export function ProductActions({ product }: { product: ProductSummary }) {
  return (
    <div className={styles.more}>
      <InCart productId={product.id} />
      <ShareButton title={product.name} path={productPath(product)} />
    </div>
  );
}
