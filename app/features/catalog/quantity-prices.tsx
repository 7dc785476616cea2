import { quantityPricesFor, quantityPriceText } from "#app/values/quantity-price.ts";
import { currentPriceCents, type ProductSummary } from "./product.ts";
import type { ProductSize } from "./product-size.ts";
import styles from "./quantity-prices.module.css";

/** Current prices by quantity of a product or chosen size, such as "2 for $5.00"; hidden if there are none. */
export function QuantityPrices({ product, size = null }: { product: ProductSummary; size?: ProductSize | null }) {
  const prices = quantityPricesFor(product.quantityPrices, size?.id ?? null, currentPriceCents(size ?? product));
  return prices.length === 0 ? null : <p className={styles.prices}>{prices.map(quantityPriceText).join(", ")}</p>;
}
