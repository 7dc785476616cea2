import { expect, test } from "vitest";
import { auditKindFrom, changedValues } from "./audit-log-queries.ts";

test("an entry lists values before and after in words, without ids", () => {
  expect(
    changedValues({
      before: { price: 14.99, discount_price: null, product_id: 7, express_checkout: false },
      after: { price: 12.5, discount_price: 10, product_id: 8, express_checkout: true },
    }),
  ).toEqual([
    { name: "price", before: "14.99", after: "12.5" },
    { name: "discount price", before: null, after: "10" },
    { name: "express checkout", before: "no", after: "yes" },
  ]);
});

test("an added or removed value has only one side", () => {
  expect(changedValues({ before: null, after: { role: "packer" } })).toEqual([
    { name: "role", before: null, after: "packer" },
  ]);
  expect(changedValues({ before: { role: "packer" }, after: null })).toEqual([
    { name: "role", before: "packer", after: null },
  ]);
  expect(changedValues({ before: null, after: null })).toEqual([]);
});

test("a URL without a kind shows all entries", () => {
  expect([auditKindFrom("price"), auditKindFrom("toString"), auditKindFrom(null)]).toEqual(["price", null, null]);
});
