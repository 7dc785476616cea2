import { FormMessage } from "#app/ui/form-message.tsx";
import { deliveryPriceText } from "#app/values/delivery-price.ts";
import { moneyText } from "#app/values/money.ts";
import styles from "./point-of-sale.module.css";
import type { AskedQuote } from "./use-pos-quote.ts";

/** Price of the order, computed by the database. */
export function PosTotals({ asked, isDelivery }: { asked: AskedQuote; isDelivery: boolean }) {
  if (asked.state === "none") return null;
  if (asked.state === "failed") return <FormMessage>{asked.problem}</FormMessage>;
  const quote = asked.state === "known" ? asked.quote : null;
  const rows = quote
    ? [
        ["Items", moneyText(quote.productsCents)] as const,
        ...(quote.discountCents > 0 ? [["Discount", moneyText(-quote.discountCents)] as const] : []),
        ...(isDelivery ? [["Delivery", deliveryPriceText(quote)] as const] : []),
        ...(quote.taxCents > 0 ? [["Sales tax", moneyText(quote.taxCents)] as const] : []),
      ]
    : [];
  return (
    <>
      {quote?.discountProblem ? <FormMessage kind="information">{quote.discountProblem}</FormMessage> : null}
      <dl className={styles.sums} aria-busy={quote === null}>
        {rows.map(([name, price]) => (
          <div key={name} className={styles.sum}>
            <dt>{name}</dt>
            <dd>{price}</dd>
          </div>
        ))}
        <div className={styles.sum} data-is-total>
          <dt>Total</dt>
          <dd>{quote ? moneyText(quote.totalCents) : "…"}</dd>
        </div>
      </dl>
    </>
  );
}
