import { AxisBottom, AxisLeft } from "@visx/axis";
import { useParentSize } from "@visx/responsive";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { t } from "#app/messages/t.ts";
import { priceWords } from "#app/values/money.ts";
import styles from "./chart-drawing.module.css";
import { type Chart, valueText } from "./sales-charts.ts";

const MIN_WIDTH = 280;
const COLUMNS_HEIGHT = 220;
const LEFT = 56;
/** Space for half of the last label, in px. */
const RIGHT = 16;
const BOTTOM = 28;
const TOP = 8;
const LABEL_WIDTH = 84;
const ROW_HEIGHT = 46;
const BAR_HEIGHT = 10;

// A constant, because the hook observes the element again when its options change.
const WIDTH_ONLY = { debounceTime: 100, ignoreDimensions: ["height" as const, "top" as const, "left" as const] };

/** Chart as an image; its table has the same figures. A default export, for lazy loading. */
export default function ChartDrawing({ chart }: { chart: Chart }) {
  const { parentRef, width: measured } = useParentSize(WIDTH_ONLY);
  // Before the container is measured, draw the chart with its minimum width instead of leaving it blank.
  const width = Math.max(measured, MIN_WIDTH);
  return (
    <div ref={parentRef} className={styles.drawing} data-shape={chart.shape}>
      {chart.shape === "columns" ? <Columns chart={chart} width={width} /> : <Bars chart={chart} width={width} />}
    </div>
  );
}

/** Returns the upper end of the scale, at least 1. */
function maxValue({ rows }: Chart): number {
  return Math.max(1, ...rows.flatMap(({ value, before }) => [value, before ?? 0]));
}

function Columns({ chart, width }: { chart: Chart; width: number }) {
  const { rows, unit } = chart;
  const x = scaleBand({ domain: rows.map(({ label }) => label), range: [LEFT, width - RIGHT], paddingInner: 0.25 });
  const y = scaleLinear({ domain: [0, maxValue(chart)], range: [COLUMNS_HEIGHT - BOTTOM, TOP], nice: 4 });
  const floor = COLUMNS_HEIGHT - BOTTOM;
  const half = x.bandwidth() / 2;
  const every = Math.ceil(rows.length / Math.max(1, Math.floor((width - LEFT) / LABEL_WIDTH)));
  return (
    <svg
      className={styles.svg}
      viewBox={`0 0 ${width} ${COLUMNS_HEIGHT}`}
      width={width}
      height={COLUMNS_HEIGHT}
      aria-hidden="true"
    >
      <AxisLeft
        scale={y}
        left={LEFT - 6}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickClassName={styles.tick ?? ""}
        tickFormat={(value) => (unit === "cents" ? priceWords(Number(value)) : String(value))}
      />
      {rows.map(({ label, value, before }) => (
        <g key={label}>
          <title>{titleOf(chart, label, value, before)}</title>
          {before === null ? null : (
            <Bar
              className={styles.before ?? ""}
              x={(x(label) ?? 0) + 0.5}
              y={y(before)}
              width={Math.max(0, half - 1)}
              height={floor - y(before)}
            />
          )}
          <Bar
            className={styles.now ?? ""}
            x={(x(label) ?? 0) + half}
            y={y(value)}
            width={half}
            height={floor - y(value)}
          />
        </g>
      ))}
      <AxisBottom
        scale={x}
        top={floor}
        hideTicks
        axisLineClassName={styles.axis ?? ""}
        tickClassName={styles.tick ?? ""}
        tickValues={rows.map(({ label }) => label).filter((_, place) => place % every === 0)}
      />
    </svg>
  );
}

/** Horizontal bars with labels above them, so that long names fit on a phone. */
function Bars({ chart, width }: { chart: Chart; width: number }) {
  const { rows, unit } = chart;
  const x = scaleLinear({ domain: [0, maxValue(chart)], range: [0, width] });
  const hasBefore = rows.some(({ before }) => before !== null);
  const rowHeight = hasBefore ? ROW_HEIGHT : ROW_HEIGHT - BAR_HEIGHT;
  const height = rows.length * rowHeight;
  const letters = Math.floor((width - 90) / 8);
  return (
    <svg className={styles.svg} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {rows.map(({ label, value, before, count }, place) => (
        <g key={`${label} ${value} ${count}`} transform={`translate(0 ${place * rowHeight})`}>
          <title>{titleOf(chart, label, value, before)}</title>
          <text className={styles.label} y={14}>
            {label.length > letters ? `${label.slice(0, letters - 1)}…` : label}
          </text>
          <text className={styles.value} x={width} y={14} textAnchor="end">
            {valueText(unit, value)}
          </text>
          <Bar className={styles.now ?? ""} y={20} width={x(value)} height={BAR_HEIGHT} />
          {before === null ? null : (
            <Bar
              className={styles.before ?? ""}
              x={0.5}
              y={20.5 + BAR_HEIGHT}
              width={Math.max(0, x(before) - 1)}
              height={BAR_HEIGHT - 2}
            />
          )}
        </g>
      ))}
    </svg>
  );
}

function titleOf({ unit }: Chart, label: string, value: number, before: number | null): string {
  const text = `${label}: ${valueText(unit, value)}`;
  return before === null ? text : t("{text}, before {value}", { text, value: valueText(unit, before) });
}
