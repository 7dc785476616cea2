import { expect, test } from "vitest";
import { normalizeSearch, searchAddress } from "./normalize-search.ts";

test.for([
  ["Plantain", "plantain"],
  ["  palm \t oil\n", "palm oil"],
  ["PLÁNTAIN", "plantain"],
  ["Ẹ̀wà Agoyin", "ewa agoyin"],
  ["a\u0000b", "a b"],
  ["", null],
  [" \u0301 ", null],
  ["'", "'"],
])("%j is normalized to %j", ([typed, words]) => {
  expect(normalizeSearch(typed as string)).toBe(words);
});

test("a long search is cut after 100 whole characters", () => {
  expect([...(normalizeSearch("é".repeat(5000)) ?? "")].length).toBe(100);
  expect(normalizeSearch("😀".repeat(300))).toBe("😀".repeat(100));
  expect(normalizeSearch(`${"a".repeat(99)} b`)).toBe("a".repeat(99));
});

test("normalizing a normalized search changes nothing", () => {
  for (const typed of ["Palm  Oil", "İstanbul", "ﬁsh & chips?", "Ǆ", `${"x ".repeat(80)}`]) {
    const once = normalizeSearch(typed) ?? "";
    expect(normalizeSearch(once)).toBe(once);
  }
});

test("a search URL is encoded as a browser submits the form", () => {
  expect(searchAddress("palm oil & rice")).toBe("/search?q=palm+oil+%26+rice");
});
