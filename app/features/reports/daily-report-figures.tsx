import { use } from "react";
import { t } from "#app/messages/t.ts";
import { Money } from "#app/ui/money.tsx";
import tableStyles from "#app/ui/report-table.module.css";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import { moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import type { CountedDrawer, DailyReport } from "./daily-report.ts";
import styles from "./daily-report-page.module.css";
import { Figure, Figures } from "./figures.tsx";

/** The sums of the days. */
export function DailyFigures({ report }: { report: DailyReport }) {
  const average = report.orderCount === 0 ? 0 : Math.round(report.salesCents / report.orderCount);
  const sums = [
    [t("Sales"), report.salesCents],
    [t("Average order"), average],
    [t("Refunds"), report.refundedCents],
    [t("Net sales"), report.salesCents - report.refundedCents],
    [t("Sales tax in sales"), report.taxCents],
    [t("Sales tax in refunds"), report.taxReturnedCents],
    [t("Delivery fees"), report.deliveryCents],
    [t("Discounts given"), report.discountCents],
    [t("Held on cards, not charged yet"), report.heldCents],
  ] as const;
  return (
    <Figures>
      <Figure name={t("Paid orders")} value={String(report.orderCount)} />
      {sums.map(([name, cents], place) =>
        // Rows with zero are hidden, except sales and refunds.
        cents === 0 && place > 2 ? null : <Figure key={name} name={name} value={moneyText(cents)} />,
      )}
    </Figures>
  );
}

const methodNames = (): Readonly<Record<DailyReport["methods"][number]["method"], string>> => ({
  card: t("Card, online"),
  store_cash: t("Cash, in the store"),
  store_card: t("Card, in the store"),
  store_ebt: t("SNAP EBT, in the store"),
});

/** Totals by payment method, to check the cash drawer. Shown once a payment was made in the store. */
export function Methods({ report: { methods } }: { report: DailyReport }) {
  const used = methods.filter(({ salesCents, refundedCents }) => salesCents + refundedCents > 0);
  if (used.every(({ method }) => method === "card")) return null;
  return (
    <table className={`${tableStyles.table} ${styles.chart}`}>
      <caption>{t("Payment methods")}</caption>
      <TableHead of={[t("Paid by"), t("Sales"), t("Refunds"), t("Net")]} />
      <tbody>
        {used.map(({ method, salesCents, refundedCents }) => (
          <tr key={method}>
            <th scope="row">{methodNames()[method]}</th>
            <td>
              <Money cents={salesCents} />
            </td>
            <td>{refundedCents === 0 ? "–" : <Money cents={refundedCents} />}</td>
            <td>
              <Money cents={salesCents - refundedCents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Counts of the cash drawers, with what was over or short. */
export function Drawers({ drawers }: { drawers: readonly CountedDrawer[] }) {
  const timeZone = use(ShopTimeZone);
  if (drawers.length === 0) return null;
  return (
    <ul className={styles.best} aria-label={t("Cash drawers")}>
      {drawers.map(({ id, drawer, openedBy, closedAt, closedBy, countedCents, expectedCents, moves }) => {
        const over = countedCents - expectedCents;
        return (
          <li key={id} className={styles.line}>
            <span className={styles.name}>
              {t("Drawer {drawer}, opened by {opener}, closed by {closer}, {time}: {counted} of {expected}", {
                drawer,
                opener: openedBy ?? "–",
                closer: closedBy ?? "–",
                time: dateTimeText(closedAt, timeZone),
                counted: moneyText(countedCents),
                expected: moneyText(expectedCents),
              })}
              {moves.map(({ cents, reason }) => ` · ${moneyText(cents)} ${reason}`)}
            </span>
            <span>
              {over === 0
                ? t("Exact")
                : over < 0
                  ? t("{amount} short", { amount: moneyText(-over) })
                  : t("{amount} over", { amount: moneyText(over) })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
