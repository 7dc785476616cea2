import { expect, test } from "vitest";
import { type LinePick, packedLines, readPicks, withoutPick, withPick } from "./picks.ts";

const aPick = (lineId: number, isPacked: boolean, second = 0): LinePick => ({
  orderId: "a",
  lineId,
  isPacked,
  pickedAt: `2026-11-24T18:00:${String(second).padStart(2, "0")}Z`,
});

test("only the latest pick of each line is unsent, and a received pick is removed", () => {
  const first = aPick(1, true, 1);
  const second = aPick(1, false, 2);
  const other = aPick(2, true, 3);
  expect(withPick(withPick([first], other), second)).toEqual([other, second]);
  // The first pick was being sent when the second was made.
  expect(withoutPick([second], first)).toEqual([second]);
  expect(withoutPick([second, other], second)).toEqual([other]);
});

test("picks of this device are shown before the server has them", () => {
  const card = { id: "a", lineIds: [1, 2, 3], packedLineIds: [1, 2] };
  expect([...packedLines(card, [aPick(1, false), aPick(3, true)])]).toEqual([2, 3]);
  expect([...packedLines({ ...card, id: "b" }, [aPick(1, false)])]).toEqual([1, 2]);
});

test("a refunded line is not counted among the picked lines of its order", () => {
  expect([...packedLines({ id: "a", lineIds: [1, 2], packedLineIds: [1, 2, 3] }, [aPick(4, true)])]).toEqual([1, 2]);
});

test("invalid stored picks are ignored", () => {
  expect(readPicks(null)).toEqual([]);
  expect(readPicks("{")).toEqual([]);
  expect(readPicks('{"a":1}')).toEqual([]);
  expect(readPicks(JSON.stringify([aPick(1, true), { lineId: "x" }, null, 7]))).toEqual([aPick(1, true)]);
});
