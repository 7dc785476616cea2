import { type Amount, unitPrice } from "#app/values/amount.ts";
import styles from "./unit-price-text.module.css";

/** "$1.10/lb", "$0.75 each"; nothing where nobody said how much there is. */
export function UnitPriceText({ cents, amount }: { cents: number; amount: Amount | null }) {
  const found = unitPrice(cents, amount);
  if (!found) return null;
  return (
    <span className={styles.price}>
      {found.price}
      {found.per === "each" ? " each" : `/${found.per}`}
    </span>
  );
}
