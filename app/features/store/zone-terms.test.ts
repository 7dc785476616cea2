import { expect, test } from "vitest";
import type { DeliverySummary } from "./store-settings.ts";
import { zoneTermsText } from "./zone-terms.ts";

/** Zone with a fee of $5, free delivery from $60, and a minimum of $25. */
const near: DeliverySummary = {
  lowestFeeCents: 500,
  highestFeeCents: 500,
  hasSeparateFee: false,
  lowestFreeFromCents: 6000,
  highestFreeFromCents: 6000,
  isAlwaysFreeFrom: true,
  lowestMinOrderCents: 2500,
  highestMinOrderCents: 2500,
};
const neverFree = { lowestFreeFromCents: null, highestFreeFromCents: null, isAlwaysFreeFrom: false };
const noMinimum = { lowestMinOrderCents: 0, highestMinOrderCents: 0 };

test.for<[Partial<DeliverySummary>, string]>([
  [{}, "Delivery costs $5. Free delivery on orders of $60 or more. Minimum order: $25."],
  [{ ...neverFree, ...noMinimum }, "Delivery costs $5."],
  [{ ...neverFree, ...noMinimum, lowestFeeCents: 0, highestFeeCents: 0 }, "Delivery is free."],
  [
    { ...noMinimum, highestFeeCents: 1250, isAlwaysFreeFrom: false },
    "Delivery costs $5 to $12.50, depending on your ZIP code. Free delivery on orders of $60 or more in some areas.",
  ],
  [
    { ...neverFree, ...noMinimum, lowestFeeCents: 0, highestFeeCents: 1200 },
    "Delivery costs up to $12, depending on your ZIP code.",
  ],
  [
    { ...noMinimum, highestFreeFromCents: 10000 },
    "Delivery costs $5. Free delivery starts at $60 to $100, depending on your ZIP code.",
  ],
  [
    { ...neverFree, highestMinOrderCents: 5000 },
    "Delivery costs $5. Minimum order: $25 to $50, depending on your ZIP code.",
  ],
  [
    { ...neverFree, lowestMinOrderCents: 0, highestMinOrderCents: 5000 },
    "Delivery costs $5. Minimum order: up to $50, depending on your ZIP code.",
  ],
  [
    { ...neverFree, ...noMinimum, hasSeparateFee: true },
    "Delivery costs $5, or a fee we agree on, depending on your ZIP code.",
  ],
  [
    { highestFeeCents: 1200, highestFreeFromCents: 10000, highestMinOrderCents: 5000 },
    "Delivery costs $5 to $12, depending on your ZIP code. Free delivery starts at $60 to $100. Minimum order: $25 to $50.",
  ],
  [
    { ...neverFree, ...noMinimum, hasSeparateFee: true, lowestFeeCents: null, highestFeeCents: null },
    "Our team agrees on the delivery fee with you.",
  ],
])("zones of %o are stated for all ZIP codes", ([zones, text]) => {
  expect(zoneTermsText({ ...near, ...zones })).toBe(text);
});
