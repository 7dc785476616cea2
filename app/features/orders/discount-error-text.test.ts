import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inLocale, openTranslations } from "#server/base/locale.ts";
import { discountErrorText } from "./discount-error-text.ts";

openTranslations();

const SQL = join(import.meta.dirname, "../../../supabase/schemas/order-totals/order-discount.sql");
const FUNCTION = /create function private\.discount_error\(.*?\n\$\$;/s;

test("every reason why a code gives no discount has a text", () => {
  const [body = ""] = FUNCTION.exec(readFileSync(SQL, "utf8")) ?? [];
  const codes = [...body.matchAll(/then '(\w+)/g)].map(([, code = ""]) => code);
  expect(codes).toContain("below_minimum");
  expect(codes.filter((code) => discountErrorText(code) === code)).toEqual([]);
});

test("the reason is in the page's language, with the minimum order", () => {
  expect(discountErrorText(null)).toBeNull();
  expect(discountErrorText("below_minimum 30.00")).toBe("This code requires an order of $30.00 or more.");
  expect(inLocale("es", () => discountErrorText("below_minimum 30.00"))).toBe(
    "Este código requiere un pedido de $30.00 o más.",
  );
});
