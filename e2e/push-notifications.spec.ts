// Deep: permission, failure, and withdrawal of notifications.

import { createECDH, randomBytes, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { readRows } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aPendingOrder, newShopper, openAs, type Person, serviceClient } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test.use({ serviceWorkers: "allow" });

/** Fakes push subscriptions, because Chromium has no push service here. They last as long as the tab. */
async function bringPushService(page: Page): Promise<void> {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  const keys = { p256dh: curve.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
  await page.addInitScript(
    ([folder, keys]) => {
      // `window.name` survives navigation.
      const subscribed = () => {
        const { endpoint, key } = JSON.parse(window.name || "{}") as { endpoint?: string; key?: string };
        if (!endpoint || !key) return null;
        const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
          sign.charCodeAt(0),
        );
        return {
          endpoint,
          options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            window.name = "";
            return true;
          },
        };
      };
      // Headless Chromium denies both.
      Object.defineProperty(Notification, "permission", { get: () => (subscribed() ? "granted" : "default") });
      Notification.requestPermission = async () => "granted";
      PushManager.prototype.getSubscription = async () => subscribed() as unknown as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        window.name = JSON.stringify({ endpoint: folder + crypto.randomUUID(), key: options?.applicationServerKey });
        return subscribed() as unknown as PushSubscription;
      };
    },
    [`https://fcm.googleapis.com/fcm/send/${randomUUID()}/`, keys] as const,
  );
}

async function countSubscriptions({ id }: Person): Promise<number | null> {
  return (await readRows(serviceClient(), "push_subscriptions", "id", { user_id: id })).length;
}

const turnOn = (page: Page) => page.getByRole("button", { name: "Notify me on this device" });
const turnOff = (page: Page) => page.getByRole("button", { name: "Turn off" });
const failure = (page: Page) => page.getByRole("alert").filter({ hasText: "notifications" });
const isOn = (page: Page) => page.getByText("Notifications are on.");

test("a customer turns notifications on and off on the order page, and logging out deletes them", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  await bringPushService(page);
  await openAs(page, ama, `/orders/${orderId}`);

  await test.step("blocked and failed notifications say what to do", async () => {
    await page.evaluate(() => {
      const { subscribe } = PushManager.prototype;
      Notification.requestPermission = async () => "denied";
      PushManager.prototype.subscribe = async () => {
        PushManager.prototype.subscribe = subscribe;
        throw new DOMException("Registration failed", "AbortError");
      };
    });
    await turnOn(page).click();
    await expect(page.getByText("Your browser blocks our notifications.")).toBeVisible();
    await page.evaluate(() => {
      Notification.requestPermission = async () => "granted";
    });
    await turnOn(page).click();
    await expect(failure(page)).toHaveText("We couldn't turn on notifications. Try again.");
    expect(await countSubscriptions(ama)).toBe(0);
  });
  await turnOn(page).focus();
  await page.keyboard.press("Enter");
  await expect(isOn(page)).toBeVisible();
  await expect(turnOff(page)).toBeFocused();
  await expect(failure(page)).toHaveCount(0);
  expect(await countSubscriptions(ama)).toBe(1);
  await expectAccessible(page, "main");

  await page.reload();
  await expect(isOn(page)).toBeVisible();
  await turnOff(page).click();
  await expect(turnOn(page)).toBeVisible();
  await expect(isOn(page)).toHaveCount(0);
  expect(await countSubscriptions(ama)).toBe(0);

  await turnOn(page).click();
  await expect(isOn(page)).toBeVisible();
  await page.goto(`/orders/${await aPendingOrder(ama)}`);
  await expect(page.getByRole("heading", { name: "What happens next" })).toBeVisible();
  await expect(isOn(page).or(turnOn(page))).toHaveCount(0);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Log out" })).toHaveCount(0);
  await expect.poll(() => countSubscriptions(ama)).toBe(0);
  await expect.poll(() => page.evaluate(() => window.name)).toBe("");
});

test("a push message is shown as a notification, and a click on it opens the order", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page, context }) => {
  await page.goto("/home");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const handled = await context.serviceWorkers()[0]?.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a worker's types differ from a page's.
    const scope = globalThis as any;
    const calls: unknown[] = [];
    const record =
      (name: string) =>
      async (...given: unknown[]) =>
        void calls.push([name, ...given]);
    Object.assign(scope.registration, { showNotification: record("show") });
    Object.assign(scope.clients, { openWindow: record("open") });
    const message = { title: "Order 1042 is ready for pickup", body: "Come", url: "/orders/1", tag: "order-1" };
    scope.dispatchEvent(new scope.PushEvent("push", { data: JSON.stringify(message) }));
    const works: Promise<void>[] = [];
    const notification = { data: "/orders/1", close: () => calls.push(["close"]) };
    const waitUntil = (work: Promise<void>) => works.push(work);
    scope.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
    await Promise.all(works);
    return calls;
  });
  expect(handled).toEqual([
    [
      "show",
      "Order 1042 is ready for pickup",
      { body: "Come", tag: "order-1", icon: "/icon-192.png", data: "/orders/1" },
    ],
    ["close"],
    ["open", new URL("/orders/1", page.url()).href],
  ]);
});
