import { expect, test } from "vitest";
import { packedLines, readTicks, type Tick, withoutTick, withTick } from "./ticks.ts";

const aTick = (lineId: number, isPacked: boolean, second = 0): Tick => ({
  orderId: "a",
  lineId,
  isPacked,
  tickedAt: `2026-11-24T18:00:${String(second).padStart(2, "0")}Z`,
});

test("of each line only the latest word waits, and what the shop has heard waits no more", () => {
  const first = aTick(1, true, 1);
  const second = aTick(1, false, 2);
  const other = aTick(2, true, 3);
  expect(withTick(withTick([first], other), second)).toEqual([other, second]);
  // The first one was on its way when the second was said.
  expect(withoutTick([second], first)).toEqual([second]);
  expect(withoutTick([second, other], second)).toEqual([other]);
});

test("what was said on this device is seen before the shop has heard it", () => {
  const card = { id: "a", lineIds: [1, 2, 3], packedLineIds: [1, 2] };
  expect([...packedLines(card, [aTick(1, false), aTick(3, true)])]).toEqual([2, 3]);
  expect([...packedLines({ ...card, id: "b" }, [aTick(1, false)])]).toEqual([1, 2]);
});

test("a refunded line is not counted among the picked lines of its order", () => {
  const card = { id: "a", lineIds: [1, 2], packedLineIds: [1, 2, 3] };
  expect([...packedLines(card, [aTick(4, true)])]).toEqual([1, 2]);
});

test("the browser's storage may hold anything", () => {
  expect(readTicks(null)).toEqual([]);
  expect(readTicks("{")).toEqual([]);
  expect(readTicks('{"a":1}')).toEqual([]);
  expect(readTicks(JSON.stringify([aTick(1, true), { lineId: "x" }, null, 7]))).toEqual([aTick(1, true)]);
});
