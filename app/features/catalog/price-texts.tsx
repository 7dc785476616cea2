import { t } from "#app/messages/t.ts";
import { unitPrice } from "#app/values/amount.ts";
import { moneyText } from "#app/values/money.ts";
import { findCategory } from "./categories.ts";
import { currentPriceCents, type ProductSummary } from "./product.ts";
import styles from "./product-card.module.css";
import { currentPerPoundCents, type Offer, type ProductSize } from "./product-size.ts";
import { quantityPricesFor, quantityPriceText } from "./quantity-price.ts";

/**
 * Unit price, such as "$1.10/lb" or "$0.75 each"; empty if the measurement is unknown.
 * @param category prefix of the product's category
 */
export function UnitPriceText({
  offer,
  category,
  isAfterPrice = false,
}: {
  offer: Offer;
  category: string;
  /** Whether it follows a price, from which a dot separates it. */
  isAfterPrice?: boolean;
}) {
  const perPoundCents = currentPerPoundCents(offer);
  const found =
    perPoundCents === undefined
      ? unitPrice(currentPriceCents(offer), offer.amount, findCategory(category)?.weightUnit ?? "lb")
      : { price: moneyText(perPoundCents), per: "lb" };
  if (!found) return null;
  return (
    <span className={styles.unitPrice}>
      {`${isAfterPrice ? " · " : ""}${found.per === "each" ? t("{price} each", { price: found.price }) : `${found.price}/${found.per}`}`}
    </span>
  );
}

/** Current prices by quantity of a product or chosen size, such as "2 for $5.00"; hidden if there are none. */
export function QuantityPrices({ product, size = null }: { product: ProductSummary; size?: ProductSize | null }) {
  const prices = quantityPricesFor(product.quantityPrices, size?.id ?? null, currentPriceCents(size ?? product));
  return prices.length === 0 ? null : <p className={styles.quantity}>{prices.map(quantityPriceText).join(", ")}</p>;
}
