// Deep: swipes, an ended session, and an undo that cannot be sent.
import type { Browser, Page } from "@playwright/test";
import { call, readRows } from "#tests/requests.ts";
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

/** Opens the order board in a separate browser context. */
async function openDesk(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await openAs(page, await newShopkeeper(), "/desk");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return page;
}

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

  const other = await openDesk(browser);
  await other.goto(`/desk?order=${orderId}`);
  await card(page, name).getByRole("link").click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("checkbox", { name: new RegExp(yam.name) }).check();
  await expect(other.getByRole("checkbox", { name: new RegExp(yam.name) })).toBeChecked();
  await other.getByRole("checkbox", { name: new RegExp(okra.name) }).check();
  await expect(page.getByText("2 of 2 in the bag")).toBeVisible();
  await expectAccessible(page, "main");
  await other.context().close();

  await test.step("an order is marked as ready and undone before the email is sent", async () => {
    await page.getByRole("button", { name: "Ready for pickup" }).click();
    await expect(page.getByText(`${name} is ready for pickup.`)).toBeVisible();
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

test.describe("failed requests", () => {
  test.use({
    expectedRejections: [
      "pick_line",
      "desk/events",
      "read_desk",
      "read_pick_lists",
      "undo_substitution",
      "Failed to fetch",
      "ERR_",
    ],
  });

  test("an ended session is reported on the pick list, and its pick stays on the device", { tag: AT_PHONE }, async ({
    page,
  }) => {
    const [ama, ola, yam] = [await newShopper(), await newShopkeeper(), await aProduct()];
    const orderId = await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]);
    await openAs(page, ola, `/desk?order=${orderId}`);
    const line = page.getByRole("checkbox", { name: new RegExp(yam.name) });
    await expect(line).toBeEnabled();
    await ola.client.auth.signOut({ scope: "global" });
    await line.check();
    await expect(page.getByText("Your session has ended.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Log in again." })).toHaveAttribute(
      "href",
      `/auth?next=${encodeURIComponent(`/desk?order=${orderId}`)}`,
    );
    await expect(line).toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem("deskTicks"))).toContain(orderId);
  });

  test("an undo that cannot be sent shows an error and keeps the substitution", { tag: AT_DESKTOP }, async ({
    page,
  }) => {
    const [ama, ola, yam] = [await newShopper(), await newShopkeeper(), await aProduct()];
    const orderId = await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }]);
    await call(ola, "substitute_line", {
      order_item_id: (await readRows(ola, "order_items", "id", { order_id: orderId }))[0]?.id,
      kind: "left_out",
      quantity: 1,
      request_key: crypto.randomUUID(),
    });
    await openAs(page, ola, `/desk?order=${orderId}`);
    const undoButton = page.getByRole("button", { name: /^Undo/ });
    await page.route("**/rpc/undo_substitution", (route) => route.abort());
    await undoButton.click();
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
    await expect(undoButton).toBeEnabled();
    await page.unroute("**/rpc/undo_substitution");
    await undoButton.click();
    await expect(undoButton).toBeHidden();
  });
});
