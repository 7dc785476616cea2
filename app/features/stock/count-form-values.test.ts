import { expect, test } from "vitest";
import {
  changeCount,
  countedSince,
  countedText,
  countItem,
  countTotals,
  differenceOf,
  EMPTY_COUNT,
  refreshLine,
  refreshLines,
  validateCount,
} from "./count-form-values.ts";
import type { StockItem } from "./stock-item.ts";

const yam: StockItem = {
  productId: 7,
  sizeId: null,
  name: "Puna Yam",
  sizeLabel: null,
  isHidden: false,
  stockCount: 10,
  reservedCount: 2,
  lastCostCents: 300,
  lastMovementId: 5,
};
const oil: StockItem = { ...yam, productId: 8, name: "Palm Oil", reservedCount: 0, lastCostCents: null };

const count = (...items: StockItem[]) =>
  items.reduce((values, item) => Object.assign(values, countItem(values, item)), { ...EMPTY_COUNT });

test("each scan counts one more and compares with the stock of that moment", () => {
  const { lines, requestKey } = count(yam, oil, { ...yam, stockCount: 8, lastMovementId: 6 });
  expect(requestKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines).toMatchObject([
    { name: "Puna Yam", counted: "2", expectedCount: 10, reservedCount: 2, lastMovementId: 6 },
    { name: "Palm Oil", counted: "1", expectedCount: 10 },
  ]);
});

test("a typed number is compared with the stock read after it", () => {
  const typed = refreshLine(changeCount(count(yam).lines, "7-0", "9"), { ...yam, stockCount: 9 }, "9");
  expect(typed).toMatchObject([{ counted: "9", expectedCount: 11 }]);
  expect(typed.map(differenceOf)).toEqual([-2]);
  expect(refreshLine(changeCount(typed, "7-0", "95"), yam, "9")).toMatchObject([{ counted: "95", expectedCount: 11 }]);
});

test("the difference is in units and in money at last cost, without items that were not counted before", () => {
  const typed = changeCount(count(yam, oil, { ...yam, productId: 9, stockCount: null }).lines, "7-0", "9");
  expect(typed.map(differenceOf)).toEqual([null, -9, -3]);
  expect(countTotals(typed)).toEqual({ unitCount: -12, costCents: -900, unknownCount: 1 });
  expect(countTotals(changeCount(typed, "8-0", "10"))).toMatchObject({ unitCount: -3, unknownCount: 0 });
});

test.for(["", "-1", "1.5", "yam", "100000"])("“%s” is no count", (counted) => {
  const { lines } = count(yam);
  expect(validateCount({ ...EMPTY_COUNT, lines: changeCount(lines, "7-0", counted) })).toEqual({
    "counted-7-0": "A whole number, 0 or more.",
  });
  for (const valid of ["0", "99999"]) {
    expect(validateCount({ ...EMPTY_COUNT, lines: changeCount(lines, "7-0", valid) })).toEqual({});
  }
});

test("a scan's message names no count while none is typed", () => {
  const { lines } = count(yam);
  expect(countedText(lines, yam)).toContain(": 1 counted");
  expect(countedText(changeCount(lines, "7-0", "1x"), yam)).toBeNull();
});

test("what is counted while a count is accepted is a new count, compared with the stock after it", () => {
  const typed = count(yam, oil);
  const accepted = { ...typed, lines: changeCount(typed.lines, "8-0", "4"), note: "Monday" };
  const later = { ...accepted, ...countItem(accepted, yam) };
  const rest = countedSince(accepted, later);
  expect(rest).toMatchObject({ note: "", lines: [{ name: "Puna Yam", counted: "2", lastMovementId: 5 }] });
  const tea = { ...oil, productId: 9, name: "Zobo" };
  expect(countedSince(accepted, { ...later, ...countItem(later, tea), note: "Tuesday" })).toMatchObject({
    note: "Tuesday",
    lines: [{ name: "Zobo" }, { name: "Puna Yam" }],
  });
  expect(rest.requestKey).not.toBe(accepted.requestKey);
  const left = [{ ...yam, stockCount: -1, lastMovementId: 9 }];
  expect(refreshLines(rest.lines, left)).toMatchObject([{ counted: "2", expectedCount: 1, lastMovementId: 9 }]);
  expect(countedSince(accepted, accepted)).toEqual(EMPTY_COUNT);
});
