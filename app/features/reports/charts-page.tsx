import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { Row } from "#app/ui/row.tsx";
import textStyles from "#app/ui/text.module.css";
import { moneyText } from "#app/values/money.ts";
import { type Chart, changeText, valueText } from "./chart.ts";
import { ChartBlock } from "./chart-block.tsx";
import styles from "./charts-page.module.css";
import { ChooseDays } from "./choose-days.tsx";
import { chartRanges, rangeText } from "./day-range.ts";
import type { SalesCharts } from "./sales-charts.ts";

/** Page of sales charts for a range of days, each with its table, compared with the previous period. */
export function ChartsPage({
  report,
  margin,
  today,
}: {
  report: SalesCharts;
  /** Margin of products with a known cost; `percent` is null if there are none. */
  margin: { cents: number; percent: number | null };
  today: string;
}) {
  const { range, before, daily, dailyBefore, dailyLastYear, charts } = report;
  const figure = (name: string, field: "salesCents" | "orderCount" | "refundedCents") => (
    <Figure
      name={name}
      value={daily[field]}
      before={dailyBefore[field]}
      lastYear={dailyLastYear[field]}
      unit={field === "orderCount" ? "count" : "cents"}
    />
  );
  return (
    <>
      <h1>{t("Reports")}</h1>
      <ChooseDays path="/desk/reports" named={chartRanges(today)} range={range} today={today} />
      <Row as="p" gap={4} rowGap={1}>
        <span className={styles.now}>{rangeText(range)}</span>
        <span className={styles.before}>{t("Previous: {value}", { value: rangeText(before) })}</span>
      </Row>
      <dl className={styles.figures}>
        {figure(t("Sales"), "salesCents")}
        {figure(t("Paid orders"), "orderCount")}
        {figure(t("Refunds"), "refundedCents")}
        <div className={styles.figure}>
          <dt>{t("Margin")}</dt>
          <dd>
            <strong className={styles.number}>{margin.percent === null ? "–" : `${margin.percent}%`}</strong>
            <span className={textStyles.meta}>
              {margin.percent === null ? t("No cost is known.") : moneyText(margin.cents)}{" "}
              <Link to="/desk/stock/report">{t("Margin and stock")}</Link>
            </span>
          </dd>
        </div>
      </dl>
      <div className={styles.charts}>
        {charts.map((chart) => (
          <ChartBlock key={chart.name} chart={chart} range={range} />
        ))}
      </div>
    </>
  );
}

function Figure({
  name,
  value,
  before,
  lastYear,
  unit,
}: {
  name: string;
  value: number;
  before: number;
  lastYear: number;
  unit: Chart["unit"];
}) {
  const changeFrom = (earlier: number) => {
    const change = changeText(value, earlier);
    return `${valueText(unit, earlier)}${change === null ? "" : ` (${change})`}`;
  };
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong className={styles.number}>{valueText(unit, value)}</strong>
        <span className={textStyles.meta}>
          {t("Previous: {value}", { value: changeFrom(before) })}
          <br />
          {t("Last year: {value}", { value: changeFrom(lastYear) })}
        </span>
      </dd>
    </div>
  );
}
