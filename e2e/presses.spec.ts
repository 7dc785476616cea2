// Deep: panels stay open under mouse and touch, and close when the focus leaves.

import type { Locator, Page } from "@playwright/test";
import { firstAdd } from "./fixtures/navigate.ts";
import { expect, test } from "./fixtures/shop-test.ts";

/** Panels, menus and dialogs stay open when their text or background is pressed, by mouse and by touch. */

const main = (page: Page) => page.getByRole("main");
const filters = (page: Page) => main(page).locator("details").filter({ hasText: "Sort and filter" });

/** Taps where the device has touch, otherwise clicks. */
async function press(target: Locator, hasTouch: boolean, position?: { x: number; y: number }): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await (hasTouch ? target.tap(position ? { position } : {}) : target.click(position ? { position } : {}));
}

/** Presses the padding inside the top left corner, where there is no control. */
const CORNER = { x: 3, y: 3 };

test("the filter panel stays open when its labels, headings and background are pressed", async ({ page, hasTouch }) => {
  await page.goto("/condiments");
  await press(filters(page).locator("summary"), hasTouch);
  const form = filters(page).locator("form");
  await press(form.getByText("On sale", { exact: false }).first(), hasTouch);
  await expect(form.getByRole("checkbox", { name: /^On sale/ })).toBeChecked();
  await expect(page).toHaveURL("/condiments?offer=yes");
  await press(form.getByText("Show only", { exact: true }), hasTouch);
  await press(form.getByText("Sort by", { exact: true }), hasTouch);
  const group = form.locator("fieldset").first();
  await press(group, hasTouch, { x: ((await group.boundingBox())?.width ?? 0) - 3, y: 4 });
  await expect(form).toBeVisible();
  await press(form.getByText("On sale", { exact: false }).first(), hasTouch);
  await expect(page).toHaveURL("/condiments");
  await expect(form).toBeVisible();

  await test.step("a press beside the panel closes it", async () => {
    await press(page.getByRole("contentinfo"), hasTouch, CORNER);
    await expect(form).toBeHidden();
  });
});

test("the filter panel closes when the focus leaves it", async ({ page }) => {
  await page.goto("/condiments");
  const opener = filters(page).locator("summary");
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(filters(page).locator("form")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(opener).not.toBeFocused();
  await expect(filters(page).locator("form")).toBeHidden();
});

test("the menu stays open when its headings and background are pressed", async ({ page, hasTouch }) => {
  await page.goto("/condiments");
  const menu = page.getByRole("banner").locator("nav:not([aria-label=Language]) details:visible");
  await press(menu.locator("summary"), hasTouch);
  const panel = menu.locator(":scope > div");
  await expect(panel).toBeVisible();
  if (hasTouch) await press(panel.getByText("Products", { exact: true }), hasTouch);
  await press(panel, hasTouch, CORNER);
  await expect(panel).toBeVisible();
});

test("two presses at the same place add the same product twice", async ({ page, hasTouch }) => {
  await page.goto("/condiments");
  const add = main(page)
    .getByRole("button", { name: /^Add to Cart/ })
    .nth(1);
  const { x, y, width, height } = (await add.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const place = [x + width / 2, y + height / 2] as const;
  const pressPlace = () => (hasTouch ? page.touchscreen.tap(...place) : page.mouse.click(...place));
  await pressPlace();
  await expect(page.getByText("Item added to cart")).toBeVisible();
  await pressPlace();
  await expect(page.getByRole("link", { name: "Cart 2 items" })).toBeVisible();
  const lines = JSON.parse(await page.evaluate(() => localStorage.getItem("cartItems") ?? "[]"));
  expect(lines).toMatchObject([{ quantity: 2 }]);
});

test("search suggestions stay open when their headings and background are pressed", async ({ page, hasTouch }) => {
  await page.goto("/condiments");
  if (hasTouch) await press(page.locator("label").filter({ hasText: "Search the store" }), hasTouch);
  await page.getByRole("combobox").fill("oil");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await expect(list.getByRole("option").first()).toBeVisible();
  await press(list.getByText("Products", { exact: true }).first(), hasTouch);
  await press(list.locator(".."), hasTouch, CORNER);
  await expect(list).toBeVisible();
  await expect(page.getByRole("combobox")).toBeFocused();
});

test("a dialog stays open when text in it is selected and the mouse is released beside it", async ({ page }) => {
  await page.goto("/africanwearandfashion");
  await firstAdd(main(page)).click();
  const dialog = page.getByRole("dialog");
  const title = await dialog.getByRole("heading").first().boundingBox();
  if (!title) throw new Error("The dialog has no heading.");
  await page.mouse.move(title.x + 5, title.y + title.height / 2);
  await page.mouse.down();
  await page.mouse.move(2, 2, { steps: 4 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(2, 2);
  await expect(dialog).toBeHidden();
});
