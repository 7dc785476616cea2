// Deep: an order page that polls.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, typeCard } from "./fixtures/shop-test.ts";
import { aPaidOrder, aPendingOrder, aProduct, newShopkeeper, newShopper, openAs, pay } from "./fixtures/test-data.ts";
import { AT_OWN_WIDTHS, PHONE, VERDICT } from "./fixtures/widths.ts";

// The sandbox and the database reject these on purpose.
test.use({ expectedRejections: ["/confirm", "_challenge", "/rest/v1/rpc/", "create-payment-intent"] });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const nextStep = (page: Page) => page.getByRole("region", { name: /^What (happens next|the customer)/ });

const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ });

test.describe("a customer's own order", () => {
  test("an order page prints only the receipt, dark on white, also in the dark theme", {
    tag: [AT_OWN_WIDTHS, VERDICT],
  }, async ({ page }) => {
    const ama = await newShopper();
    const orderId = await aPaidOrder(ama, [{ name: "Red Palm Oil", quantity: 3 }]);
    await openAs(page, ama, `/orders/${orderId}`);
    await expect(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
    const receipt = page.getByRole("article", { name: "Receipt" });
    await expect(receipt).toBeHidden();
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await page.getByRole("button", { name: "Print receipt" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-printed");

    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(receipt).toBeVisible();
    for (const part of ["Calabash Market", "Houston, Texas 77073", orderId, "Red Palm Oil", "Ama Mensah"]) {
      await expect(receipt).toContainText(part);
    }
    await expect(receipt.getByRole("row", { name: /^Red Palm Oil .*3 \$12\.99 \$38\.97$/ })).toBeVisible();
    for (const sum of ["Total $38.97", "Paid $38.97"]) {
      await expect(receipt.getByRole("row", { name: sum })).toBeVisible();
    }
    await expect(receipt.getByRole("row", { name: "Refunded" })).toHaveCount(0);
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole("link").filter({ visible: true })).toHaveCount(0);
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(receipt).toHaveCSS("color", "rgb(28, 26, 22)");
  });

  test("an open order page shows and announces a new status without a layout shift", { tag: AT_OWN_WIDTHS }, async ({
    page,
  }) => {
    const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
    const orderId = await aPaidOrder(ama);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openAs(page, ama, `/orders/${orderId}`);
    await expect(nextStep(page).getByRole("status").first()).toContainText("prepare your order soon");
    await page.evaluate(async () => {
      await document.fonts.ready;
      document.documentElement.dataset["shift"] = "0";
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          const sum = Number(document.documentElement.dataset["shift"]) + entry.value;
          document.documentElement.dataset["shift"] = String(sum);
        }
      }).observe({ type: "layout-shift" });
    });
    for (const [to_status, word, sentence] of [
      ["preparing", "Preparing", "We are packing your order."],
      ["ready", "Ready for pickup", "Your order is ready."],
    ] as const) {
      await ola.client.rpc("move_order", { order_id: orderId, to_status }).throwOnError();
      await expect(nextStep(page).getByRole("status").first()).toContainText(sentence);
      await expect(heading(page)).toContainText(word);
    }
    await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
    expect(Number(await page.locator("html").getAttribute("data-shift"))).toBeLessThanOrEqual(0.02);
  });
});

test("an order's page polls only while it is visible", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  await page.clock.install();
  await openAs(page, ama, `/orders/${orderId}`);
  await expect(heading(page)).toContainText("Paid");
  let requestCount = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/rest/v1/orders") requestCount += 1;
  });
  await showPage(page, "hidden");
  await page.clock.runFor(60_000);
  expect(requestCount).toBe(0);
  await showPage(page, "visible");
  await expect.poll(() => requestCount).toBe(1);
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return requestCount;
    })
    .toBeGreaterThan(1);
});

test.describe("stock", () => {
  test("when two buyers pay for the last yam, one is refunded with the reason", {
    tag: [AT_OWN_WIDTHS, VERDICT],
  }, async ({ page }) => {
    const [ama, kofi, yam] = await Promise.all([newShopper(), newShopper("Kofi"), aProduct({ count: 1 })]);
    const ordered = [{ name: yam.name, quantity: 1 }];
    const [orderId, faster] = await Promise.all([aPendingOrder(ama, ordered), aPendingOrder(kofi, ordered)]);
    await page.setViewportSize(PHONE);
    await openAs(page, ama, `/checkout/${orderId}`);
    await typeCard(page, "4242424242424242");
    await page.route("**/confirm", async (route) => {
      // The other buyer pays before her bank confirms.
      expect(await pay(kofi, faster)).toBe("paid");
      await route.continue();
    });
    await payButton(page).click();
    await expect(page).toHaveURL(`/success/${orderId}`);
    await expect(heading(page)).toHaveText(/Order (canceled|refunded)/);
    await expect(page.getByText(/sold out while you paid|We refunded your full payment/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "View order" }).click();
    await expect(heading(page)).toContainText("Refunded");
    await expect(page.getByText(/Sold out/)).toBeVisible();
    await yam.change({ archived_at: new Date().toISOString() });
  });
});

/** Simulates hiding or showing the tab. */
async function showPage(page: Page, visibility: "visible" | "hidden"): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visibility);
}
