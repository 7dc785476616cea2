import { expect, test, vi } from "vitest";
import { newDeliveryLog } from "../testing.ts";
import { newEvent } from "./events.ts";
import { openSandboxStore } from "./sandbox-store.ts";
import { createWebhookSender } from "./webhook-sender.ts";

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
