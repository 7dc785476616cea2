import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { Button, PlainButton } from "#app/ui/button.tsx";
import { moneyText } from "#app/values/money.ts";
import { CustomerLine } from "./customer-line.tsx";
import { isWeighed, lineCents, type PosLine, productName } from "./pos-order.ts";
import type { Counter } from "./pos-queries.ts";
import styles from "./till.module.css";
import type { Till } from "./use-till.ts";

/** The bag: its customer, and its lines over its total, which stays in view. */
export function BagPanel({ till, counter }: { till: Till; counter: Counter }) {
  const { hasDiscountCodes } = useStoreSettings();
  const { setOpen } = till;
  const { lines, customer, sent } = till.bag;
  const { quote, isCurrent, problem } = till.price;
  const sums = !isWeighed(lines)
    ? [t("Press a line to weigh it, or keep the bag for later.")]
    : quote
      ? [
          ...(quote.discountCents > 0 ? [t("Discount {amount}", { amount: moneyText(-quote.discountCents) })] : []),
          t("Tax {amount}", { amount: moneyText(quote.taxCents) }),
        ]
      : [];
  return (
    <section className={styles.bag} aria-label={t("Bag")}>
      <CustomerLine
        customer={customer}
        counter={counter}
        isDisabled={sent !== null}
        onChange={(chosen) => till.change({ customer: chosen })}
      />
      <ul className={styles.lines} aria-label={t("Products in the bag")}>
        {lines.map((line, place) => (
          <li key={line.key} ref={place === lines.length - 1 ? scrollListTo : null}>
            <button type="button" className={styles.line} onClick={() => setOpen(dialogOf(line))}>
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
          <PlainButton className={styles.link} disabled={!till.canUndo} onClick={till.undo}>
            {t("Undo")}
          </PlainButton>
          <PlainButton className={styles.link} disabled={lines.length === 0} onClick={() => setOpen({ kind: "later" })}>
            {t("For later")}
          </PlainButton>
          {hasDiscountCodes ? (
            <button type="button" className={styles.link} onClick={() => setOpen({ kind: "discount" })}>
              {t("Discount code")}
            </button>
          ) : null}
        </div>
        <p className={styles.sums} aria-live="polite" data-problem={problem !== null || undefined}>
          {problem ?? quote?.discountError ?? sums.join(" · ")}
        </p>
        {problem === null ? (
          <Button
            size="large"
            isWide
            disabled={!till.canTake}
            aria-busy={!isCurrent}
            onClick={() => setOpen({ kind: "take" })}
          >
            {quote && isCurrent ? t("Take {total}", { total: moneyText(quote.totalCents) }) : t("Take")}
          </Button>
        ) : (
          <Button size="large" isWide aria-busy={!isCurrent} onClick={till.askPriceAgain}>
            {t("Try again")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Returns the dialog that a press on a line opens: for its weight, or for its quantity and price. */
function dialogOf(line: PosLine): Till["open"] {
  return line.weight && line.pounds === null
    ? { kind: "item", item: { ...line, choiceGroups: [] }, pounds: null, quantity: 1, replaces: line.key }
    : { kind: "line", line };
}

function scrollListTo(line: HTMLLIElement | null) {
  line?.parentElement?.scrollTo({ top: line.parentElement.scrollHeight });
}
