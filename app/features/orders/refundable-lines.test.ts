import { expect, test } from "vitest";
import { anOrderLine, aRefund } from "#tests/order-samples.ts";
import type { OrderDetails } from "./order-details-queries.ts";
import { linesAmountCents, refundableLines } from "./refundable-lines.ts";

test("units of a taxed line that weighed less are refunded without the tax that its weight refunded", () => {
  const weight = {
    poundsEach: 2,
    maxEachCents: 1000,
    perPoundCents: 500,
    packedPounds: 4.2,
    lessCents: 900,
    refundCents: 900,
    taxRefundCents: 72,
  };
  const lines = [anOrderLine({ quantity: 3, taxCents: 240, weight })];
  const amounts = [0, 1, 2].map((quantity) => {
    const refunds = [aRefund({ lines: [{ orderItemId: 1, quantity, taxCents: quantity * 56 }] })];
    return linesAmountCents(refundableLines({ order: { lines }, refunds } as unknown as OrderDetails), () => 1);
  });
  expect(amounts).toEqual([756, 756, 756]);
});
