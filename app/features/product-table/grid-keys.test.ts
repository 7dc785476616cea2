import { expect, test } from "vitest";
import { moveCell } from "./grid-keys.ts";

const SIZE = { rowCount: 30, columnCount: 5, pageSize: 10 };
const AT = { index: 4, place: 2 };

test.for([
  ["ArrowUp", 3, 2],
  ["ArrowDown", 5, 2],
  ["ArrowLeft", 4, 1],
  ["ArrowRight", 4, 3],
  ["Home", 4, 0],
  ["End", 4, 4],
  ["PageUp", 0, 2],
  ["PageDown", 14, 2],
  ["Ctrl ArrowUp", 0, 2],
  ["Ctrl ArrowDown", 29, 2],
  ["Ctrl ArrowLeft", 4, 0],
  ["Ctrl ArrowRight", 4, 4],
  ["Ctrl Home", 0, 0],
  ["Ctrl End", 29, 4],
] as const)("%s leads to row %d, column %d", ([pressed, index, place]) => {
  const key = pressed.replace("Ctrl ", "");
  expect(moveCell({ key, ctrlKey: key !== pressed, metaKey: false }, AT, SIZE)).toEqual({ index, place });
});

test("a key does not leave the grid, and other keys do not move", () => {
  const press = (key: string, at: typeof AT) => moveCell({ key, ctrlKey: false, metaKey: false }, at, SIZE);
  expect(press("ArrowUp", { index: 0, place: 0 })).toEqual({ index: 0, place: 0 });
  expect(press("ArrowRight", { index: 29, place: 4 })).toEqual({ index: 29, place: 4 });
  expect(press("PageDown", { index: 25, place: 4 })).toEqual({ index: 29, place: 4 });
  expect(press("a", AT)).toBeNull();
});
