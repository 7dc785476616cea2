import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  enterAs,
  nameOf,
  newShopper,
  openAs,
  pay,
  requestPayment,
  serviceClient,
  untilStatus,
} from "#e2e/fixtures/test-data.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

const PALM_OIL = "Red Palm Oil";

const offer = (page: Page) => page.getByRole("region", { name: /^Unpaid order of/ });

const line = (page: Page, name: string) => page.getByRole("article", { name });

test("an order left after billing is offered in the cart and restored", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama, [{ name: PALM_OIL, quantity: 2 }], "delivery");
  await requestPayment(ama, orderId);
  await openAs(page, ama, "/cart");
  await expect(offer(page)).toContainText("Unpaid order of $25.98");
  await expect(offer(page)).toContainText("2 × Red Palm Oil");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expectAccessible();
  await offer(page).getByRole("button", { name: "Move to cart" }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect(line(page, PALM_OIL).getByRole("textbox")).toHaveValue("2");
  await expect(page.getByLabel("Delivery address")).toHaveValue("18 Cypress Bend, Humble, TX 77338");
  await expect(page.getByLabel("Phone number")).toHaveValue("(281) 555-0177");
  await untilStatus(orderId, (status) => status === "cancelled");
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await page.navigateTo("/auth");
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("an unpaid order is paid from the cart, discarded, or shown as already paid", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await openAs(page, ama, "/cart");
  await offer(page).getByRole("link", { name: "Pay now" }).click();
  await expect(page).toHaveURL(`/checkout/${orderId}`);
  await page.navigateTo("/cart");
  await offer(page).getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByText("Unpaid order canceled. You were not charged.")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await untilStatus(orderId, (status) => status === "cancelled");
  await page.reload();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  await step("an order that was paid in another tab does not refill the cart", async () => {
    const next = await aPendingOrder(ama);
    await page.reload();
    await expect(offer(page)).toBeVisible();
    await pay(ama, next);
    await offer(page).getByRole("button", { name: "Move to cart" }).click();
    await expect(page).toHaveURL(`/success/${next}`);
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    await expect(page.getByText(await nameOf(next), { exact: true })).toBeVisible();
    await expect(page.getByText(`${next}`)).toBeVisible();
  });
});

test("proceeding again replaces the unpaid order, also with a started payment", async ({ page }) => {
  const [ama, yam] = await Promise.all([newShopper(), aProduct()]);
  const orderId = await aPendingOrder(ama);
  await requestPayment(ama, orderId);
  await enterAs(page, ama);
  await openFilledCart(page, [{ name: yam.name, quantity: 1 }]);
  await expect(offer(page)).toBeVisible();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page).not.toHaveURL(new RegExp(orderId));
  const { data } = await serviceClient().from("orders").select("id, status").eq("user_id", ama.id);
  expect(data?.filter(({ status }) => status === "pending")).toHaveLength(1);
  expect(data).toContainEqual({ id: orderId, status: "cancelled" });
  // The cart holds the ordered products, so there is nothing to restore.
  await page.navigateTo("/cart");
  await expect(line(page, yam.name)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await yam.change({ archived_at: new Date().toISOString() });
});

test("the order page and the receipt repeat the checkout's note on a small delivery", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  await openAs(page, ama, `/orders/${orderId}`);
  await expect(page.locator('div:has(> dt:text-is("Delivery"))').first()).toContainText("Not included");
  await expect(page.getByText(/^Delivery is not included for orders below \$100\./).first()).toBeVisible();
  await page.getByRole("link", { name: PALM_OIL }).click();
  await expect(page.getByRole("heading", { level: 1, name: PALM_OIL })).toBeVisible();
});
