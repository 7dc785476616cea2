import { expect, test } from "vitest";
import { recentFrom, withRecent } from "./recent-searches.ts";

test("the newest search comes first, none twice, five at most", () => {
  const five = ["e", "d", "c", "b", "a"];
  expect(withRecent(five, "f")).toEqual(["f", "e", "d", "c", "b"]);
  expect(withRecent(five, "c")).toEqual(["c", "e", "d", "b", "a"]);
});

test.for([
  [null, []],
  ["no JSON", []],
  ['{"a":1}', []],
  ['["rice", 7, " ", null, "rice", "yam"]', ["rice", "yam"]],
  ['["1","2","3","4","5","6"]', ["1", "2", "3", "4", "5"]],
])("of a storage that holds %j the searches are %j", ([text, recent]) => {
  expect(recentFrom(text as string | null)).toEqual(recent);
});
