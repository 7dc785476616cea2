import { ProductsMenu } from "#app/features/catalog/products-menu.tsx";
import { t } from "#app/messages/t.ts";
import styles from "./category-shortcuts.module.css";

/** Links to the categories below the cart; on small screens a hint that they are in the menu at the top. */
export function CategoryShortcuts() {
  return (
    <>
      <nav aria-labelledby="cart-shortcuts" className={styles.panel}>
        <h2 id="cart-shortcuts" className={styles.title}>
          {t("Shop by category")}
        </h2>
        <ProductsMenu />
      </nav>
      <p className={styles.note}>{t("Looking for something else? Find all categories in the menu at the top.")}</p>
    </>
  );
}
