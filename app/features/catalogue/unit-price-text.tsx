import { type Amount, unitPrice } from "#app/values/amount.ts";
import { findCategory } from "./categories.ts";
import styles from "./unit-price-text.module.css";

/**
 * "$1.10/lb", "$0.75 each"; empty if the amount is unknown.
 * @param category prefix of the product's
 */
export function UnitPriceText({
  cents,
  amount,
  category,
  isAfterPrice = false,
}: {
  cents: number;
  amount: Amount | null;
  category: string;
  /** Whether a dot separates it from a price before it. */
  isAfterPrice?: boolean;
}) {
  const found = unitPrice(cents, amount, findCategory(category)?.weightUnit ?? "lb");
  if (!found) return null;
  return (
    <span className={styles.price}>
      {`${isAfterPrice ? " · " : ""}${found.price}${found.per === "each" ? " each" : `/${found.per}`}`}
    </span>
  );
}
