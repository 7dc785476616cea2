import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inLocale, openTranslations } from "#server/base/locale.ts";
import { payInStoreErrorText } from "./pay-in-store-error-text.ts";

openTranslations();

const SQL = join(import.meta.dirname, "../../../supabase/schemas/pay-in-store/pay-in-store.sql");
const FUNCTION = /create function private\.pay_in_store_error\(.*?\n\$\$;/s;

test("every reason against paying in the store has a text", () => {
  const [body = ""] = FUNCTION.exec(readFileSync(SQL, "utf8")) ?? [];
  const codes = [...body.matchAll(/then '(\w+)/g)].map(([, code = ""]) => code);
  expect(codes).toContain("above_limit");
  expect([...codes, "unverified"].filter((code) => payInStoreErrorText(code) === code)).toEqual([]);
});

test("the reason is in the page's language, with the limit; other messages stay", () => {
  expect(payInStoreErrorText("above_limit 15.00")).toBe("Orders over $15.00 are paid by card.");
  expect(inLocale("es", () => payInStoreErrorText("above_limit 15.00"))).toBe(
    "Los pedidos de más de $15.00 se pagan con tarjeta.",
  );
  expect(payInStoreErrorText("Some items are no longer available.")).toBe("Some items are no longer available.");
});
