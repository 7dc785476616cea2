import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { countItems } from "./cart.ts";
import styles from "./cart-link.module.css";
import { useCart } from "./use-cart.ts";

/** Link to the cart, with the total quantity if there is any. */
export function CartLink() {
  const count = countItems(useCart().cart);
  return (
    <Link to="/cart" className={styles.cart}>
      <Icon name="basket" />
      <span className={styles.word}>{t("Cart")}</span>
      {count > 0 ? (
        <span className={styles.badge}>
          <span>{count}</span>
          <HiddenText>{t("{count, plural, one { item} other { items}}", { count })}</HiddenText>
        </span>
      ) : null}
    </Link>
  );
}
