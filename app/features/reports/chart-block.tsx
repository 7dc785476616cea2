import { lazy, Suspense } from "react";
import { t } from "#app/messages/t.ts";
import { saveTable } from "#app/platform/export-table.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import hiddenStyles from "#app/ui/hidden-text.module.css";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import tableStyles from "#app/ui/report-table.module.css";
import { TableHead } from "#app/ui/table-head.tsx";
import textStyles from "#app/ui/text.module.css";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { type Chart, chartTable, valueText } from "./chart.ts";
import styles from "./chart-block.module.css";
import type { DayRange } from "./daily-report.ts";

const ChartDrawing = lazy(() => import("./chart-drawing.tsx"));

/** Chart with its table and, for several days, its CSV file. */
export function ChartBlock({ chart, range }: { chart: Chart; range: DayRange }) {
  const { isBusy, answer, run } = useAttempt();
  const { title, rows, note } = chart;

  function handleDownload() {
    return run(async () => {
      const table = chartTable(chart);
      await saveTable(chart.name, range, table.heads, table.rows);
    });
  }

  return (
    <section className={styles.chart} aria-label={title}>
      <h2 className={textStyles.lead}>{title}</h2>
      {rows.length === 0 ? (
        <p className={textStyles.meta}>{t("Nothing in this or the previous period.")}</p>
      ) : (
        <>
          <Suspense fallback={<div className={styles.space} />}>
            <ChartDrawing chart={chart} />
          </Suspense>
          {note ? <p className={textStyles.meta}>{note}</p> : null}
          {range.from === range.to ? (
            // A day's few figures are in the drawing; the table is for screen readers.
            <div className={hiddenStyles.hidden}>
              <ChartTable chart={chart} />
            </div>
          ) : (
            <details className={styles.table}>
              <summary className={styles.summary}>
                {partlyHidden(t("Show as table<hidden>: {title}</hidden>", { title }))}
              </summary>
              <ChartTable chart={chart} />
              <SmallButton disabled={isBusy} onClick={handleDownload}>
                {partlyHidden(t("Download CSV<hidden>: {title}</hidden>", { title }))}
              </SmallButton>
              <FormAnswer answer={answer} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function ChartTable({ chart: { title, unit, heads, rows } }: { chart: Chart }) {
  const hasBefore = rows.some(({ before }) => before !== null);
  return (
    <table className={tableStyles.table}>
      <caption>
        <HiddenText>{title}</HiddenText>
      </caption>
      <TableHead of={[heads.row, heads.value, hasBefore ? t("Previous") : null, heads.count]} />
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
