import { expect, test } from "vitest";
import { bulkChangeFrom, readBulkForm, validateBulkForm } from "./bulk-form-values.ts";
import { bulkTexts } from "./bulk-rows.ts";

const read = (fields: Record<string, string>) => readBulkForm((name) => fields[name] ?? "");

test("the values of a bulk form become the change for the database", () => {
  expect(
    bulkChangeFrom(read({ field: "price", how: "down_percent", number: "7,5", ending: "99", with_discounts: "on" })),
  ).toEqual({ field: "price", how: "percent", number: -7.5, ending: "99", with_discounts: true });
  const discount = read({ field: "discount", how: "amount", number: "$1.50", ending: "cent" });
  expect(bulkChangeFrom(discount)).toEqual({ field: "discount", how: "amount", number: -1.5, ending: "cent" });
  expect(bulkChangeFrom(read({ field: "discount", how: "remove" }))).toEqual({ field: "discount", how: "remove" });
  expect(bulkChangeFrom(read({ field: "hidden", value: "yes" }))).toEqual({ field: "hidden", value: "yes" });
});

test.for([
  ["price", "up_percent", "", "Enter a number."],
  ["price", "up_percent", "-5", "“-5” is not a number above zero, such as 10 or 0.50."],
  ["discount", "percent", "ten", "“ten” is not a number above zero, such as 10 or 0.50."],
  ["discount", "remove", "", undefined],
  ["hidden", "", "", undefined],
  ["price", "up_amount", "0.50", undefined],
] as const)("%s %s by “%s” is reported as %s", ([field, how, number, message]) => {
  expect(validateBulkForm(read({ field, how, number }))["number"]).toBe(message);
});

test("each changed value is listed before and after", () => {
  const texts = (before: object, after: object) => bulkTexts({ before, after }, [{ id: 2, title: "Taxable" }]);
  expect(texts({ price: 10, discount_price: null }, { price: 8.99, discount_price: 5 })).toEqual([
    "Price: $10.00 → $8.99",
    "Discount price: none → $5.00",
  ]);
  expect(texts({ hidden: false }, { hidden: true })).toEqual(["Status: Visible → Hidden"]);
  expect(texts({ category: "more" }, { category: "drinks" })).toEqual(["Category: Other Items → Drink and Beverages"]);
  expect(texts({ tax_class_id: null }, { tax_class_id: 2 })).toEqual(["Tax class: category default → Taxable"]);
  expect(texts({ availability: "available" }, { availability: "sold_out" })).toEqual(["Stock: available → sold out"]);
});
