import { lazy, Suspense } from "react";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { saveTable } from "./accounting-exports.ts";
import styles from "./charts-page.module.css";
import { ChooseDays } from "./choose-days.tsx";
import type { DayRange } from "./daily-report.ts";
import { chartRanges, rangeText } from "./day-range.ts";
import { type Chart, changeText, chartTable, type SalesCharts, valueText } from "./sales-charts.ts";

const ChartDrawing = lazy(() => import("./chart-drawing.tsx"));

/** Sales of a range as charts, each with its table, compared with the days before. */
export function ChartsPage({ report, today }: { report: SalesCharts; today: string }) {
  const { range, before, daily, dailyBefore, charts } = report;
  return (
    <>
      <h1>Reports</h1>
      <ChooseDays path="/desk/reports" named={chartRanges(today)} range={range} today={today} />
      <p className={styles.legend}>
        <span className={styles.now}>{rangeText(range)}</span>
        <span className={styles.before}>Before: {rangeText(before)}</span>
      </p>
      <dl className={styles.figures}>
        <Figure name="Sales" value={daily.salesCents} before={dailyBefore.salesCents} unit="cents" />
        <Figure name="Paid orders" value={daily.orderCount} before={dailyBefore.orderCount} unit="count" />
        <Figure name="Refunds" value={daily.refundedCents} before={dailyBefore.refundedCents} unit="cents" />
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
          {valueText(unit, before)} before{change === null ? "" : `, ${change}`}
        </span>
      </dd>
    </div>
  );
}

function ChartBlock({ chart, range }: { chart: Chart; range: DayRange }) {
  const { isBusy, answer, run } = useAttempt();
  const { title, rows, note } = chart;

  function handleDownload() {
    return run(async () => {
      const table = chartTable(chart);
      await saveTable(chart.name, range, table.heads, table.rows);
      return null;
    });
  }

  return (
    <section className={styles.chart} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {rows.length === 0 ? (
        <p className={styles.soft}>Nothing on these days, nor before.</p>
      ) : (
        <>
          <Suspense fallback={<div className={styles.space} />}>
            <ChartDrawing chart={chart} />
          </Suspense>
          {note ? <p className={styles.soft}>{note}</p> : null}
          <details className={styles.table}>
            <summary className={styles.summary}>
              Show as table<HiddenText>: {title}</HiddenText>
            </summary>
            <ChartTable chart={chart} />
          </details>
          <div className={styles.actions}>
            <Button size="small" variation="secondary" disabled={isBusy} onClick={handleDownload}>
              Download CSV<HiddenText>: {title}</HiddenText>
            </Button>
          </div>
          <FormAnswer answer={answer} />
        </>
      )}
    </section>
  );
}

function ChartTable({ chart: { title, unit, heads, rows } }: { chart: Chart }) {
  const hasBefore = rows.some(({ before }) => before !== null);
  return (
    <table className={styles.rows}>
      <caption>
        <HiddenText>{title}</HiddenText>
      </caption>
      <thead>
        <tr>
          <th scope="col">{heads.row}</th>
          <th scope="col">{heads.value}</th>
          {hasBefore ? <th scope="col">Before</th> : null}
          {heads.count === null ? null : <th scope="col">{heads.count}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, before, count }) => (
          <tr key={`${label} ${value} ${count}`}>
            <th scope="row">{label}</th>
            <td>{valueText(unit, value)}</td>
            {hasBefore ? <td>{valueText(unit, before ?? 0)}</td> : null}
            {heads.count === null ? null : <td>{count}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
