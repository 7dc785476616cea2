import { type CSSProperties, use, useState } from "react";
import { Link } from "react-router";
import { productPath } from "#app/features/catalog/product.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData, runCommand } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { ItemList } from "#app/ui/editable-list.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Money } from "#app/ui/money.tsx";
import tableStyles from "#app/ui/report-table.module.css";
import { Row } from "#app/ui/row.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { type AccountingExport, downloadExport, downloadLedger, EXPORT_NAMES } from "./accounting-exports.ts";
import { ChooseDays } from "./choose-days.tsx";
import type { DailyReport, DayRange, SoldDay, StockReport } from "./daily-report.ts";
import { DailyFigures, Drawers, Methods } from "./daily-report-figures.tsx";
import styles from "./daily-report-page.module.css";
import { namedRanges, rangeText, weekdayText } from "./day-range.ts";
import { downloadPayouts } from "./payouts.ts";

/** Report for a range of days: sales, best sellers, low stock, and the accounting exports. */
export function DailyReportPage({
  range,
  today,
  report,
  stock,
  lowStockAt,
  isMailed,
}: {
  range: DayRange;
  today: string;
  report: DailyReport;
  stock: StockReport;
  lowStockAt: number;
  /** Whether the reader receives it by email in the evening. */
  isMailed: boolean;
}) {
  return (
    <>
      <h1>{t("Daily report")}</h1>
      <ChooseDays path="/desk/day" named={namedRanges(today)} range={range} today={today} />
      <Section title={rangeText(range)}>
        <DailyFigures report={report} />
        <Methods report={report} />
        <Drawers drawers={report.drawers} />
        {report.days.length > 1 ? <DayChart days={report.days} /> : null}
        <DailyReportEmail isSubscribed={isMailed} />
      </Section>
      <Section title={t("Best sellers")}>
        {report.best.length === 0 ? (
          <p>{t("No sales on these days.")}</p>
        ) : (
          <ol className={styles.best}>
            {report.best.map(({ productId, name, quantity, amountCents }) => (
              <li key={productId} className={styles.line}>
                <span className={styles.name}>{name}</span>
                <span>
                  {nodes(t("{count} for <amount/>", { count: quantity }), { amount: <Money cents={amountCents} /> })}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title={t("For the accountant")}>
        <p>
          {t(
            "Spreadsheet files without customer data. Payouts are those that reach your bank on these days, with the fee of each payment. They exclude cash and the store's card terminal.",
          )}
        </p>
        <AccountingExports range={range} />
      </Section>
      <div className={styles.columns}>
        <Section title={t("Low stock")}>
          <ItemList
            items={stock.low}
            empty={t("All counted products have more than {count} left.", { count: lowStockAt })}
          >
            {({ productId, name, category, leftCount }) => (
              <li key={name + productId} className={styles.line}>
                <Link to={productPath({ id: productId, prefix: category })}>{name}</Link>
                <span>{leftCount === 0 ? t("none left") : t("{count} left", { count: leftCount })}</span>
              </li>
            )}
          </ItemList>
        </Section>
        <Section title={t("Not sold in 30 days")}>
          <ItemList items={stock.slow} empty={t("No products. Everything for sale that long has sold.")}>
            {({ productId, name, category, lastSoldAt }) => (
              <li key={productId} className={styles.line}>
                <Link to={productPath({ id: productId, prefix: category })}>{name}</Link>
                {lastSoldAt === null ? <span>{t("never")}</span> : <DateTime at={lastSoldAt} />}
              </li>
            )}
          </ItemList>
        </Section>
        <Section title={t("Searches without results this month")}>
          <ItemList items={stock.missed} empty={t("Every search this month found something.")}>
            {({ words, searchCount }) => (
              <li key={words} className={styles.line}>
                <span className={styles.name}>{words}</span>
                <span>{t("{count, plural, one {once} other {# times}}", { count: searchCount })}</span>
              </li>
            )}
          </ItemList>
        </Section>
      </div>
    </>
  );
}

/** Table whose rows are drawn as bars, so that screen readers can read the chart. */
function DayChart({ days }: { days: readonly SoldDay[] }) {
  const maxCents = Math.max(...days.map(({ salesCents }) => salesCents), 1);
  return (
    <table className={`${tableStyles.table} ${styles.chart}`}>
      <caption>{t("Sales by day")}</caption>
      <TableHead of={[t("Day"), t("Sales"), t("Orders"), t("Refunds")]} />
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
      <Row gap={3} align="end">
        <Button variation="secondary" disabled={isBusy} onClick={() => download("ledger")}>
          {t("Payments and refunds in one CSV")}
        </Button>
        {EXPORT_NAMES.map((exportName) => (
          <Button key={exportName} variation="secondary" disabled={isBusy} onClick={() => download(exportName)}>
            {exportLabels()[exportName]}
          </Button>
        ))}
        <Button variation="secondary" disabled={isBusy} onClick={() => download("payouts")}>
          {t("Payouts as CSV")}
        </Button>
      </Row>
      <div role="status">{isBusy ? t("{count} lines so far", { count }) : null}</div>
      <FormAnswer answer={answer} />
    </>
  );
}

const exportLabels = (): Record<AccountingExport, string> => ({
  orders: t("Orders as CSV"),
  lines: t("Lines as CSV"),
  changes: t("Substitutions as CSV"),
  payments: t("Payments as CSV"),
  refunds: t("Refunds as CSV"),
});

/** Setting whether the user receives the report by email after closing time. */
function DailyReportEmail({ isSubscribed }: { isSubscribed: boolean }) {
  const [isOn, setOn] = useState(isSubscribed);
  const { isBusy, answer, run } = useAttempt();

  function handleChange(next: boolean) {
    if (isBusy) return;
    return run(async () => {
      await runCommand("email_daily_report", { is_subscribed: next });
      setOn(next);
      return done(
        next
          ? t("Daily report on. It comes after the store closes.")
          : t("Daily report off. You won't get it anymore."),
      );
    });
  }

  return (
    <>
      <CheckboxField
        label={t("Email me this report after the store closes")}
        name="emailsDailyReport"
        checked={isOn}
        hint={t("To your account's email address, on open days")}
        onChecked={handleChange}
      />
      <FormAnswer answer={answer} />
    </>
  );
}
