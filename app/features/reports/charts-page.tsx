import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { Row } from "#app/ui/row.tsx";
import { moneyText } from "#app/values/money.ts";
import { changeText, valueText } from "./chart.ts";
import { ChartBlock } from "./chart-block.tsx";
import styles from "./charts-page.module.css";
import { ChooseDays } from "./choose-days.tsx";
import { chartRanges, rangeText } from "./day-range.ts";
import { Figure, Figures } from "./figures.tsx";
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
  const figure = (name: string, field: "salesCents" | "orderCount" | "refundedCents") => {
    const unit = field === "orderCount" ? "count" : "cents";
    const changeFrom = (earlier: number) => {
      const change = changeText(daily[field], earlier);
      return `${valueText(unit, earlier)}${change === null ? "" : ` (${change})`}`;
    };
    return (
      <Figure name={name} value={valueText(unit, daily[field])}>
        {t("Previous: {value}", { value: changeFrom(dailyBefore[field]) })}
        <br />
        {t("Last year: {value}", { value: changeFrom(dailyLastYear[field]) })}
      </Figure>
    );
  };
  return (
    <>
      <h1>{t("Reports")}</h1>
      <ChooseDays path="/desk/reports" named={chartRanges(today)} range={range} today={today} />
      <Row as="p" gap={4} rowGap={1}>
        <span className={styles.now}>{rangeText(range)}</span>
        <span className={styles.before}>{t("Previous: {value}", { value: rangeText(before) })}</span>
      </Row>
      <Figures>
        {figure(t("Sales"), "salesCents")}
        {figure(t("Paid orders"), "orderCount")}
        {figure(t("Refunds"), "refundedCents")}
        <Figure name={t("Margin")} value={margin.percent === null ? "–" : `${margin.percent}%`}>
          {margin.percent === null ? t("No cost is known.") : moneyText(margin.cents)}{" "}
          <Link to="/desk/stock/report">{t("Margin and stock")}</Link>
        </Figure>
      </Figures>
      <div className={styles.charts}>
        {charts.map((chart) => (
          <ChartBlock key={chart.name} chart={chart} range={range} />
        ))}
      </div>
    </>
  );
}
