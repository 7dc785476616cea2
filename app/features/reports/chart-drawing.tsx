import { scaleBand, scaleLinear } from "d3-scale";
import { type RefCallback, useCallback, useState } from "react";
import { t } from "#app/messages/t.ts";
import { priceWords } from "#app/values/money.ts";
import { type Chart, valueText } from "./chart.ts";
import styles from "./chart-drawing.module.css";

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

/** Chart as an image; its table has the same figures. A default export, for lazy loading. */
export default function ChartDrawing({ chart }: { chart: Chart }) {
  const [measured, parent] = useWidth();
  // Before the container is measured, draw the chart with its minimum width instead of leaving it blank.
  const width = Math.max(measured, MIN_WIDTH);
  return (
    <div ref={parent} className={styles.drawing} data-shape={chart.shape}>
      {chart.shape === "columns" ? <Columns chart={chart} width={width} /> : <Bars chart={chart} width={width} />}
    </div>
  );
}

/** Returns the width in px of the element with this ref, which a ResizeObserver reports; 0 before it is measured. */
function useWidth(): [number, RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0);
  const watch = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, watch];
}

/** Returns the upper end of the scale, at least 1. */
function maxValue({ rows }: Chart): number {
  return Math.max(1, ...rows.flatMap(({ value, before }) => [value, before ?? 0]));
}

function Columns({ chart, width }: { chart: Chart; width: number }) {
  const { rows, unit } = chart;
  const x = scaleBand(
    rows.map(({ label }) => label),
    [LEFT, width - RIGHT],
  ).paddingInner(0.25);
  const y = scaleLinear([0, maxValue(chart)], [COLUMNS_HEIGHT - BOTTOM, TOP]).nice(4);
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
      {y.ticks(4).map((value) => (
        <text key={value} className={styles.tick} x={LEFT - 6} y={y(value)} dx="-0.25em" dy="0.25em" textAnchor="end">
          {unit === "cents" ? priceWords(value) : String(value)}
        </text>
      ))}
      {rows.map(({ label, value, before }) => (
        <g key={label}>
          <title>{titleOf(chart, label, value, before)}</title>
          {before === null ? null : (
            <rect
              className={styles.before}
              x={(x(label) ?? 0) + 0.5}
              y={y(before)}
              width={Math.max(0, half - 1)}
              height={floor - y(before)}
            />
          )}
          <rect className={styles.now} x={(x(label) ?? 0) + half} y={y(value)} width={half} height={floor - y(value)} />
        </g>
      ))}
      <line className={styles.axis} x1={LEFT} x2={width - RIGHT} y1={floor} y2={floor} />
      {rows.map(({ label }, place) =>
        place % every === 0 ? (
          <text key={label} className={styles.tick} x={(x(label) ?? 0) + half} y={floor + 16} textAnchor="middle">
            {label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** Horizontal bars with labels above them, so that long names fit on a phone. */
function Bars({ chart, width }: { chart: Chart; width: number }) {
  const { rows, unit } = chart;
  const x = scaleLinear([0, maxValue(chart)], [0, width]);
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
          <rect className={styles.now} y={20} width={x(value)} height={BAR_HEIGHT} />
          {before === null ? null : (
            <rect
              className={styles.before}
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
