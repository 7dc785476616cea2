import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { countOf } from "./cart.ts";
import styles from "./in-cart.module.css";
import { useCart } from "./use-cart.ts";

/** Quantity of a product in the cart, as a link. Renders nothing on the server, whose page is the same for everyone. */
export function InCart({ productId }: { productId: number }) {
  const count = countOf(useCart().cart, productId);
  return count === 0 ? null : (
    <Link to="/cart" className={styles.count}>
      {t("In your cart: {count}", { count })}
    </Link>
  );
}
