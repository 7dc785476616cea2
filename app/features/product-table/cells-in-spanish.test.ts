import { afterEach, beforeEach, expect, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { installTranslations } from "#app/messages/t.ts";
import { cellText, parseCell } from "./cells.ts";
import { productRowFromCells } from "./product-row.ts";

const row = productRowFromCells([
  ...([7, null, "condiments", "Palm Oil", "33 oz", 14.99, null, null, "available", null, false, true] as const),
  ...(["/oil.webp", null, 0, null, null, null, null] as const),
]);

beforeEach(() => {
  setLocaleReader(() => "es");
  installTranslations(
    "es",
    new Map([
      ["Available", "Disponible"],
      ["Sold out", "Agotado"],
      ["Visible", "Visible"],
      ["Hidden", "Oculto"],
    ]),
  );
});

afterEach(() => {
  installTranslations("es", new Map());
  setLocaleReader(() => "en");
});

test("a cell is shown in the page's language, and can also be typed in English", () => {
  expect(cellText(row, "stock")).toBe("Disponible");
  expect(parseCell(row, "stock", "disponible")).toEqual({ kind: "same" });
  for (const typed of ["Agotado", "Sold out"]) {
    expect(parseCell(row, "stock", typed)).toMatchObject({ edit: { after: { availability: "sold_out" } } });
  }
  expect(cellText(row, "status")).toBe("Visible");
  for (const typed of ["oculto", "Hidden"]) {
    expect(parseCell(row, "status", typed)).toMatchObject({ edit: { after: { hidden: true } } });
  }
});
