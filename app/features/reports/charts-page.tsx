import { t } from "#app/messages/t.ts";
import { Row } from "#app/ui/row.tsx";
import { ChartBlock } from "./chart-block.tsx";
import styles from "./charts-page.module.css";
import { ChooseDays } from "./choose-days.tsx";
import { chartRanges, rangeText } from "./day-range.ts";
import { type Chart, changeText, type SalesCharts, valueText } from "./sales-charts.ts";

/** Page of sales charts for a range of days, each with its table, compared with the previous period. */
export function ChartsPage({ report, today }: { report: SalesCharts; today: string }) {
  const { range, before, daily, dailyBefore, charts } = report;
  return (
    <>
      <h1>{t("Reports")}</h1>
      <ChooseDays path="/desk/reports" named={chartRanges(today)} range={range} today={today} />
      <Row as="p" gap={4} rowGap={1}>
        <span className={styles.now}>{rangeText(range)}</span>
        <span className={styles.before}>{t("Previous: {value}", { value: rangeText(before) })}</span>
      </Row>
      <dl className={styles.figures}>
        <Figure name={t("Sales")} value={daily.salesCents} before={dailyBefore.salesCents} unit="cents" />
        <Figure name={t("Paid orders")} value={daily.orderCount} before={dailyBefore.orderCount} unit="count" />
        <Figure name={t("Refunds")} value={daily.refundedCents} before={dailyBefore.refundedCents} unit="cents" />
      </dl>
      <div className={styles.charts}>
        {charts.map((chart) => (
          <ChartBlock key={chart.name} chart={chart} range={range} />
        ))}
      </div>
    </>
  );
}

function Figure({ name, value, before, unit }: { name: string; value: number; before: number; unit: Chart["unit"] }) {
  const change = changeText(value, before);
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong className={styles.number}>{valueText(unit, value)}</strong>
        <span className={styles.soft}>
          {t("Previous: {value}", { value: valueText(unit, before) })}
          {change === null ? "" : ` (${change})`}
        </span>
      </dd>
    </div>
  );
}
