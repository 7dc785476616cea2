import { expect, test } from "vitest";
import { linesAmountCents, type RefundableLine } from "#app/features/orders/refundable-lines.ts";
import { formOf } from "#tests/form-of.ts";
import { lineField, readRefundDraft, refundLabel } from "./refund-draft.ts";

const lines: RefundableLine[] = [
  aLine({ id: 7, name: "Puna Yam", unitPriceCents: 1599, leftQuantity: 2 }),
  aLine({ id: 8, name: "Egusi", unitPriceCents: 1149, leftQuantity: 1 }),
];

function aLine(
  chosen: Pick<RefundableLine, "id" | "name" | "unitPriceCents" | "leftQuantity"> & Partial<RefundableLine>,
): RefundableLine {
  return {
    quantity: chosen.leftQuantity,
    backQuantity: (chosen.quantity ?? chosen.leftQuantity) - chosen.leftQuantity,
    discountCents: 0,
    weightRefundCents: 0,
    taxCents: 0,
    leftTaxCents: 0,
    replaced: { quantity: 0, replacementCents: 0, replacementTaxCents: 0 },
    ...chosen,
  };
}

/** Returns the refundable parts, including a separate delivery fee of $7.50. */
const leftOf = (orderCents: number) => ({ allCents: orderCents + 750, orderCents, feeCents: 750 });

const read = (typed: Record<string, string>, leftCents = 5000) =>
  readRefundDraft(formOf(typed), lines, leftOf(leftCents));
/** The draft of a refund of some units of line 9. */
const ofLine = (line: RefundableLine, reason: string, units = 1) =>
  readRefundDraft(formOf({ kind: "lines", reason, [lineField(9)]: String(units) }), [line], leftOf(20_000));
const centsOf = (draft: ReturnType<typeof read>) => (draft.isValid ? draft.amountCents : 0);

test("refunding everything that is left needs no further input, and may have another reason", () => {
  expect(read({ kind: "all" })).toEqual({
    isValid: true,
    request: { kind: "all", reason: "requested_by_customer", isMarkedSoldOut: false },
    amountCents: 5750,
  });
  expect(read({ kind: "all", reason: "returned" })).toMatchObject({ request: { reason: "returned" } });
});

test("a refund amount is at least a cent and at most what is left", () => {
  for (const [amount, amountCents] of Object.entries({ "0.01": 1, "12.50": 1250, "50": 5000 })) {
    expect(read({ kind: "amount", amount, reason: "returned" })).toEqual({
      isValid: true,
      request: { kind: "amount", amountCents },
      amountCents,
    });
  }
  for (const amount of ["", "0", "-3", "yam"]) {
    expect(read({ kind: "amount", amount })).toMatchObject({ isValid: false, field: "amount" });
  }
  expect(read({ kind: "amount", amount: "0" })).toMatchObject({ message: "Enter an amount above zero." });
  expect(read({ kind: "amount", amount: "50.01" })).toEqual({
    isValid: false,
    field: "amount",
    message: "Only $50.00 of this order can be refunded.",
  });
});

test("chosen lines are refunded at the price that was paid", () => {
  expect(read({ kind: "lines", [lineField(7)]: "2", [lineField(8)]: " ", reason: "damaged" }, 3198)).toEqual({
    isValid: true,
    request: { kind: "lines", lines: [{ orderItemId: 7, quantity: 2 }], reason: "damaged", isMarkedSoldOut: false },
    amountCents: 3198,
  });
});

test("chosen lines are refunded with their sales tax, and the last unit with its remainder", () => {
  const dress = { id: 9, name: "Dress", unitPriceCents: 4999, discountCents: 0, quantity: 3, taxCents: 1237 };
  const amountOf = (units: number, left: { leftQuantity: number; leftTaxCents: number }) =>
    centsOf(ofLine(aLine({ ...dress, ...left }), "missing", units));
  expect(amountOf(1, { leftQuantity: 3, leftTaxCents: 1237 })).toBe(5411);
  expect(amountOf(2, { leftQuantity: 2, leftTaxCents: 825 })).toBe(10_823);
});

test("discounted lines are refunded at the price that was paid, to the cent", () => {
  const oil = { ...aLine({ id: 9, name: "Oil", unitPriceCents: 1299, leftQuantity: 3 }), discountCents: 68 };
  const amounts = [3, 2, 1].map((leftQuantity) =>
    centsOf(ofLine({ ...oil, quantity: 3, backQuantity: 3 - leftQuantity, leftQuantity }, "missing")),
  );
  expect(amounts).toEqual([1276, 1277, 1276]);
  expect(amounts.reduce((sum, cents) => sum + cents)).toBe(3 * 1299 - 68);
});

test("refunding too many units, parts of a unit, or nothing is rejected", () => {
  for (const typed of ["3", "1.5", "-1", "two"]) {
    expect(read({ kind: "lines", [lineField(7)]: typed })).toEqual({
      isValid: false,
      field: lineField(7),
      message: "Choose 0 to 2 of Puna Yam.",
    });
  }
  expect(read({ kind: "lines", reason: "damaged" })).toEqual({
    isValid: false,
    field: lineField(7),
    message: "Choose a quantity for at least one line.",
  });
});

test("lines whose price was already refunded as an amount are rejected", () => {
  expect(read({ kind: "lines", [lineField(7)]: "2" }, 2000)).toMatchObject({
    isValid: false,
    message: "Only $20.00 of this order can be refunded.",
  });
});

test("refunded lines need a reason, and only missing ones can be marked sold out", () => {
  const line = { kind: "lines", [lineField(7)]: "1" };
  expect(read(line)).toMatchObject({ isValid: false, message: "Choose a reason." });
  expect(read({ ...line, reason: "provider" })).toMatchObject({ isValid: false });
  expect(read({ ...line, reason: "returned", "sold-out": "on" })).toMatchObject({
    request: { reason: "returned", isMarkedSoldOut: false },
  });
  expect(read({ ...line, reason: "missing", "sold-out": "on" })).toMatchObject({
    request: { reason: "missing", isMarkedSoldOut: true },
  });
  expect(read({ ...line, reason: "missing" })).toMatchObject({ request: { isMarkedSoldOut: false } });
});

test("a line that weighed less is refunded without what its weight refunded", () => {
  const yam = aLine({ id: 9, name: "Yam", unitPriceCents: 1000, leftQuantity: 2, weightRefundCents: 300 });
  expect(centsOf(ofLine(yam, "returned", 2))).toBe(1700);
});

test("a partly replaced line is refunded at its price, and its last units at the replacements'", () => {
  const replaced = { quantity: 2, replacementCents: 1700, replacementTaxCents: 0 };
  const dress = aLine({ id: 9, name: "Dress", unitPriceCents: 5000, quantity: 3, leftQuantity: 3, replaced });
  const amounts = [0, 1, 2].map((backQuantity) =>
    centsOf(ofLine({ ...dress, backQuantity, leftQuantity: 3 - backQuantity }, "returned")),
  );
  expect(amounts).toEqual([5000, 850, 850]);
});

test("a separate delivery fee is refunded alone", () => {
  expect(read({ kind: "fee" })).toEqual({ isValid: true, request: { kind: "fee" }, amountCents: 750 });
});

test("the refund button shows the amount of the chosen lines and where the money goes", () => {
  expect(linesAmountCents(lines, (id) => (id === 7 ? 2 : 1))).toBe(4347);
  expect(linesAmountCents(lines, () => 0)).toBe(0);
  const card = { method: "card", isHeld: false } as const;
  expect(refundLabel(500, [card])).toBe("Refund $5.00 to card");
  expect(refundLabel(500, [card, { method: "store_cash", isHeld: false }])).toBe("Refund $5.00 in store");
  expect(refundLabel(500, [card, { ...card, isHeld: true }])).toBe("Refund $5.00 of the hold");
  expect(refundLabel(500, [])).toBe("Refund $5.00");
});
