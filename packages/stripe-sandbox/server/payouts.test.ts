import { expect, test } from "vitest";
import { startSandbox } from "../testing.ts";
import { readCard } from "./card-details.ts";
import { newEvent } from "./events.ts";
import { newCharge, newPaymentIntent, newRefund } from "./objects.ts";
import { payoutsOf, type SandboxLedger } from "./payouts.ts";

const at = (time: string) => Date.parse(time) / 1000;
const { method } = readCard({ payment_method: "pm_card_visa" });

function aCharge(amount: number, time: string, capture_method: "automatic" | "manual" = "automatic") {
  const chosen = { amount, currency: "usd", description: null, metadata: {}, receipt_email: null, capture_method };
  return { ...newCharge(newPaymentIntent(chosen), method, null), created: at(time) };
}

function aCapture(charge: ReturnType<typeof aCharge>, amount: number, time: string) {
  const captured = { ...charge, captured: true, amount_captured: amount };
  const event = newEvent("charge.captured", captured, { id: null, idempotency_key: null });
  return { charge: captured, event: { ...event, created: at(time) } };
}

function aRefund(charge: ReturnType<typeof aCharge>, amount: number, time: string) {
  const chosen = { amount, reason: null, metadata: {}, status: "succeeded" } as const;
  return { ...newRefund(charge, chosen), created: at(time) };
}

const stateOf = (ledger: Partial<SandboxLedger>, now: string) =>
  payoutsOf({ charges: [], refunds: [], events: [], ...ledger }, at(now)).map(
    ({ payout, transactions }) =>
      `${payout.id} ${payout.amount} ${payout.status}: ${transactions.map(({ type, net }) => `${type} ${net}`).join(", ")}`,
  );

test("a finished day is paid out less 2.9 % and 30 cents per charge, and arrives a day later", () => {
  const charges = [aCharge(10_000, "2026-11-18T00:00:00Z"), aCharge(1999, "2026-11-18T23:59:59Z")];
  const ledger = { charges: [...charges, { ...aCharge(500, "2026-11-18T12:00:00Z"), paid: false }] };
  expect(stateOf(ledger, "2026-11-18T23:59:59Z")).toEqual([]);
  expect(stateOf(ledger, "2026-11-19T00:00:00Z")).toEqual([
    "po_sandbox20261118 11591 in_transit: charge 9680, charge 1911, payout -11591",
  ]);
  expect(stateOf(ledger, "2026-11-20T00:00:00Z")[0]).toContain("11591 paid");
});

test("refunds above a day's charges reduce the next payout; a failed refund is paid out again", () => {
  const [first, second] = [aCharge(1000, "2026-11-17T12:00:00Z"), aCharge(3000, "2026-11-19T12:00:00Z")];
  const back = aRefund(first, 1000, "2026-11-18T12:00:00Z");
  const failed = {
    ...newEvent("refund.failed", back, { id: null, idempotency_key: null }),
    created: at("2026-11-20T08:00:00Z"),
  };
  expect(stateOf({ charges: [first, second], refunds: [back], events: [failed] }, "2026-12-01T00:00:00Z")).toEqual([
    "po_sandbox20261117 941 paid: charge 941, payout -941",
    "po_sandbox20261119 1883 paid: refund -1000, charge 2883, payout -1883",
    "po_sandbox20261120 1000 paid: refund_failure 1000, payout -1000",
  ]);
});

test("a hold is paid out on the day of its capture, with the captured amount only", () => {
  const held = aCharge(5000, "2026-11-17T12:00:00Z", "manual");
  expect(stateOf({ charges: [held] }, "2026-12-01T00:00:00Z")).toEqual([]);
  const { charge, event } = aCapture(held, 4000, "2026-11-19T08:00:00Z");
  const chosen = { amount: 1000, reason: null, metadata: {}, status: "succeeded", isRelease: true } as const;
  const ledger = { charges: [charge], refunds: [newRefund(charge, chosen)], events: [event] };
  expect(stateOf(ledger, "2026-12-01T00:00:00Z")).toEqual(["po_sandbox20261119 3854 paid: charge 3854, payout -3854"]);
});

test("the official library lists payouts page by page, with the source of each transaction", async () => {
  const { stripe, sandbox } = await startSandbox();
  const described = { orderId: "an-order", description: "order" };
  await sandbox.adopt(
    ["2026-01-05", "2026-01-06", "2026-01-06", "2026-01-07"].map((day, place) => ({
      ...described,
      paymentIntentId: `pi_demo_${place}`,
      amountCents: 1000,
      paidAt: new Date(`${day}T18:00:00Z`),
    })),
  );
  const arrival_date = { gte: at("2026-01-07"), lte: at("2026-01-08") };
  const ids: string[] = [];
  for await (const { id } of stripe.payouts.list({ arrival_date, limit: 1 })) ids.push(id);
  expect(ids).toEqual(["po_sandbox20260106", "po_sandbox20260105"]);
  const query = { payout: "po_sandbox20260106", expand: ["data.source"], limit: 2 };
  const sources: unknown[] = [];
  for await (const { source } of stripe.balanceTransactions.list(query)) sources.push(source);
  expect(sources).toEqual([
    "po_sandbox20260106",
    expect.objectContaining({ object: "charge", payment_intent: "pi_demo_2" }),
    expect.objectContaining({ object: "charge", payment_intent: "pi_demo_1" }),
  ]);
  await expect(stripe.payouts.retrieve("po_none")).rejects.toMatchObject({ code: "resource_missing" });
  await expect(stripe.balanceTransactions.list({ payout: "po_none" })).rejects.toMatchObject({ statusCode: 404 });
  // A new payment belongs to no payout yet.
  const { id } = await stripe.paymentIntents.create({
    amount: 1999,
    currency: "usd",
    confirm: true,
    payment_method: "pm_card_visa",
  });
  expect(id).toMatch(/^pi_/);
  expect((await stripe.payouts.list({ limit: 100 })).data).toHaveLength(3);
});
