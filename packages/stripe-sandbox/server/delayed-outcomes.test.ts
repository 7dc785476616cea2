import { expect, test } from "vitest";
import { startSandbox } from "../testing.ts";

const NEVER_MS = 3_600_000;

test("a delayed payment is processing and succeeds later", async () => {
  const { sandbox, pay, stripe, delivered } = await startSandbox({ delayMs: 1 });
  await sandbox.dashboard.makeNextPaymentLate(true);
  const intent = await pay();
  expect(intent).toMatchObject({ status: "processing", amount_received: 0, latest_charge: null });
  expect(await delivered(2)).toEqual(["payment_intent.processing", "payment_intent.succeeded"]);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "succeeded", amount_received: 1999 });
  expect((await pay()).status).toBe("succeeded");
});

test("a delayed payment that the bank declines requires another card", async () => {
  const { sandbox, pay, stripe, delivered } = await startSandbox({ delayMs: 1 });
  await sandbox.dashboard.makeNextPaymentLate(true);
  const intent = await pay("pm_card_visa_chargeDeclinedInsufficientFunds");
  expect(intent.status).toBe("processing");
  expect(await delivered(2)).toEqual(["payment_intent.processing", "payment_intent.payment_failed"]);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
  });
});

test("the dashboard can set the outcome of a delayed payment, once", async () => {
  const { sandbox, pay, stripe } = await startSandbox({ delayMs: NEVER_MS });
  await sandbox.dashboard.makeNextPaymentLate(true);
  const { id } = await pay();
  expect(await sandbox.dashboard.settle(id, "fail")).toBe(true);
  expect(await sandbox.dashboard.settle(id, "succeed")).toBe(false);
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { decline_code: "generic_decline" },
  });
});

test("a canceled delayed payment is never charged", async () => {
  const { sandbox, pay, stripe } = await startSandbox({ delayMs: NEVER_MS });
  await sandbox.dashboard.makeNextPaymentLate(true);
  const { id } = await pay();
  await stripe.paymentIntents.cancel(id);
  await sandbox.dashboard.settle(id, "succeed");
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: "canceled", amount_received: 0 });
  expect((await stripe.charges.list({ payment_intent: id })).data).toEqual([]);
});

test("a delayed payment continues after a restart", async () => {
  const first = await startSandbox({ delayMs: NEVER_MS });
  await first.sandbox.dashboard.makeNextPaymentLate(true);
  const { id } = await first.pay();
  await first.delivered(1);
  await first.stop();
  const second = await startSandbox({ appendOnlyLogFile: first.appendOnlyLogFile, delayMs: 1 });
  second.sandbox.deliverPending();
  expect(await second.delivered(1)).toEqual(["payment_intent.succeeded"]);
  expect((await second.stripe.paymentIntents.retrieve(id)).status).toBe("succeeded");
});

test("a refund to the card 4000 0000 0000 5126 succeeds, then fails, and can be repeated", async () => {
  const { pay, stripe, delivered } = await startSandbox({ delayMs: 1 });
  const { id } = await pay("pm_card_refundFail");
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe("succeeded");
  expect(await delivered(4)).toContain("refund.failed");
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  const again = await stripe.refunds.create({ payment_intent: id });
  expect(again.amount).toBe(1999);
  expect(await stripe.charges.retrieve(String(again.charge))).toMatchObject({ amount_refunded: 1999, refunded: true });
});
