import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { toPaymentEvent } from "./payment-event.ts";

test("a stored payment event contains no personal data and no client secret", () => {
  const billing_details = { name: "Ama Mensah", email: "ama@test.example", address: { line1: "1 Palm Street" } };
  const event = {
    id: "evt_1",
    type: "payment_intent.succeeded",
    data: {
      object: {
        object: "payment_intent",
        id: "pi_1",
        amount: 100,
        amount_received: 100,
        currency: "usd",
        metadata: {},
        client_secret: "pi_1_secret_x",
        receipt_email: "ama@test.example",
        shipping: { name: "Ama Mensah" },
        latest_charge: { id: "ch_1", billing_details },
        last_payment_error: { message: "no", payment_method: { id: "pm_1", billing_details } },
      },
    },
  } as unknown as Stripe.Event;
  const { payload, amountCents } = toPaymentEvent(event);
  const sanitized = JSON.stringify(payload);
  expect(sanitized).not.toMatch(/Ama|ama@|Palm|secret_x/);
  expect(sanitized).toContain("ch_1");
  expect(amountCents).toBe(100);
});
