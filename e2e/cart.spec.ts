// Deep: widths, two tabs, and the clock of the cart and of toasts.

import type { Page } from "@playwright/test";
import { fillCart, openFilledCart } from "./fixtures/filled-cart.ts";
import { firstAdd } from "./fixtures/navigate.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { serviceClient } from "./fixtures/test-data.ts";
import { AT_OWN_WIDTHS, AT_PHONE } from "./fixtures/widths.ts";

const MINUTE_MS = 60_000;

const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

const line = (page: Page) => page.getByRole("list", { name: "Items in your cart" }).getByRole("listitem");

test("the category shortcuts are below the cart, and a note up to 575 px", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  await page.goto("/cart");
  const shortcuts = page.getByRole("navigation", { name: "Shop by category" });
  const note = page.getByText("Find all categories in the menu at the top.");
  await page.setViewportSize({ width: 576, height: 900 });
  await expect(shortcuts.getByRole("link")).toHaveCount(9);
  await expect(note).toBeHidden();
  await page.setViewportSize({ width: 575, height: 900 });
  await expect(shortcuts).toBeHidden();
  await expect(note).toBeVisible();
});

test("on a phone, 25 lines and the checkout take at most four screens, and Proceed is always in reach", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const { data } = await serviceClient()
    .from("products")
    .select("name")
    .eq("sizes", "[]")
    .eq("is_sold_out", false)
    .is("archived_at", null)
    .order("id")
    .limit(25)
    .throwOnError();
  await fillCart(
    page,
    data.map(({ name }) => ({ name, quantity: 1 })),
  );
  await page.goto("/cart");
  await expect(line(page)).toHaveCount(25);
  await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeInViewport({ ratio: 1 });
  const heights = await line(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  // A name of two lines, and its size.
  expect(Math.max(...heights)).toBeLessThanOrEqual(112);
  const main = await page.getByRole("main").evaluate((element) => element.scrollHeight);
  expect(main).toBeLessThanOrEqual(4 * (page.viewportSize()?.height ?? 0));
});

test("two tabs show the same cart", { tag: AT_PHONE }, async ({ page, context }) => {
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/condiments");
  await firstAdd(other.getByRole("main")).click();
  await expect(line(page)).toHaveCount(1);
  await line(page).getByRole("button", { name: "One more" }).click();
  await expect(badge(other)).toContainText("2");
});

test("an unchanged cart expires after 30 minutes on an open page", { tag: AT_PHONE }, async ({ page }) => {
  await page.clock.install();
  await openFilledCart(page);
  await expect(line(page)).toHaveCount(1);
  await page.clock.fastForward(29 * MINUTE_MS);
  await test.step("a returning shopper finds the cart within 30 minutes, but not later", async () => {
    await page.reload();
    await expect(line(page)).toHaveCount(1);
  });
  await line(page).getByRole("button", { name: "One more" }).click();
  await page.clock.fastForward(29 * MINUTE_MS);
  await expect(line(page)).toHaveCount(1);
  await page.clock.fastForward(MINUTE_MS);
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("toasts stay for five seconds at the top right, and longer under the pointer", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.clock.install();
  await page.goto("/condiments");
  await firstAdd(page.getByRole("main")).click();
  const message = page.getByRole("status").getByText("Item added to cart");
  await expect(message).toBeVisible();
  const box = await message.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2);
  await expect(message).toHaveCSS("color", "rgb(28, 26, 22)");
  await message.hover();
  await page.clock.runFor(20_000);
  await expect(message).toBeVisible();
  await page.mouse.move(0, 500);
  await page.clock.runFor(5_000);
  await expect(message).toHaveCount(0);
});
