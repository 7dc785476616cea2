import { expect, test } from "vitest";
import { zoneDraft, zoneProblems, zoneRow } from "#app/features/delivery/zone-draft.ts";
import { readRefundDraft } from "#app/features/order-admin/refund-draft.ts";
import { discountRow, readDiscountDraft, validateDiscount } from "#app/features/price-rules/discount-draft.ts";
import { offerProblems, offerRow, readOfferDraft } from "#app/features/price-rules/offer-draft.ts";
import { priceProblems, readPriceDraft } from "#app/features/product-table/row-sheet.tsx";
import { draftProblems, productDraftRow, readProductDraft } from "#app/features/products/product-draft.ts";
import { givenRole, readRoleDraft, roleProblems } from "#app/features/staff/role-fields.tsx";
import { rateProblems, readRate } from "#app/features/tax/tax-draft.ts";
import { formOf } from "#tests/form-of.ts";

/** All staff forms with an amount field: the saved value of a typed text, and the message at the field. */
interface AmountField {
  name: string;
  saved: (typed: string) => number | null | undefined;
  problem: (typed: string) => string | undefined;
}

const ZONE = "America/Chicago";
const NOW = new Date("2026-11-25T12:00:00Z");
const reader = (fields: Record<string, string>) => (name: string) => fields[name] ?? "";

const product = (typed: string) => readProductDraft(formOf({ name: "Yam", price: "99999", discount_price: typed }));
const offer = (kind: string, value: string) =>
  readOfferDraft(
    reader({ for: "category", category: "wears", kind, value, until: "2099-01-01T00:00", productId: "", from: "" }),
  );
const discount = (fields: Record<string, string>) =>
  readDiscountDraft(reader({ code: "ABC", kind: "amount", value: "5", ...fields }), new FormData());
const zone = (fields: object) => ({ ...zoneDraft(null), name: "Near", maxMiles: "5", ...fields });
const refund = (amount: string) =>
  readRefundDraft(formOf({ kind: "amount", amount }), [], { allCents: 9_999_999, orderCents: 9_999_999, feeCents: 0 });
const rate = (percent: string) => readRate(reader({ classId: "2", percent, validFrom: "2026-11-25" }));

const MONEY: AmountField[] = [
  {
    name: "the price of a product",
    saved: (price) => productDraftRow(readProductDraft(formOf({ name: "Yam", price }))).price,
    problem: (price) => draftProblems(readProductDraft(formOf({ name: "Yam", price })))["price"],
  },
  {
    name: "the discount price of a product",
    saved: (typed) => productDraftRow(product(typed)).discount_price,
    problem: (typed) => draftProblems(product(typed))["discount_price"],
  },
  {
    name: "the price of a size",
    saved: (typed) =>
      (readProductDraft(formOf({ size_key: "0", size_0_label: "M", size_0_price: typed })).sizes[0]?.priceCents ??
        Number.NaN) / 100,
    problem: (typed) =>
      draftProblems(readProductDraft(formOf({ size_key: "0", size_0_label: "M", size_0_price: typed })))[
        "size_0_price"
      ],
  },
  {
    name: "the discount price of a size",
    saved: (typed) =>
      (readProductDraft(
        formOf({ size_key: "0", size_0_label: "M", size_0_price: "99999", size_0_discount_price: typed }),
      ).sizes[0]?.discountPriceCents ?? Number.NaN) / 100,
    problem: (typed) =>
      draftProblems(
        readProductDraft(
          formOf({ size_key: "0", size_0_label: "M", size_0_price: "99999", size_0_discount_price: typed }),
        ),
      )["size_0_discount_price"],
  },
  {
    name: "the price on the stock page",
    saved: (price) => (readPriceDraft(reader({ price })).priceCents ?? Number.NaN) / 100,
    problem: (price) => priceProblems(readPriceDraft(reader({ price })))["price"],
  },
  {
    name: "the price of an offer",
    saved: (typed) => offerRow(offer("price", typed), ZONE).price,
    problem: (typed) => offerProblems(offer("price", typed), ZONE, NOW).value,
  },
  {
    name: "the amount of a discount code",
    saved: (value) => discountRow(discount({ value }), ZONE, NOW).amount,
    problem: (value) => validateDiscount(discount({ value }), ZONE).value,
  },
  {
    name: "the smallest order of a discount code",
    saved: (minProducts) => discountRow(discount({ minProducts }), ZONE, NOW).min_subtotal,
    problem: (minProducts) => validateDiscount(discount({ minProducts }), ZONE).minProducts,
  },
  {
    name: "the fee of a zone",
    saved: (fee) => zoneRow(zone({ fee })).fee,
    problem: (fee) => zoneProblems(zone({ fee })).fee,
  },
  {
    name: "the smallest order of a zone",
    saved: (minOrder) => zoneRow(zone({ minOrder })).min_order,
    problem: (minOrder) => zoneProblems(zone({ minOrder })).minOrder,
  },
  {
    name: "a refund",
    saved: (typed) => {
      const draft = refund(typed);
      return draft.isValid ? draft.amountCents / 100 : null;
    },
    problem: (typed) => {
      const draft = refund(typed);
      return draft.isValid ? undefined : draft.message;
    },
  },
  {
    name: "a packer's refund limit",
    saved: (refundLimit) => givenRole(readRoleDraft(reader({ role: "packer", refundLimit }))).refundLimit,
    problem: (refundLimit) => roleProblems(readRoleDraft(reader({ role: "packer", refundLimit }))).refundLimit,
  },
];

test.for(MONEY)("$name is saved as it was meant: 2,4 is 2.40, and 1,200.00 is 1200", ({ saved, problem }) => {
  const readable = ["2,4", "2.40", "1,200.00", "1.200,00", "$7"];
  expect(readable.map(problem)).toEqual(readable.map(() => undefined));
  expect(readable.map(saved)).toEqual([2.4, 2.4, 1200, 1200, 7]);
});

test.for(
  MONEY.flatMap((field) => ["1e3", "0x10", "4.999", "1,2,3", "--1", "5 or so"].map((typed) => ({ ...field, typed }))),
)("$name of “$typed” is rejected by name", ({ problem, typed }) => {
  expect(problem(typed)).toBe(`“${typed}” is not an amount. Enter dollars and cents, such as 4.99.`);
});

test("percentages and miles are read by the same rules", () => {
  expect(
    ["8,25", "8.25 %", "0x10", "1e1", "8.12345"].map((typed) =>
      rateProblems(rate(typed))["percent"] ? null : rate(typed).percent,
    ),
  ).toEqual([8.25, 8.25, null, null, null]);
  expect(["2,5", "1e1"].map((typed) => offerProblems(offer("percent", typed), ZONE, NOW).value)).toEqual([
    undefined,
    "A percentage above 0 and below 100",
  ]);
  expect(offerRow(offer("percent", "2,5"), ZONE).percent).toBe(2.5);
  expect(zoneRow(zone({ maxMiles: "2,5" })).max_miles).toBe(2.5);
  expect(Object.keys(zoneProblems(zone({ maxMiles: "1e1" })))).toEqual(["maxMiles"]);
});
