import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aPendingOrder, aProduct, enterAs, newShopper, pay, serviceClient } from "#e2e/fixtures/test-data.ts";
import { call } from "#tests/requests.ts";
import type { Page } from "./page-test.tsx";
import { expect, test } from "./page-test.tsx";

const OIL = "Red Palm Oil";

const oilLine = (page: Page) => page.getByRole("article", { name: OIL });

const checkout = (page: Page) => page.getByRole("form", { name: "Checkout" });

test("ordering again copies no notes and keeps the substitution preference", async ({ page }) => {
  const ama = await newShopper();
  const yam = await aProduct();
  const orderId = await aPendingOrder(ama, [{ name: yam.name, quantity: 1 }]);
  const { data: lines } = await serviceClient().from("order_items").select("id").eq("order_id", orderId);
  await call(ama, "set_substitution_preferences", {
    order_id: orderId,
    substitution_preference: "contact",
    note: "Ring twice.",
    lines: [{ id: lines?.[0]?.id, substitution_preference: "replace", note: "very ripe" }],
  });
  expect(await pay(ama, orderId)).toBe("paid");
  await enterAs(page, ama);
  await openFilledCart(page);
  await checkout(page).getByText("If something is out of stock").click();
  await checkout(page).getByRole("radio", { name: "Leave it out and refund" }).check();
  await oilLine(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await page.navigateTo(`/orders/${orderId}`);
  await page.getByRole("button", { name: "Order again" }).click();
  await expect(page).toHaveURL("/cart");
  const line = page.getByRole("article", { name: yam.name });
  await expect(line.getByRole("button", { name: /^Note for/ })).toBeVisible();
  await expect(checkout(page).getByLabel("Note for the store (optional)")).toHaveValue("");
  await expect(checkout(page).getByText("If something is out of stock")).toBeVisible();
  await expect(checkout(page).locator("summary").filter({ hasText: "Leave it out and refund" })).toBeVisible();
});
