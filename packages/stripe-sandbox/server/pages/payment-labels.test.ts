import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { refundedCents } from "./payment-labels.ts";

test.for([
  ["a hold", { captured: false, amount: 1000, amount_captured: 0, amount_refunded: 0 }, 0],
  ["a hold captured in part", { captured: true, amount: 1000, amount_captured: 800, amount_refunded: 200 }, 0],
  ["one refunded after that", { captured: true, amount: 1000, amount_captured: 800, amount_refunded: 500 }, 300],
] as const)("of %s, only what was captured counts as refunded", ([, charge, cents]) => {
  expect(refundedCents(charge as Stripe.Charge)).toBe(cents);
});
