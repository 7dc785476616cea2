import { expect, test } from "vitest";
import type { Mailer } from "#server/messages/mailer.ts";
import { requestIntent } from "./paying.ts";
import { call } from "./requests.ts";
import { anOrder, aProduct, createTestWorker, openTestShop, type TestShop } from "./running-shop.ts";

/** The worker's job queues do not block each other. */
const ORDERS = 25;

const shop = await openTestShop({ hasWebhook: false, paymentIntentLimit: 1000 });
const oil = await aProduct(shop, { price: 10 });
const orderIds: string[] = [];
for (let place = 0; place < ORDERS; place += 1) {
  const person = await shop.signUp(`Customer ${place}`);
  const order = await anOrder(person, oil);
  await requestIntent(shop, person, order.id);
  orderIds.push(order.id);
}

/** A fake provider that responds only when released. */
function slowProvider() {
  const waiting: (() => void)[] = [];
  const counts = { underWay: 0, maxAtOnce: 0, requestCount: 0 };
  let isSlow = true;
  const requested = Promise.withResolvers<void>();
  const findPaymentEvent: TestShop["payments"]["findPaymentEvent"] = async (intent) => {
    counts.underWay += 1;
    counts.requestCount += 1;
    counts.maxAtOnce = Math.max(counts.maxAtOnce, counts.underWay);
    requested.resolve();
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    counts.underWay -= 1;
    return shop.payments.findPaymentEvent(intent);
  };
  const letGo = () => {
    isSlow = false;
    for (const next of waiting.splice(0)) next();
  };
  return { payments: { ...shop.payments, findPaymentEvent }, counts, isRequested: requested.promise, letGo };
}

test("a slow payment provider delays no email and gets at most eight requests at once", async () => {
  const provider = slowProvider();
  const sent = Promise.withResolvers<string>();
  const mailer: Mailer = { ...shop.mailbox, send: async (mail) => sent.resolve(mail.subject) };
  const worker = createTestWorker(shop, { payments: provider.payments, mailer });
  worker.start();
  await provider.isRequested;
  await shop.database.admin`
    select private.queue_mail('shop_order_paid', ${orderIds[0] ?? ""}::uuid, 'shop_order_paid:test')`;
  worker.wake();
  expect(await sent.promise).toMatch(/./);
  expect(provider.counts.underWay).toBeGreaterThan(1);
  provider.letGo();
  await worker.stop();
  expect(provider.counts.maxAtOnce).toBeLessThanOrEqual(8);
  expect(provider.counts.requestCount).toBe(ORDERS);
});

test("reconciliation alternates between the newest and the oldest pending orders", async () => {
  const listed = await call(shop, "list_orders_to_reconcile", { max_count: 4 });
  expect(listed.map(({ order_id }) => order_id)).toEqual([-1, 0, -2, 1].map((place) => orderIds.at(place)));
});

test("events within 100 ms become one run of the queues they name, and no run of others", async () => {
  const calls: string[] = [];
  const data: TestShop["data"] = {
    ...shop.data,
    call: (name, ...given) => {
      calls.push(name);
      return shop.data.call(name, ...given);
    },
  };
  const worker = createTestWorker(shop, { data });
  worker.start();
  await worker.idle();
  calls.length = 0;
  for (let event = 0; event < 5; event += 1) worker.wake(["mails"]);
  await expect.poll(() => calls).not.toEqual([]);
  await worker.idle();
  expect(calls).toEqual(["claim_mails"]);
  await worker.stop();
});
