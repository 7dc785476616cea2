import { expect, test, vi } from "vitest";
import { newDeliveryLog, startSandbox } from "../testing.ts";
import { newEvent } from "./events.ts";
import { openSandboxStore } from "./sandbox-store.ts";
import { createWebhookSender } from "./webhook-sender.ts";

const HOUR_MS = 3_600_000;

test("held events can be released in reverse order", async () => {
  const { sandbox, pay, stripe, deliveries } = await startSandbox();
  const { dashboard } = sandbox;
  await dashboard.holdDeliveries();
  await stripe.refunds.create({ payment_intent: (await pay()).id });
  expect(dashboard.waitingCount()).toBe(3);
  expect(deliveries).toEqual([]);
  expect(await dashboard.releaseDeliveries("reversed")).toBe(3);
  expect(deliveries.map(({ type }) => type)).toEqual(["charge.refunded", "refund.created", "payment_intent.succeeded"]);
  expect(dashboard.waitingCount()).toBe(0);
});

test("after held events are released, new events arrive at once again", async () => {
  const { sandbox, pay, delivered } = await startSandbox();
  await sandbox.dashboard.holdDeliveries();
  await pay();
  await sandbox.dashboard.releaseDeliveries("as they happened");
  await pay();
  expect(await delivered(2)).toEqual(["payment_intent.succeeded", "payment_intent.succeeded"]);
});

test("held webhooks stay held after a restart", async () => {
  const first = await startSandbox();
  await first.sandbox.dashboard.holdDeliveries();
  await first.pay();
  await first.stop();
  const second = await startSandbox({ appendOnlyLogFile: first.appendOnlyLogFile });
  second.sandbox.deliverPending();
  expect(second.sandbox.dashboard.settings().isHolding).toBe(true);
  expect(second.deliveries).toEqual([]);
  await second.sandbox.dashboard.releaseDeliveries("as they happened");
  expect(second.deliveries).toHaveLength(1);
});

test("an event is delivered again with the same id, and both attempts are counted", async () => {
  const { sandbox, pay, stripe, delivered, deliveries } = await startSandbox();
  const { id } = await pay();
  await delivered(1);
  const [event] = (await stripe.events.list()).data;
  await expect.poll(async () => (await stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
  expect(await sandbox.dashboard.deliverAgain(event?.id ?? "")).toBe("200");
  expect(deliveries.map((delivery) => delivery.event.id)).toEqual([event?.id, event?.id]);
  expect(sandbox.dashboard.findPayment(id)?.events).toMatchObject([
    { delivery: { attempts: 2, nextAttemptAt: null, lastAnswer: "200" } },
  ]);
});

test("a rejected event is retried with growing pauses, and its response is logged", async () => {
  const first = await startSandbox({ answers: [500, 503], retryAfterMs: [0, 1, HOUR_MS] });
  const { id } = await first.pay();
  await first.delivered(2);
  await expect
    .poll(() => first.sandbox.dashboard.findPayment(id)?.events[0]?.delivery)
    .toMatchObject({ attempts: 2, deliveredAt: null, lastAnswer: "503" });
  await first.stop();

  const second = await startSandbox({ appendOnlyLogFile: first.appendOnlyLogFile, retryAfterMs: [0, 1, HOUR_MS] });
  second.sandbox.deliverPending();
  const delivery = second.sandbox.dashboard.findPayment(id)?.events[0]?.delivery;
  expect(delivery).toMatchObject({ attempts: 2 });
  expect((delivery as { nextAttemptAt: number }).nextAttemptAt).toBeGreaterThan(Date.now() + HOUR_MS / 2);
  expect(second.deliveries).toEqual([]);
  expect(
    await second.sandbox.dashboard.deliverAgain(second.sandbox.dashboard.findPayment(id)?.events[0]?.event.id ?? ""),
  ).toBe("200");
  expect(second.sandbox.dashboard.waitingCount()).toBe(0);
});

test("an event whose delivery could not be saved is reported, and sent again", async () => {
  const store = await openSandboxStore(newDeliveryLog());
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const change = vi.spyOn(store, "change").mockRejectedValueOnce(new Error("No space left on device"));
  const saved = Promise.withResolvers<void>();
  let attempts = 0;
  const sender = createWebhookSender({
    store,
    url: "http://shop.test/api/webhook",
    secret: "whsec_test",
    retryAfterMs: [0, 1, 1],
    post: () => {
      attempts += 1;
      if (attempts === 2) saved.resolve();
      return new Response("{}");
    },
  });
  const event = newEvent("payment_intent.succeeded", { id: "pi_1" } as never, { id: null, idempotency_key: null });
  sender.send(event);
  await saved.promise;
  await sender.stop();
  expect(logged.mock.calls).toEqual([[expect.stringContaining(event.id), expect.any(Error)]]);
  expect(change).toHaveBeenCalledTimes(2);
  expect(store.get("deliveries", event.id)).toMatchObject({ lastAnswer: "200 {}" });
  await store.close();
});
