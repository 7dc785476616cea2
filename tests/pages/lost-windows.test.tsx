import { mailedText } from "#e2e/fixtures/account-proofs.ts";
import { aPaidOrder, enterAs, nameOf, newShopkeeper, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { giveWindow } from "./give-window.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("the settings list paid orders whose time is no longer offered, and email their customers", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  // When the store is closed.
  await giveWindow(page.shop, orderId, "03:00", "03:30");
  await enterAs(page, await newShopkeeper());
  for (const path of ["/desk/settings/windows", "/desk/settings/hours"]) {
    await page.goto(path);
    await expect(page.getByText("1 paid order has a time that you no longer offer")).toBeVisible();
  }
  await expectAccessible();
  const order = page.getByRole("link", { name: await nameOf(orderId) });
  await expect(order).toHaveAttribute("href", `/desk/orders/${orderId}`);
  await page.getByRole("button", { name: "Email this customer" }).click();
  await expect(page.getByText("1 email is queued.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Email this customer" })).toHaveCount(0);
  expect(await mailedText(ama.email, "Choose another time")).toMatch(/3 to 3:30 AM/);
});

test("saving an order's time without another choice changes nothing and says nothing", async ({ page }) => {
  const orderId = await aPaidOrder(await newShopper());
  await openAs(page, await newShopkeeper(), `/desk/orders/${orderId}`);
  await page.getByRole("button", { name: "Change time" }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByRole("button", { name: "Save time" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Time changed.")).toHaveCount(0);
});
