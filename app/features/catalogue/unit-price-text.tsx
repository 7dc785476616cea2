import { type Amount, unitPrice } from "#app/values/amount.ts";
import styles from "./unit-price-text.module.css";

/**
 * "$1.10/lb", "$0.75 each"; empty if the amount is unknown.
 * @param beside amounts that it is compared with
 */
export function UnitPriceText({
  cents,
  amount,
  beside,
  isAfterPrice = false,
}: {
  cents: number;
  amount: Amount | null;
  beside?: readonly (Amount | null)[];
  /** Whether a dot separates it from a price before it. */
  isAfterPrice?: boolean;
}) {
  const found = unitPrice(cents, amount, beside);
  if (!found) return null;
  return (
    <span className={styles.price}>
      {`${isAfterPrice ? " · " : ""}${found.price}${found.per === "each" ? " each" : `/${found.per}`}`}
    </span>
  );
}
