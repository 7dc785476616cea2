import { t } from "#app/messages/t.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { deliveryPriceText } from "#app/values/delivery-price.ts";
import { moneyText } from "#app/values/money.ts";
import styles from "./point-of-sale.module.css";
import type { QuoteState } from "./use-pos-quote.ts";

/** Amounts of the order, computed by the database. */
export function PosTotals({ quoteState, isDelivery }: { quoteState: QuoteState; isDelivery: boolean }) {
  if (quoteState.state === "none") return null;
  if (quoteState.state === "failed") return <FormMessage>{quoteState.problem}</FormMessage>;
  const quote = quoteState.state === "known" ? quoteState.quote : null;
  const rows = quote
    ? [
        [t("Items"), moneyText(quote.productsCents)] as const,
        ...(quote.discountCents > 0 ? [[t("Discount"), moneyText(-quote.discountCents)] as const] : []),
        ...(isDelivery ? [[t("Delivery"), deliveryPriceText(quote)] as const] : []),
        ...(quote.taxCents > 0 ? [[t("Sales tax"), moneyText(quote.taxCents)] as const] : []),
      ]
    : [];
  return (
    <>
      {quote?.discountError ? <FormMessage kind="information">{quote.discountError}</FormMessage> : null}
      <dl className={styles.sums} aria-busy={quote === null}>
        {rows.map(([name, price]) => (
          <div key={name} className={styles.sum}>
            <dt>{name}</dt>
            <dd>{price}</dd>
          </div>
        ))}
        <div className={styles.sum} data-is-total>
          <dt>{t("Total")}</dt>
          <dd>{quote ? moneyText(quote.totalCents) : "…"}</dd>
        </div>
      </dl>
    </>
  );
}
