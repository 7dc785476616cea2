import { afterEach, expect, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { installTranslations } from "#app/messages/t.ts";
import { importName, PASTED } from "./import-name.ts";

afterEach(() => {
  installTranslations("es", new Map());
  setLocaleReader(() => "en");
});

test.for([
  "prices.csv",
  "Prices up by 5%",
  "Prices down by $0.50",
  "Discount of 10%",
  "Discounts removed",
  "Category: Condiments",
  "Tax class: Prepared food",
])("in English, %s is shown as it is stored", (stored) => {
  expect(importName(stored)).toBe(stored);
});

test("in English, stored names of pasted tables and category defaults are reworded", () => {
  expect(importName(PASTED)).toBe("Pasted table");
  expect(importName("SNAP EBT: that of the category")).toBe("SNAP EBT: category default");
});

test("a title that the database wrote is shown in the language of the page, a file's name as it is", () => {
  setLocaleReader(() => "es");
  installTranslations("es", new Map([["Prices up by {value}", "Precios +{value}"]]));
  expect(importName("Prices up by 5%")).toBe("Precios +5%");
  expect(importName("Prices.csv")).toBe("Prices.csv");
});
