import { expect, test } from "vitest";
import { lineField, type RefundableLine, readRefundDraft } from "./refund-draft.ts";

const lines: RefundableLine[] = [
  aLine({ id: 7, name: "Puna Yam", unitPriceCents: 1599, leftQuantity: 2 }),
  aLine({ id: 8, name: "Egusi", unitPriceCents: 1149, leftQuantity: 1 }),
];

function aLine(
  chosen: Omit<RefundableLine, "quantity" | "discountCents" | "taxCents" | "leftTaxCents">,
): RefundableLine {
  return { quantity: chosen.leftQuantity, discountCents: 0, taxCents: 0, leftTaxCents: 0, ...chosen };
}

function read(typed: Record<string, string>, leftCents = 5000) {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return readRefundDraft(form, lines, leftCents);
}

test("everything that is left needs nothing more to be said", () => {
  expect(read({ kind: "all" })).toEqual({
    isValid: true,
    request: { kind: "all", doGoodsComeBack: false },
    amountCents: 5000,
  });
});

test("an amount is at least a cent and never more than is left", () => {
  expect(read({ kind: "amount", amount: "12.50" })).toEqual({
    isValid: true,
    request: { kind: "amount", amountCents: 1250 },
    amountCents: 1250,
  });
  for (const amount of ["", "0", "-3", "yam"]) {
    expect(read({ kind: "amount", amount })).toMatchObject({ isValid: false, field: "amount" });
  }
  expect(read({ kind: "amount", amount: "50.01" })).toEqual({
    isValid: false,
    field: "amount",
    message: "Only $50.00 of this order is left to refund.",
  });
});

test("chosen lines cost what was paid for them", () => {
  expect(read({ kind: "lines", [lineField(7)]: "2", [lineField(8)]: "" })).toEqual({
    isValid: true,
    request: { kind: "lines", lines: [{ orderItemId: 7, quantity: 2 }], doGoodsComeBack: false },
    amountCents: 3198,
  });
});

test("chosen lines bring their sales tax, and the last of a line what is over of it", () => {
  const dress = { id: 9, name: "Dress", unitPriceCents: 4999, discountCents: 0, quantity: 3, taxCents: 1237 };
  const amountOf = (quantity: number, line: RefundableLine) => {
    const form = new FormData();
    form.set("kind", "lines");
    form.set(lineField(9), String(quantity));
    return readRefundDraft(form, [line], 20_000);
  };
  expect(amountOf(1, { ...dress, leftQuantity: 3, leftTaxCents: 1237 })).toMatchObject({ amountCents: 5411 });
  expect(amountOf(2, { ...dress, leftQuantity: 2, leftTaxCents: 825 })).toMatchObject({
    amountCents: 10_823,
  });
});

test("chosen lines of an order with a discount bring what was paid for them, to the cent", () => {
  const oil = { ...aLine({ id: 9, name: "Oil", unitPriceCents: 1299, leftQuantity: 3 }), discountCents: 68 };
  const amounts = [3, 2, 1].map((leftQuantity) => {
    const form = new FormData();
    form.set("kind", "lines");
    form.set(lineField(9), "1");
    const draft = readRefundDraft(form, [{ ...oil, quantity: 3, leftQuantity }], 20_000);
    return draft.isValid ? draft.amountCents : 0;
  });
  expect(amounts).toEqual([1276, 1277, 1276]);
  expect(amounts.reduce((sum, cents) => sum + cents)).toBe(3 * 1299 - 68);
});

test("more of a line than is left, parts of a thing, and nothing at all are refused", () => {
  for (const typed of ["3", "1.5", "-1", "two"]) {
    expect(read({ kind: "lines", [lineField(7)]: typed })).toEqual({
      isValid: false,
      field: lineField(7),
      message: "Please choose 0 to 2 of Puna Yam.",
    });
  }
  expect(read({ kind: "lines" })).toMatchObject({ isValid: false, field: null });
});

test("lines whose price was already given back as an amount are refused", () => {
  expect(read({ kind: "lines", [lineField(7)]: "2" }, 2000)).toMatchObject({
    isValid: false,
    message: "Only $20.00 of this order is left to refund.",
  });
});

test("goods come back only when somebody says so, and an amount brings none", () => {
  const back = { goods: "back" };
  expect(read({ kind: "all", ...back })).toMatchObject({ request: { doGoodsComeBack: true } });
  expect(read({ kind: "lines", [lineField(7)]: "1", ...back })).toMatchObject({
    request: { doGoodsComeBack: true },
  });
  expect(read({ kind: "lines", [lineField(7)]: "1", goods: "away" })).toMatchObject({
    request: { doGoodsComeBack: false },
  });
  expect(read({ kind: "amount", amount: "5", ...back })).toMatchObject({
    request: { kind: "amount", amountCents: 500 },
  });
});
