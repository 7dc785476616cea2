import { t } from "#app/messages/t.ts";
import { changedValues } from "#app/ui/autosave.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { randomUuid } from "#app/values/ids.ts";
import { amountText, centsTyped, moneyProblem } from "#app/values/money.ts";
import { type ItemKey, itemKey, itemName, lineTotals, type StockItem } from "./stock-item.ts";

/** Form values of one line; an item may have several lines, each with its own best-before date. */
export interface DeliveryLine extends ItemKey {
  /** Number of the line within this form. */
  id: number;
  name: string;
  sizeLabel: string | null;
  isCounted: boolean;
  quantity: string;
  /** Unit cost in dollars; empty if unknown. */
  cost: string;
  /** `YYYY-MM-DD`; empty for none. */
  bestBefore: string;
  startsCounting: boolean;
}

export interface DeliveryFormValues {
  supplierId: string;
  reference: string;
  note: string;
  lines: readonly DeliveryLine[];
  /** Created with the first line. A repeated request with the same key receives nothing twice. */
  requestKey: string;
}

export const EMPTY_DELIVERY: DeliveryFormValues = {
  supplierId: "",
  reference: "",
  note: "",
  lines: [],
  requestKey: "",
};

type Lines = Pick<DeliveryFormValues, "lines" | "requestKey">;

const MAX_QUANTITY = 99_999;

/** Adds one unit of an item: to its last line, or as a new line with the last cost. */
export function addItem({ lines, requestKey }: Lines, item: StockItem): Lines {
  const known = lines.findLast((line) => itemKey(line) === itemKey(item));
  if (known) {
    const quantity = String(Math.min((wholeNumberTyped(known.quantity) ?? 0) + 1, MAX_QUANTITY));
    return { lines: changeLine(lines, known.id, { quantity }), requestKey };
  }
  const line: DeliveryLine = {
    id: nextId(lines),
    productId: item.productId,
    sizeId: item.sizeId,
    name: item.name,
    sizeLabel: item.sizeLabel,
    isCounted: item.stockCount !== null,
    quantity: "1",
    cost: amountText(item.lastCostCents),
    bestBefore: "",
    startsCounting: false,
  };
  return { lines: [...lines, line], requestKey: requestKey || randomUuid() };
}

/** Adds a line of the same item below, for another best-before date. */
export function splitLine(lines: readonly DeliveryLine[], id: number): DeliveryLine[] {
  return lines.flatMap((line) =>
    line.id === id
      ? [line, { ...line, id: nextId(lines), quantity: "", bestBefore: "", startsCounting: false }]
      : [line],
  );
}

export function changeLine(lines: readonly DeliveryLine[], id: number, change: Partial<DeliveryLine>): DeliveryLine[] {
  return lines.map((line) => (line.id === id ? { ...line, ...change } : line));
}

function nextId(lines: readonly DeliveryLine[]): number {
  return Math.max(0, ...lines.map(({ id }) => id)) + 1;
}

/** Returns what was added since these values were received, as a new delivery. */
export function addedSince(received: DeliveryFormValues, now: DeliveryFormValues): DeliveryFormValues {
  const lines = now.lines.flatMap((line) => {
    const before = received.lines.find(({ id }) => id === line.id);
    if (!before) return [line];
    const units = (wholeNumberTyped(line.quantity) ?? 0) - (wholeNumberTyped(before.quantity) ?? 0);
    return units > 0 ? [{ ...line, quantity: String(units) }] : [];
  });
  if (lines.length > 0) return { ...now, lines, requestKey: randomUuid() };
  return { ...EMPTY_DELIVERY, ...changedValues(received, { ...now, lines: received.lines }) };
}

type LineErrors = { quantity?: string; cost?: string; bestBefore?: string };

/** Returns error messages of a line by field. */
function validateLine({ quantity, cost, bestBefore }: DeliveryLine): LineErrors {
  const units = wholeNumberTyped(quantity);
  const cents = cost.trim() === "" ? 0 : centsTyped(cost);
  return {
    ...(units === null || units < 1 || units > MAX_QUANTITY ? { quantity: t("A whole number, 1 or more.") } : {}),
    ...(cents === null || cents < 0 ? { cost: moneyProblem(cost) ?? t("Not below zero.") } : {}),
    ...(bestBefore !== "" && !/^2[01]\d\d-/.test(bestBefore) ? { bestBefore: t("Check the year.") } : {}),
  };
}

/** Returns error messages by form field, such as "cost-3". */
export function validateDelivery({ lines }: DeliveryFormValues): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) =>
      Object.entries(validateLine(line)).map(([field, message]) => [`${field}-${line.id}`, message]),
    ),
  );
}

/** Returns units and cost of all lines; `unknownCount` lines have no cost. */
export function deliveryTotals(lines: readonly DeliveryLine[]) {
  return lineTotals(
    lines.map(({ quantity, cost }) => ({ units: wholeNumberTyped(quantity) ?? 0, unitCents: centsTyped(cost) })),
  );
}

/** Returns "Puna Yam: 3" after a scan; null if its line was removed or received. */
export function addedText(lines: readonly DeliveryLine[], item: StockItem): string | null {
  const added = lines.findLast((line) => itemKey(line) === itemKey(item));
  return added ? `${itemName(item)}: ${added.quantity}` : null;
}
