import { expect, test } from "vitest";
import { applyEvent, confirm, decline, orderOf, requestIntent, stripeOf } from "./paying.ts";
import { call, readRows } from "./requests.ts";
import { anOrder, aProduct, createTestWorker, openTestShop } from "./running-shop.ts";

let clock = new Date();
const errors: unknown[] = [];

/** A store without a webhook, so that only reconciliation finds payments. */
const shop = await openTestShop({
  hasWebhook: false,
  paymentIntentLimit: 100,
  now: () => clock,
  onWorkError: (error) => errors.push(error),
});
const ama = await shop.signUp("Ama Mensah");
const oil = await aProduct(shop, { price: 10 });

async function anUnheardPayment(person = ama): Promise<{ id: string; intent: string }> {
  const order = await anOrder(person, oil);
  const intent = await requestIntent(shop, person, order.id);
  await confirm(shop, intent);
  return { id: order.id, intent };
}

const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};

test("a payment whose webhook never arrives is found by the worker, at its start and every ten minutes", async () => {
  const first = await anUnheardPayment();
  expect((await shop.worker.runOnce()).reconciled).toBeGreaterThan(0);
  expect(await orderOf(shop, first.id)).toMatchObject({ status: "paid", paid_amount: 10 });

  const second = await anUnheardPayment();
  later(9);
  expect((await shop.worker.runOnce()).reconciled).toBe(0);
  expect((await orderOf(shop, second.id)).status).toBe("pending");
  later(1);
  await shop.worker.runOnce();
  expect((await orderOf(shop, second.id)).status).toBe("paid");
  expect(errors).toEqual([]);
});

test("after the clock was a day ahead and is set back, reconciliation goes on and lists new events", async () => {
  later(24 * 60);
  await shop.worker.runOnce();
  later(-24 * 60);
  await shop.worker.runOnce();
  expect(Date.parse(await call(shop, "reconciled_until"))).toBe(clock.getTime());
});

test("a reconciliation that failed is repeated a minute later, not in every poll cycle", async () => {
  let requestCount = 0;
  const payments = {
    ...shop.payments,
    listEvents: async () => {
      requestCount += 1;
      throw new Error("Stripe is away.");
    },
  };
  const logged: unknown[] = [];
  const worker = createTestWorker(shop, { payments, now: () => clock, logError: (error) => logged.push(error) });
  for (const minutes of [0, 0.5, 0.5, 0.9]) {
    later(minutes);
    await worker.runOnce();
  }
  expect(requestCount).toBe(2);
  expect(logged.map(String)).toEqual(Array(2).fill("Error: Stripe is away."));
});

test("a failed payment and a refund in the dashboard are found too", async () => {
  const failed = await anOrder(ama, oil);
  await decline(shop, await requestIntent(shop, ama, failed.id));
  const paid = await anUnheardPayment(await shop.signUp("Kofi Payer"));
  await stripeOf(shop).refunds.create({ payment_intent: paid.intent });
  await shop.worker.reconcile();
  const { data } = await ama.client.from("orders").select("failure_message").eq("id", failed.id).single();
  expect(data?.failure_message).toBe("Your card was declined.");
  expect(await orderOf(shop, paid.id)).toMatchObject({ status: "refunded", refunded_amount: 10 });
});

test("a payment is found by its intent when the provider's list of events does not reach back", async () => {
  const order = await anUnheardPayment();
  const until = new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString();
  await call(shop, "record_reconciled", { until });
  await shop.worker.reconcile();
  expect((await orderOf(shop, order.id)).status).toBe("paid");
  const data = await readRows(shop, "payment_events", "id", { order_id: order.id });
  expect(data).toEqual([{ id: `read:${order.intent}:succeeded` }]);
});

test("two reconciliations at once, and the webhook after them, change nothing twice", async () => {
  await shop.database.admin`update private.reconciliation set reconciled_until = null`;
  const order = await anUnheardPayment();
  await Promise.all([shop.worker.reconcile(), shop.worker.reconcile()]);
  const before = await orderOf(shop, order.id);
  expect(await shop.worker.reconcile()).toBe(0);
  expect(await orderOf(shop, order.id)).toEqual(before);
  const steps = await readRows(shop, "order_status_changes", "to_status", { order_id: order.id }, "id");
  expect(steps.map(({ to_status }) => to_status)).toEqual(["pending", "paid"]);
});

test("a payment during a cancellation is found and refunded", async () => {
  const order = await anUnheardPayment();
  await call(ama, "cancel_order", { order_id: order.id });
  await shop.worker.runOnce();
  await shop.worker.reconcile();
  const { status, intent_closed_at, refunds } = await orderOf(shop, order.id);
  expect([status, intent_closed_at !== null]).toEqual(["cancelled", true]);
  expect(refunds).toMatchObject([{ status: "succeeded", amount_cents: 1000, reason: "cancelled" }]);
});

test("an order paid in its last minute counts as paid, not abandoned", async () => {
  const order = await anOrder(ama, oil);
  await shop.database.admin`
    update public.orders set created_at = now() - interval '25 hours' where id = ${order.id}`;
  await confirm(shop, await requestIntent(shop, ama, order.id));
  await shop.worker.runOnce();
  expect((await orderOf(shop, order.id)).status).toBe("paid");
});

test("a refund known only from its charge is fetched", async () => {
  const order = await anUnheardPayment();
  await shop.worker.reconcile();
  await stripeOf(shop).refunds.create({ payment_intent: order.intent, amount: 250 });
  const event = { order_id: order.id, payment_intent_id: order.intent, amount_cents: 250 };
  await applyEvent(shop, "charge.refunded", event);
  expect((await shop.worker.runOnce()).refundsRead).toBe(1);
  expect((await orderOf(shop, order.id)).refunded_amount).toBe(2.5);
  expect((await shop.worker.runOnce()).refundsRead).toBe(0);
});

test("an event that cannot be applied is retried and stops no other", async () => {
  const [broken, whole] = [await anUnheardPayment(), await anUnheardPayment(await shop.signUp("Esi"))];
  const { admin } = shop.database;
  await admin.script(`
    create function private.refuse_one() returns trigger language plpgsql as $$
    begin raise 'the disk is full'; end $$;
    create trigger refuse_one before insert on public.payments
      for each row when (new.payment_intent_id = '${broken.intent}') execute function private.refuse_one();`);
  await shop.worker.reconcile();
  expect((await orderOf(shop, whole.id)).status).toBe("paid");
  expect((await orderOf(shop, broken.id)).status).toBe("pending");
  expect(errors.length).toBeGreaterThan(0);
  await admin.script("drop trigger refuse_one on public.payments; drop function private.refuse_one()");
  await shop.worker.reconcile();
  expect((await orderOf(shop, broken.id)).status).toBe("paid");
});
