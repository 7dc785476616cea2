import type { ReactNode } from "react";
import { Link } from "react-router";
import { type ProductSummary, productPath } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { ShareButton } from "#app/ui/share-button.tsx";
import { countOf } from "./cart.ts";
import styles from "./product-actions.module.css";
import { useCart } from "./use-cart.ts";

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

/** Quantity of a product in the cart, as a link. Renders nothing on the server, whose page is the same for everyone. */
function InCart({ productId }: { productId: number }) {
  const count = countOf(useCart().cart, productId);
  return count === 0 ? null : (
    <Link to="/cart" className={styles.count}>
      {t("In your cart: {count}", { count })}
    </Link>
  );
}
