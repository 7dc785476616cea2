import { t } from "#app/messages/t.ts";
import { amountFrom, moneyText } from "#app/values/money.ts";

export interface ChartRow {
  label: string;
  /** Cents or a count. */
  value: number;
  /** Value in the previous period; null if the chart does not compare. */
  before: number | null;
  /** Second figure, shown only in the table. */
  count: number | null;
}

/** Chart with its table. */
export interface Chart {
  /** Name of the CSV file. */
  name: string;
  title: string;
  /** Columns are drawn along a time axis, bars below each other. */
  shape: "columns" | "bars";
  unit: "cents" | "count";
  /** Table headings for the row labels, the values, and the second figure. */
  heads: { row: string; value: string; count: string | null };
  rows: readonly ChartRow[];
  note?: string;
}

/** Returns "12 AM" or "1 PM". */
export function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`;
}

export function valueText(unit: Chart["unit"], value: number): string {
  return unit === "cents" ? moneyText(value) : String(value);
}

/** Returns headings and cells of the table, for a CSV file. */
export function chartTable({ heads, rows, unit }: Chart): { heads: string[]; rows: string[][] } {
  const cell = (value: number) => (unit === "cents" ? amountFrom(value).toFixed(2) : String(value));
  const hasBefore = rows.some(({ before }) => before !== null);
  return {
    heads: [
      heads.row,
      heads.value,
      ...(hasBefore ? [t("Previous {value}", { value: heads.value.toLowerCase() })] : []),
      ...(heads.count === null ? [] : [heads.count]),
    ],
    rows: rows.map(({ label, value, before, count }) => [
      label,
      cell(value),
      ...(hasBefore ? [cell(before ?? 0)] : []),
      ...(heads.count === null ? [] : [String(count ?? 0)]),
    ]),
  };
}

/** Returns "25% more", "10% less", or "no change"; null if the previous period has no figure. */
export function changeText(value: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round((Math.abs(value - before) / before) * 100);
  if (percent === 0) return t("no change");
  return value > before ? t("{percent}% more", { percent }) : t("{percent}% less", { percent });
}
