import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { t } from "#app/messages/t.ts";
import { Button, PlainButton } from "#app/ui/button.tsx";
import { moneyText } from "#app/values/money.ts";
import { isWeighed, lineCents, type PosLine, productName } from "./pos-order.ts";
import styles from "./till.module.css";
import type { QuoteState } from "./use-quote.ts";

/** Lines of the bag over its total, which stays in view. */
export function BagPanel({
  lines,
  price,
  canTake,
  canUndo,
  canDiscount,
  onLine,
  onUndo,
  onLater,
  onDiscount,
  onTake,
  onRetry,
}: {
  lines: readonly PosLine[];
  price: QuoteState;
  canTake: boolean;
  canUndo: boolean;
  canDiscount: boolean;
  onLine: (line: PosLine) => void;
  onUndo: () => void;
  onLater: () => void;
  onDiscount: () => void;
  onTake: () => void;
  /** Requests the price again. */
  onRetry: () => void;
}) {
  const { quote, isCurrent, problem } = price;
  const sums = !isWeighed(lines)
    ? [t("Press a line to weigh it, or keep the bag for later.")]
    : quote
      ? [
          ...(quote.discountCents > 0 ? [t("Discount {amount}", { amount: moneyText(-quote.discountCents) })] : []),
          t("Tax {amount}", { amount: moneyText(quote.taxCents) }),
        ]
      : [];
  return (
    <>
      <ul className={styles.lines} aria-label={t("Products in the bag")}>
        {lines.map((line, place) => (
          <li key={line.key} ref={place === lines.length - 1 ? scrollListTo : null}>
            <button type="button" className={styles.line} onClick={() => onLine(line)}>
              <span className={styles.quantity}>{line.pounds ?? line.quantity}</span>
              <span className={styles.name}>
                {productName(line)}
                {line.changed ? <span className={styles.detail}>{line.changed.reason}</span> : null}
                {line.pounds !== null && line.weight ? (
                  <span className={styles.detail}>
                    {poundsText(line.pounds)} × {moneyText(line.weight.perPoundCents)}
                  </span>
                ) : line.quantity > 1 ? (
                  <span className={styles.detail}>
                    {line.quantity} × {moneyText(line.changed?.priceCents ?? line.unitPriceCents)}
                  </span>
                ) : null}
              </span>
              <span className={styles.price}>{moneyText(lineCents(line))}</span>
            </button>
          </li>
        ))}
      </ul>
      <div>
        <div className={styles.links}>
          <PlainButton className={styles.link} disabled={!canUndo} onClick={onUndo}>
            {t("Undo")}
          </PlainButton>
          <PlainButton className={styles.link} disabled={lines.length === 0} onClick={onLater}>
            {t("For later")}
          </PlainButton>
          {canDiscount ? (
            <button type="button" className={styles.link} onClick={onDiscount}>
              {t("Discount code")}
            </button>
          ) : null}
        </div>
        <p className={styles.sums} aria-live="polite" data-problem={problem !== null || undefined}>
          {problem ?? quote?.discountError ?? sums.join(" · ")}
        </p>
        {problem === null ? (
          <Button size="large" isWide disabled={!canTake} aria-busy={!isCurrent} onClick={onTake}>
            {quote && isCurrent ? t("Take {total}", { total: moneyText(quote.totalCents) }) : t("Take")}
          </Button>
        ) : (
          <Button size="large" isWide aria-busy={!isCurrent} onClick={onRetry}>
            {t("Try again")}
          </Button>
        )}
      </div>
    </>
  );
}

function scrollListTo(line: HTMLLIElement | null) {
  line?.parentElement?.scrollTo({ top: line.parentElement.scrollHeight });
}
