import { t } from "#app/messages/t.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { randomUuid } from "#app/values/ids.ts";
import { type ItemKey, itemKey, itemName, lineTotals, type StockItem } from "./stock-item.ts";

/** Counted item with the count that was expected when it was last counted. */
export interface CountLine extends ItemKey {
  name: string;
  sizeLabel: string | null;
  isCounted: boolean;
  /** Typed text. */
  counted: string;
  /** Stock including units of paid orders that are not picked yet. */
  expectedCount: number;
  reservedCount: number;
  costCents: number | null;
  lastMovementId: number | null;
}

export interface CountFormValues {
  note: string;
  lines: readonly CountLine[];
  /** Created with the first line. A repeated request with the same key applies the count only once. */
  requestKey: string;
}

export const EMPTY_COUNT: CountFormValues = { note: "", lines: [], requestKey: "" };

const MAX_COUNT = 99_999;

/** Returns the expected count of an item, from its current stock. */
function expectationOf(item: StockItem) {
  return {
    isCounted: item.stockCount !== null,
    expectedCount: (item.stockCount ?? 0) + item.reservedCount,
    reservedCount: item.reservedCount,
    costCents: item.lastCostCents,
    lastMovementId: item.lastMovementId,
  };
}

/** Adds one unit to an item's count and compares it with the current stock. The item's line moves to the top. */
export function countItem({ lines, requestKey }: CountFormValues, item: StockItem): Partial<CountFormValues> {
  const known = lines.find((line) => itemKey(line) === itemKey(item));
  const counted = String(Math.min((wholeNumberTyped(known?.counted ?? "") ?? 0) + 1, MAX_COUNT));
  const { productId, sizeId, name, sizeLabel } = item;
  const line = { productId, sizeId, name, sizeLabel, counted, ...expectationOf(item) };
  return { lines: [line, ...lines.filter((other) => other !== known)], requestKey: requestKey || randomUuid() };
}

/** Compares a line with the stock that was read after this number was typed; ignored if another one was typed since. */
export function refreshLine(lines: readonly CountLine[], item: StockItem, counted: string): CountLine[] {
  return lines.map((line) =>
    itemKey(line) === itemKey(item) && line.counted === counted ? { ...line, ...expectationOf(item) } : line,
  );
}

/** Compares lines with the stock after an accepted count; the server rejects lines that expect an older one. */
export function refreshLines(lines: readonly CountLine[], items: readonly StockItem[]): CountLine[] {
  return items.reduce(
    (refreshed, item) => refreshed.flatMap((line) => refreshLine([line], item, line.counted)),
    [...lines],
  );
}

export function changeCount(lines: readonly CountLine[], key: string, counted: string): CountLine[] {
  return lines.map((line) => (itemKey(line) === key ? { ...line, counted } : line));
}

/** Returns what was counted since these values were accepted, as a new count. */
export function countedSince(accepted: CountFormValues, { note, lines }: CountFormValues): CountFormValues {
  const countOf = (line: CountLine) => accepted.lines.find((other) => itemKey(other) === itemKey(line))?.counted;
  const since = lines.filter((line) => countOf(line) !== line.counted);
  const requestKey = since.length > 0 ? randomUuid() : "";
  return { note: note === accepted.note ? "" : note, lines: since, requestKey };
}

/** Returns error messages by field name. */
export function validateCount({ lines }: CountFormValues): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const units = wholeNumberTyped(line.counted);
      const isWrong = units === null || units > MAX_COUNT;
      return isWrong ? [[`counted-${itemKey(line)}`, t("A whole number, 0 or more.")]] : [];
    }),
  );
}

/** Returns units counted above (positive) or below the expected count; null while no valid number is typed. */
export function differenceOf({ counted, expectedCount, isCounted }: CountLine): number | null {
  const units = wholeNumberTyped(counted);
  return units === null || !isCounted ? null : units - expectedCount;
}

/**
 * Returns the difference of all lines in units and, at the last cost, in money; `unknownCount` differing lines have no
 * cost.
 */
export function countTotals(lines: readonly CountLine[]) {
  const differences = lines.map((line) => ({ units: differenceOf(line) ?? 0, unitCents: line.costCents }));
  return lineTotals(differences.filter(({ units }) => units !== 0));
}

/** Returns "Puna Yam: 3 counted" after a scan; null without a count, and if its line was removed or accepted. */
export function countedText(lines: readonly CountLine[], item: StockItem): string | null {
  const line = lines.find((each) => itemKey(each) === itemKey(item));
  if (!line || wholeNumberTyped(line.counted) === null) return null;
  return t("{name}: {count} counted", { name: itemName(item), count: line.counted });
}

/** Returns "+2", "−2", or "0". */
export function signedText(count: number): string {
  return count > 0 ? `+${count.toLocaleString("en-US")}` : count.toLocaleString("en-US").replace("-", "−");
}
