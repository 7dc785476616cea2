// Deep: the note during client navigation, and how fresh data removes it.
import type { Page } from "@playwright/test";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, expireToken, nameOf, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test.use({
  serviceWorkers: "allow",
  // Requests without a network, and the fallback for pages that are not saved.
  expectedRejections: [
    "ERR_INTERNET_DISCONNECTED",
    "ERR_FAILED",
    "Failed to fetch",
    "t reach the store",
    "Could not load",
    "/desk",
    "/about",
    "/orders/",
  ],
});

const note = (page: Page) => page.getByText(/^You are offline\. This page was saved on .+; prices may have changed\.$/);

async function waitUntilSaved(page: Page, cache: "public-pages-v1" | "private-pages-v1", part: string): Promise<void> {
  const isSaved = async () =>
    page.evaluate(
      async ([name, path]) => (await (await caches.open(name)).keys()).some(({ url }) => url.includes(path)),
      [cache, part] as const,
    );
  await expect.poll(isSaved).toBe(true);
}

const listSaved = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const urls = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return urls.flat();
  });

test("a product, an order, and the cart are read offline with a note, and fresh when back online", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page, context }) => {
  test.slow();
  const yam = await aProduct({ price: 10.37 });
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  const orderName = await nameOf(orderId);
  await openAs(page, ama, yam.path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await waitUntilSaved(page, "public-pages-v1", yam.path);
  await openFilledCart(page);
  await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
  await waitUntilSaved(page, "public-pages-v1", "/cart");
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole("heading", { name: orderName })).toBeVisible();
  await waitUntilSaved(page, "private-pages-v1", `billing_details?select=`);
  await expect(note(page)).toHaveCount(0);

  await context.setOffline(true);
  await test.step("the order is shown with lines and billing details, even after its session expired", async () => {
    await page.reload();
    await expect(note(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: orderName })).toBeVisible();
    await expect(page.getByText("1 Palm Street").first()).toBeVisible();
    await expireToken(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: orderName })).toBeVisible();
  });
  await test.step("the cart is shown, and checkout does not start", async () => {
    await page.goto("/cart");
    await expect(note(page)).toBeVisible();
    await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page.getByText("You are offline. Connect to check out.")).toBeVisible();
    await expect(page).toHaveURL("/cart");
  });
  await test.step("a product is shown, but cannot be added at its old price", async () => {
    await page.goto(yam.path);
    await expect(note(page)).toBeVisible();
    await expect(page.getByRole("main").getByText("$10.37").first()).toBeVisible();
    await page.getByRole("button", { name: `Add to Cart: ${yam.name}` }).click();
    await expect(page.getByText("You are offline. Connect to add products.")).toBeVisible();
    await expect(page.getByText("In your cart")).toHaveCount(0);
    await expectAccessible(page, "html");
  });
  await test.step("a page that is not saved links to those that are", async () => {
    for (const path of ["/about", "/desk"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
      await expect(page.getByRole("link", { name: yam.name })).toBeVisible();
    }
    await page.getByRole("link", { name: orderName }).click();
    await expect(page.getByRole("heading", { name: orderName })).toBeVisible();
    await page.goto(yam.path);
  });

  await yam.change({ price: 12.53 });
  await context.setOffline(false);
  await page.getByRole("link", { name: "Reload the page" }).click();
  await expect(page.getByRole("main").getByText("$12.53").first()).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByText("$10.37")).toHaveCount(0);
});

test("logging out deletes saved pages, so the next user of the device finds none", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page, context }) => {
  test.slow();
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  await openAs(page, ama, "/home");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto("/search?q=yam");
  await waitUntilSaved(page, "public-pages-v1", "/search?q=yam");
  await page.goto(`/orders/${orderId}`);
  await waitUntilSaved(page, "private-pages-v1", `/rest/v1/orders?`);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Log out" })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => caches.has("private-pages-v1"))).toBe(false);

  expect((await listSaved(page)).filter((url) => /q=yam|\/orders/.test(url.replace(/\/assets\/.*/, "")))).toEqual([]);

  await test.step("the next user of this device finds nothing of the order", async () => {
    await context.setOffline(true);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await expect(page.getByText(orderId)).toHaveCount(0);
    await context.setOffline(false);
  });
});

test("an order is shown on a device without space to save it", { tag: AT_PHONE }, async ({ page, context }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  await openAs(page, ama, "/about");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { origin } = new URL(page.url());
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole("heading", { name: await nameOf(orderId) })).toBeVisible();
});

test("client navigation offline shows the note, and fresh data removes it", { tag: AT_PHONE }, async ({
  page,
  context,
}) => {
  await page.goto("/condiments");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto("/condiments");
  const product = page.getByRole("main").getByRole("article").first().getByRole("link").first();
  const open = async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Condiments" })).toBeVisible();
    await product.click();
    await expect(page).toHaveURL(/\/products\/condiments\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  await open();
  await waitUntilSaved(page, "public-pages-v1", ".data");
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("register-worker")),
  );
  await expect(note(page)).toHaveCount(0);
  await page.goBack();
  await context.setOffline(true);
  await open();
  await expect(note(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Reload the page" })).toBeVisible();
  await context.setOffline(true);
  await expect(note(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Reload the page" })).toBeVisible();
  await page.goBack();
  await open();
  await expect(page.getByRole("link", { name: "Reload the page" })).toHaveCount(0);
});
