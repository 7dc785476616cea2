// Deep: two staff on one order at the same time.
import type { Page } from "@playwright/test";
import { untilCard } from "./fixtures/order-board.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, nameOf, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, PHONE } from "./fixtures/widths.ts";

const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

test("two staff on one order see each other's steps, and a late press is explained and loses nothing", {
  tag: AT_DESKTOP,
}, async ({ page, browser }) => {
  const [yam, okra] = [await aProduct(), await aProduct()];
  const order = () =>
    newShopper().then((ama) =>
      aPaidOrder(ama, [
        { name: yam.name, quantity: 2 },
        { name: okra.name, quantity: 1 },
      ]),
    );
  const [orderId, canceledId] = [await order(), await order()];
  const name = await nameOf(orderId);
  await openAs(page, await newShopkeeper(), "/desk");
  await untilCard(page, name);
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, reducedMotion: "reduce" });
  const phone = await context.newPage();
  await openAs(phone, await newShopkeeper(), `/desk?order=${orderId}`);
  await phone.getByRole("checkbox", { name: new RegExp(yam.name) }).check();

  await test.step("the board moves the card when the other person starts packing", async () => {
    const packing = page.getByRole("region", { name: /^Packing/ });
    await expect(packing.getByRole("article", { name, exact: true })).toContainText("1 of 2 lines in the bag");
  });

  await test.step("a step on the laptop changes the phone's pick list", async () => {
    await card(page, name).getByRole("checkbox").check();
    await page
      .getByRole("region", { name: "Selected orders" })
      .getByRole("button", { name: "Ready for pickup" })
      .click();
    await expect(page.getByText(`${name} is ready for pickup.`)).toBeVisible();
    await expect(phone.getByRole("button", { name: "Handed over" })).toBeVisible();
    await expect(phone.getByRole("checkbox", { name: new RegExp(yam.name) })).toBeChecked();
  });

  await test.step("a canceled order cannot be packed, and the phone says why", async () => {
    // The phone receives no event about the cancellation before the button is pressed.
    await phone.route("**/api/desk/events*", () => undefined);
    await phone.goto(`/desk?order=${canceledId}`);
    const pack = phone.getByRole("button", { name: "Start packing" });
    await expect(pack).toBeEnabled();
    await page.goto(`/desk/orders/${canceledId}`);
    await page.getByRole("main").getByRole("button", { name: "Cancel order" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
    await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText(/Canceled|Refunded/);
    await pack.click();
    await expect(phone.getByText(/^This order is now "(Canceled|Refunded)"\. Nothing was changed\.$/)).toBeVisible();
    await expect(pack).toHaveCount(0);
  });
  await context.close();
});
