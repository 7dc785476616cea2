import { expect, test } from "vitest";
import { listCountries } from "./countries.ts";

test("the United States come first, then the other countries by name", () => {
  const [first, ...others] = listCountries();
  expect(first).toEqual({ code: "US", name: "United States" });
  const names = others.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en-US")));
});

test("each country has a unique two-letter code and a name", () => {
  const countries = listCountries();
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
  expect(countries.filter(({ code, name }) => !/^[A-Z]{2}$/.test(code) || name === code)).toEqual([]);
  expect(countries).toContainEqual({ code: "GH", name: "Ghana" });
});
