import { expect, test } from "vitest";
import type { Substitution } from "#app/features/orders/substitution.ts";
import { anOrderLine, aSubstitution } from "#tests/order-samples.ts";
import { quantityTyped, replacementPriceText, unavailableLine } from "./missing-units.ts";

const yam = anOrderLine({ quantity: 6, refundedQuantity: 1, unitPriceCents: 1799, note: "very ripe" });

const aChange = (chosen: Partial<Substitution>) => aSubstitution({ kind: "replaced", ...chosen });

test("refunded, replaced, and left-out items are no longer missing", () => {
  const changes = [
    aChange({}),
    aChange({ kind: "left_out" }),
    aChange({ isSettled: true }),
    // Already counted, because its units were refunded.
    aChange({ kind: "left_out", isSettled: true }),
  ];
  expect(unavailableLine({ ...yam, changes }, { preference: null }, false).leftQuantity).toBe(2);
});

test("a line's own preference comes before that of the order", () => {
  expect(unavailableLine({ ...yam, preference: "contact" }, { preference: "replace" }, false).preference).toBe(
    "contact",
  );
  expect(unavailableLine(yam, { preference: "replace" }, false).preference).toBe("replace");
});

test("a replacement may have another quantity, and its refund is shown", () => {
  const textFor = (quantity: number, replacementQuantity: number, unitPriceCents: number, refundCents: number) =>
    replacementPriceText(
      { ...yam, isUnpaid: false },
      { quantity, replacementQuantity },
      { unitPriceCents, refundCents },
    );
  expect(textFor(2, 2, 1500, 598)).toBe("$15.00 each, $2.99 less: $5.98 goes back");
  expect(textFor(2, 2, 1799, 0)).toBe("$17.99 each: the customer pays the same");
  expect(textFor(2, 2, 1900, 0)).toBe("$19.00 each, $1.01 more: the customer pays the same");
  expect(textFor(1, 3, 500, 299)).toBe("$5.00 each, $15.00 for 3 instead of $17.99: $2.99 goes back");
  expect(textFor(1, 4, 500, 0)).toBe("$5.00 each, $20.00 for 4 instead of $17.99: the customer pays the same");
});

test("a substitution in an unpaid order lowers its price and refunds nothing", () => {
  const counts = { quantity: 1, replacementQuantity: 1 };
  expect(replacementPriceText({ ...yam, isUnpaid: true }, counts, { unitPriceCents: 1500, refundCents: 299 })).toBe(
    "$15.00 each, $2.99 less: $2.99 less to pay",
  );
});

test("a quantity is a whole number from one to the maximum", () => {
  expect(["1", " 3 ", "0", "4", "2.5", "", "x", "-1"].map((typed) => quantityTyped(typed, 3))).toEqual([
    1,
    3,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
