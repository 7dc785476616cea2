import { expect, test } from "vitest";
import { type Conflict, isSameJson, mergeChanges } from "./merge-changes.ts";

function merged<Value>(before: Value, mine: Value, theirs: Value, keep: "mine" | "theirs" = "mine") {
  const conflicts: Conflict[] = [];
  const value = mergeChanges(before, mine, theirs, (conflict) => {
    conflicts.push(conflict);
    return conflict[keep];
  });
  return { value, conflicts };
}

test("what only one version changed is taken from it", () => {
  expect(merged({ name: "Rice", price: 10 }, { name: "Jasmine rice", price: 10 }, { name: "Rice", price: 88 })).toEqual(
    { value: { name: "Jasmine rice", price: 88 }, conflicts: [] },
  );
});

test("a field that both changed is a conflict, unless both changed it to the same value", () => {
  expect(merged({ price: 10 }, { price: 9 }, { price: 88 })).toEqual({
    value: { price: 9 },
    conflicts: [{ path: ["price"], mine: 9, theirs: 88 }],
  });
  expect(merged({ price: 10 }, { price: 9 }, { price: 88 }, "theirs").value).toEqual({ price: 88 });
  expect(merged({ tags: ["a"] }, { tags: ["a", "b"] }, { tags: ["a", "b"] }).conflicts).toEqual([]);
  expect(merged({ hours: [{ day: 1 }] }, { hours: [] }, { hours: [{ day: 2 }] }).conflicts).toHaveLength(1);
});

test("entries that only one version added or removed are taken from it; two orders are a conflict", () => {
  expect(merged(["a", "b"], ["b", "mine"], ["a", "b", "theirs"])).toEqual({
    value: ["b", "theirs", "mine"],
    conflicts: [],
  });
  expect(merged(["a", "b", "c"], ["b", "a", "c"], ["c", "a", "b"]).conflicts).toHaveLength(1);
});

test("rows with ids are merged field by field, in my order, with the rows that they added", () => {
  const before = [
    { id: 1, label: "S", price: 1 },
    { id: 2, label: "M", price: 2 },
  ];
  const mine = [
    { id: 2, label: "Medium", price: 2 },
    { id: 1, label: "S", price: 1 },
    { id: null, label: "XL", price: 4 },
  ];
  const theirs = [
    { id: 1, label: "S", price: 11 },
    { id: 2, label: "M", price: 2 },
    { id: 3, label: "L", price: 3 },
  ];
  expect(merged<object[]>(before, mine, theirs)).toEqual({
    value: [
      { id: 2, label: "Medium", price: 2 },
      { id: 1, label: "S", price: 11 },
      { id: null, label: "XL", price: 4 },
      { id: 3, label: "L", price: 3 },
    ],
    conflicts: [],
  });
});

test("a row that one deleted and the other changed is a conflict", () => {
  const before = [{ id: 1, price: 1 }];
  const changed = [{ id: 1, price: 2 }];
  expect(merged<object[]>(before, [], changed).conflicts).toEqual([
    { path: ["1"], mine: null, theirs: { id: 1, price: 2 } },
  ]);
  expect(merged<object[]>(before, changed, [])).toEqual({
    value: [{ id: null, price: 2 }],
    conflicts: [{ path: ["1"], mine: { id: 1, price: 2 }, theirs: null }],
  });
  expect(merged<object[]>(before, before, []).value).toEqual([]);
  expect(merged<object[]>(before, [], before).value).toEqual([]);
});

test("JSON values are equal in any order of their keys", () => {
  expect(isSameJson({ a: 1, b: [null] }, { b: [null], a: 1 })).toBe(true);
  expect(isSameJson(undefined, null)).toBe(true);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
});
