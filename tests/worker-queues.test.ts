import { expect, test } from "vitest";
import type { Mailer } from "#server/messages/mailer.ts";
import { createOrderWorker } from "#server/worker/order-worker.ts";
import { requestIntent } from "./paying.ts";
import { anOrder, aProduct, openTestShop, type TestShop } from "./running-shop.ts";

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
  let received: () => void = () => undefined;
  const isRequested = new Promise<void>((resolve) => {
    received = resolve;
  });
  const findPaymentEvent: TestShop["payments"]["findPaymentEvent"] = async (intent) => {
    counts.underWay += 1;
    counts.requestCount += 1;
    counts.maxAtOnce = Math.max(counts.maxAtOnce, counts.underWay);
    received();
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    counts.underWay -= 1;
    return shop.payments.findPaymentEvent(intent);
  };
  const letGo = () => {
    isSlow = false;
    for (const next of waiting.splice(0)) next();
  };
  return { payments: { ...shop.payments, findPaymentEvent }, counts, isRequested, letGo };
}

test("a slow payment provider delays no email and gets at most eight requests at once", async () => {
  const provider = slowProvider();
  let sent: (subject: string) => void = () => undefined;
  const isSent = new Promise<string>((resolve) => {
    sent = resolve;
  });
  const mailer: Mailer = { ...shop.mailbox, send: async (mail) => sent(mail.subject) };
  const worker = createOrderWorker({
    data: shop.data,
    payments: provider.payments,
    orderLinks: shop.orderLinks,
    mailer,
    texts: null,
    orderTexts: {},
    pushes: { send: async () => "sent" },
    publicOrigin: "http://shop.test",
    logError: (error) => console.error(error),
  });
  worker.start();
  await provider.isRequested;
  await shop.database.admin`
    select private.queue_mail('shop_order_paid', ${orderIds[0] ?? ""}::uuid, 'shop_order_paid:test')`;
  worker.wake();
  expect(await isSent).toMatch(/./);
  expect(provider.counts.underWay).toBeGreaterThan(1);
  provider.letGo();
  await worker.stop();
  expect(provider.counts.maxAtOnce).toBeLessThanOrEqual(8);
  expect(provider.counts.requestCount).toBe(ORDERS);
});

test("reconciliation alternates between the newest and the oldest pending orders", async () => {
  const { data } = await shop.data.service.rpc("list_orders_to_reconcile", { max_count: 4 }).throwOnError();
  const pending = orderIds;
  expect((data as { order_id: string }[]).map(({ order_id }) => order_id)).toEqual([
    pending.at(-1),
    pending[0],
    pending.at(-2),
    pending[1],
  ]);
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
  const worker = createOrderWorker({
    data,
    payments: shop.payments,
    orderLinks: shop.orderLinks,
    mailer: shop.mailbox,
    texts: null,
    orderTexts: {},
    pushes: { send: async () => "sent" },
    publicOrigin: "http://shop.test",
    logError: (error) => console.error(error),
  });
  worker.start();
  await worker.idle();
  calls.length = 0;
  for (let event = 0; event < 5; event += 1) worker.wake(["mails"]);
  await expect.poll(() => calls).not.toEqual([]);
  await worker.idle();
  expect(calls).toEqual(["claim_mails"]);
  await worker.stop();
});
