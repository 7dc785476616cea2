// Deep: swipes on the pick list.
import type { Page } from "@playwright/test";
import { navigateTo } from "./fixtures/navigate.ts";
import { untilCard } from "./fixtures/order-board.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import {
  aPaidOrder,
  aProduct,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  serviceClient,
} from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

const card = (page: Page, name: string) => page.getByRole("article", { name });

test("an open order board shows new orders, and two packers see each other's picks", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page, browser }) => {
  const ama = await newShopper();
  const [yam, okra] = [await aProduct(), await aProduct()];
  await openAs(page, await newShopkeeper(), "/desk");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const orderId = await aPaidOrder(ama, [
    { name: yam.name, quantity: 2 },
    { name: okra.name, quantity: 1 },
  ]);
  const name = await nameOf(orderId);
  await untilCard(page, name);
  await expect(card(page, name)).toContainText("New");
  await expect(card(page, name)).toContainText("3 items");
  await expect(page).toHaveTitle(/^\([0-9]+\) Order board/);
  await expectAccessible(page);
  await navigateTo(page, "/desk/aisles");
  await expect(page).toHaveTitle(/^Aisles/);
  await page.goBack();

  const context = await browser.newContext({ reducedMotion: "reduce" });
  const other = await context.newPage();
  await openAs(other, await newShopkeeper(), `/desk?order=${orderId}`);
  await other.getByRole("checkbox", { name: new RegExp(yam.name) }).check();
  const packing = page.getByRole("region", { name: /^Packing/ });
  await expect(packing.getByRole("article", { name })).toContainText("1 of 2 lines in the bag");
  await card(page, name).getByRole("link").click();
  await expect(page.getByRole("checkbox", { name: new RegExp(yam.name) })).toBeChecked();
  await page.getByRole("checkbox", { name: new RegExp(okra.name) }).check();
  await expect(other.getByText("2 of 2 in the bag")).toBeVisible();
  await expectAccessible(page, "main");

  await test.step("an order is marked as ready and undone before the email is sent", async () => {
    await page.getByRole("button", { name: "Ready for pickup" }).click();
    await expect(page.getByText(`${name} is ready for pickup.`)).toBeVisible();
    await expect(other.getByRole("button", { name: "Handed over" })).toBeVisible();
    await context.close();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("Step undone. No email was sent.")).toBeVisible();
    const { data } = await serviceClient().from("outgoing_mails").select("kind").eq("order_id", orderId);
    expect(data?.map(({ kind }) => kind)).not.toContain("order_ready");
  });
});

test("on the pick list, a swipe to the left reports a line as out of stock, and a short one does not", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const yam = await aProduct();
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 2 }]);
  await openAs(page, await newShopkeeper(), `/desk?order=${orderId}`);
  const amount = page.getByText(`2 × ${yam.name}`);
  await expect(page.getByRole("checkbox", { name: new RegExp(yam.name) })).toBeEnabled();
  const swipe = (way: { x: number; y: number }) =>
    amount.evaluate((target, { x, y }) => {
      const at = (clientX: number, clientY: number) => new Touch({ identifier: 1, target, clientX, clientY });
      const start = [at(300, 300)];
      const event = { bubbles: true, cancelable: true };
      target.dispatchEvent(new TouchEvent("touchstart", { ...event, touches: start, changedTouches: start }));
      target.dispatchEvent(new TouchEvent("touchend", { ...event, changedTouches: [at(300 + x, 300 + y)] }));
    }, way);
  const dialog = page.getByRole("dialog", { name: /^Out of stock/ });
  for (const way of [
    { x: -40, y: 0 },
    { x: -120, y: 90 },
    { x: 120, y: 0 },
  ]) {
    await swipe(way);
    await expect(dialog).toHaveCount(0);
  }
  await swipe({ x: -120, y: 10 });
  await expect(dialog).toBeVisible();
});

test.describe("without a network", () => {
  test.use({ expectedRejections: ["ERR_", "Failed to fetch"] });

  test("a pick made offline is stored on the device and sent when online", { tag: [AT_PHONE, VERDICT] }, async ({
    page,
    context,
  }) => {
    const ama = await newShopper();
    const yam = await aProduct();
    const orderId = await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]);
    await openAs(page, await newShopkeeper(), `/desk?order=${orderId}`);
    const line = page.getByRole("checkbox", { name: new RegExp(yam.name) });
    await expect(line).toBeEnabled();
    await context.setOffline(true);
    await expect(page.getByText(/^As of .*, offline/)).toBeVisible();
    await line.check();
    await expect(page.getByText(/1 pick not sent/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/, offline/)).toHaveCount(0);
    await expect
      .poll(async () => {
        return (await serviceClient().from("picked_lines").select("order_id").eq("order_id", orderId)).data?.length;
      })
      .toBe(1);
    await expect(line).toBeChecked();

    await test.step("a failed status change shows an error, and the pick list stays open", async () => {
      await page.route("**/rpc/move_orders", (route) => route.abort());
      await page.getByRole("button", { name: "Ready for pickup" }).click();
      await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
      await expect(page).toHaveURL(/order=/);
      await expect(page.getByRole("button", { name: "Ready for pickup" })).toBeEnabled();
    });
  });
});
