import { type CSSProperties, use, useState } from "react";
import { Link } from "react-router";
import { productPath } from "#app/features/catalogue/product.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Money } from "#app/ui/money.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { type AccountingExport, downloadExport, downloadLedger, EXPORT_NAMES } from "./accounting-exports.ts";
import { ChooseDays } from "./choose-days.tsx";
import type { DailyReport, DayRange, SoldDay, StockReport } from "./daily-report.ts";
import { DailyReportEmail } from "./daily-report-email.tsx";
import styles from "./daily-report-page.module.css";
import { namedRanges, rangeText, weekdayText } from "./day-range.ts";
import { downloadPayouts } from "./payouts.ts";

/** Report of some days: sales, best sellers, low stock, and the accounting exports. */
export function DailyReportPage({
  range,
  today,
  sheet,
  news,
  lowStockAt,
  isMailed,
}: {
  range: DayRange;
  today: string;
  sheet: DailyReport;
  news: StockReport;
  lowStockAt: number;
  /** Whether the reader gets it in the evening. */
  isMailed: boolean;
}) {
  return (
    <>
      <h1>Daily report</h1>
      <ChooseDays path="/desk/day" named={namedRanges(today)} range={range} today={today} />
      <Section title={rangeText(range)}>
        <Figures sheet={sheet} />
        <Methods sheet={sheet} />
        {sheet.days.length > 1 ? <DayChart days={sheet.days} /> : null}
        <DailyReportEmail isSubscribed={isMailed} />
      </Section>
      <Section title="Best sellers">
        {sheet.best.length === 0 ? (
          <p>No sales on these days.</p>
        ) : (
          <ol className={styles.best}>
            {sheet.best.map(({ productId, name, quantity, amountCents }) => (
              <li key={productId} className={styles.line}>
                <span className={styles.name}>{name}</span>
                <span>
                  {quantity} for <Money cents={amountCents} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title="For the accountant">
        <p>
          Spreadsheet files without customer data. Payouts are those that reach your bank on these days, with the fee of
          each payment. They exclude cash and the store's card terminal.
        </p>
        <AccountingExports range={range} />
      </Section>
      <div className={styles.columns}>
        <Section title="Low stock">
          {news.low.length === 0 ? (
            <p>All counted products have more than {lowStockAt} left.</p>
          ) : (
            <ul>
              {news.low.map(({ productId, name, prefix, leftCount }) => (
                <li key={name + productId} className={styles.line}>
                  <Link to={productPath({ id: productId, prefix })}>{name}</Link>
                  <span>{leftCount === 0 ? "none left" : `${leftCount} left`}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title="Not sold in 30 days">
          {news.slow.length === 0 ? (
            <p>No products. Everything for sale that long has sold.</p>
          ) : (
            <ul>
              {news.slow.map(({ productId, name, prefix, lastSoldAt }) => (
                <li key={productId} className={styles.line}>
                  <Link to={productPath({ id: productId, prefix })}>{name}</Link>
                  {lastSoldAt === null ? <span>never</span> : <DateTime at={lastSoldAt} />}
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title="Searches without results this month">
          {news.missed.length === 0 ? (
            <p>Every search this month found something.</p>
          ) : (
            <ul>
              {news.missed.map(({ words, searchCount }) => (
                <li key={words} className={styles.line}>
                  <span className={styles.name}>{words}</span>
                  <span>{searchCount === 1 ? "once" : `${searchCount} times`}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
    </>
  );
}

function Figures({ sheet }: { sheet: DailyReport }) {
  const average = sheet.orderCount === 0 ? 0 : Math.round(sheet.salesCents / sheet.orderCount);
  const sums = [
    ["Sales", sheet.salesCents],
    ["Average order", average],
    ["Refunds", sheet.refundedCents],
    ["Net sales", sheet.salesCents - sheet.refundedCents],
    ["Sales tax in sales", sheet.taxCents],
    ["Sales tax in refunds", sheet.taxReturnedCents],
    ["Delivery fees", sheet.deliveryCents],
    ["Discounts given", sheet.discountCents],
  ] as const;
  return (
    <dl className={styles.figures}>
      <div className={styles.figure}>
        <dt>Paid orders</dt>
        <dd>{sheet.orderCount}</dd>
      </div>
      {sums.map(([name, cents], place) =>
        // Rows with zero are hidden, except sales and refunds.
        cents === 0 && place > 2 ? null : (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: "Card, online",
  store_cash: "Cash, in the store",
  store_card: "Card, in the store",
  store_ebt: "SNAP EBT, in the store",
  release: "Held, never charged",
};

/** Payment methods, once anything was paid in the store: what the drawer should hold more of. */
function Methods({ sheet: { methods } }: { sheet: DailyReport }) {
  const used = methods.filter(({ salesCents, refundedCents }) => salesCents + refundedCents > 0);
  if (used.every(({ method }) => method === "card")) return null;
  return (
    <table className={styles.chart}>
      <caption>Payment methods</caption>
      <thead>
        <tr>
          <th scope="col">Paid by</th>
          <th scope="col">Sales</th>
          <th scope="col">Refunds</th>
          <th scope="col">Net</th>
        </tr>
      </thead>
      <tbody>
        {used.map(({ method, salesCents, refundedCents }) => (
          <tr key={method}>
            <th scope="row">{METHOD_NAMES[method] ?? method}</th>
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

/** A table whose rows are bars: what is drawn is also read. */
function DayChart({ days }: { days: readonly SoldDay[] }) {
  const maxCents = Math.max(...days.map(({ salesCents }) => salesCents), 1);
  return (
    <table className={styles.chart}>
      <caption>Sales by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Sales</th>
          <th scope="col">Orders</th>
          <th scope="col">Refunds</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, orderCount, salesCents, refundedCents }) => (
          <tr key={day}>
            <th scope="row">{weekdayText(day)}</th>
            <td className={styles.bar} style={{ "--share": salesCents / maxCents } as CSSProperties}>
              <Money cents={salesCents} />
            </td>
            <td>{orderCount}</td>
            <td>{refundedCents === 0 ? "–" : <Money cents={refundedCents} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AccountingExports({ range }: { range: DayRange }) {
  const timeZone = use(ShopTimeZone);
  const { isBusy, answer, run } = useAttempt();
  const [count, setCount] = useState(0);
  const download = (exportName: AccountingExport | "payouts" | "ledger") =>
    run(() => {
      setCount(0);
      const data = getBrowserData();
      if (exportName === "payouts") return downloadPayouts(data, range, timeZone, setCount);
      if (exportName === "ledger") return downloadLedger(data, range, timeZone, setCount);
      return downloadExport(data, exportName, range, timeZone, setCount);
    });
  return (
    <>
      <div className={styles.choose}>
        <Button variation="secondary" disabled={isBusy} onClick={() => download("ledger")}>
          Payments and refunds in one CSV
        </Button>
        {EXPORT_NAMES.map((exportName) => (
          <Button key={exportName} variation="secondary" disabled={isBusy} onClick={() => download(exportName)}>
            {EXPORT_LABELS[exportName]}
          </Button>
        ))}
        <Button variation="secondary" disabled={isBusy} onClick={() => download("payouts")}>
          Payouts as CSV
        </Button>
      </div>
      <div role="status">{isBusy ? `${count} lines so far` : null}</div>
      <FormAnswer answer={answer} />
    </>
  );
}

const EXPORT_LABELS: Record<AccountingExport, string> = {
  orders: "Orders as CSV",
  lines: "Lines as CSV",
  changes: "Substitutions as CSV",
  payments: "Payments as CSV",
  refunds: "Refunds as CSV",
};
