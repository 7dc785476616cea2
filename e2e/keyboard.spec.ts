// Deep: menus, staff pages, and a password reset without a mouse.
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { aPicture } from "#tests/a-picture.ts";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { DEMO_OWNER, expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

const MAX_STOPS = 150;

/** Moves the focus with the Tab key: backward if needed, and past the header by the skip link. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    const place = await target.evaluate((element) => {
      const focused = document.activeElement;
      if (element === focused) return "there";
      const isAtFirstStop = focused instanceof HTMLAnchorElement && focused.hash === "#content";
      if (isAtFirstStop && element.closest("main")) return "behind the header";
      const position = focused?.compareDocumentPosition(element) ?? 0;
      return position & Node.DOCUMENT_POSITION_PRECEDING ? "before this" : "behind this";
    });
    if (place === "there") return;
    const keys = { "behind the header": "Enter", "before this": "Shift+Tab", "behind this": "Tab" };
    await page.keyboard.press(keys[place]);
  }
  throw new Error(`The Tab key does not reach ${target}.`);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  // Replaces the current text.
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the bar at the bottom of the cart covers nothing that has the focus", { tag: AT_OWN_WIDTHS }, async ({
    page,
  }) => {
    await openFilledCart(page, [{ name: "Red Palm Oil", quantity: 1 }]);
    const submit = page.getByRole("main").getByRole("button", { name: "Proceed to Checkout" }).first();
    await tabTo(page, page.getByRole("button", { name: "Remove Red Palm Oil" }));
    let covered = 0;
    while (!(await submit.evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press("Tab");
      covered = await page.evaluate(() => {
        const [bar, focused] = [document.querySelector("[data-bottom-bar]"), document.activeElement];
        const edge = (element: Element | null, side: "top" | "bottom") => element?.getBoundingClientRect()[side] ?? 0;
        return bar?.contains(focused) ? 0 : edge(focused, "bottom") - edge(bar, "top");
      });
      expect(covered, (await page.locator(":focus").textContent()) ?? "").toBeLessThanOrEqual(0);
    }
  });

  test("the menu opens over a page that does not scroll, and Escape closes it", {
    tag: [AT_OWN_WIDTHS, VERDICT],
  }, async ({ page }) => {
    await page.goto("/about");
    const menu = page.getByRole("navigation", { name: "Menu" });
    const opener = menu.getByText("Menu", { exact: true });
    await press(page, opener);
    await expect(menu.getByRole("link", { name: "Condiments" })).toBeVisible();
    await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
    await expectAccessible(page, "header");
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: "Free Delivery" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu.getByRole("link", { name: "Condiments" })).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page.locator("html")).not.toHaveCSS("overflow-y", "hidden");
  });
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test("the Products dropdown opens by keyboard, and Escape closes it", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
    await page.goto("/about");
    const main = page.getByRole("navigation", { name: "Main" });
    const opener = main.getByText("Products", { exact: true });
    await press(page, opener);
    await expect(main.getByRole("list").getByRole("link")).toHaveText([
      "Authentic African Wears and Styles",
      "Beauty and Household",
      "Condiments",
      "Drink and Beverages",
      "Fruits and Vegetables",
      "Grains, Flours, and Cereal",
      "Meat and Seafood",
      "Snacks and Confections",
      /^More/,
    ]);
    await expectAccessible(page, "header");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(main.getByRole("link", { name: "Condiments" })).toBeHidden();
    await expect(opener).toBeFocused();
    await press(page, opener, "Space");
    await press(page, main.getByRole("link", { name: "Condiments" }));
    await expect(page).toHaveURL("/condiments");
    await expect(main.getByRole("link", { name: "Condiments" })).toBeHidden();
    await test.step("the Products dropdown opens under the mouse, and stays when pressed", async () => {
      const entry = main.getByRole("link", { name: "Condiments" });
      await main.getByText("Products", { exact: true }).hover();
      await expect(entry).toBeVisible();
      await entry.hover();
      await expect(entry).toBeVisible();
      await page.mouse.move(10, 600);
      await expect(entry).toBeHidden();
      await main.getByText("Products", { exact: true }).click();
      await page.mouse.move(10, 600);
      await expect(entry).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(entry).toBeHidden();
      await main.getByText("Products", { exact: true }).click();
      await page.mouse.click(10, 600);
      await expect(entry).toBeHidden();
    });
  });
});

test("the first tab stop skips the header", { tag: [AT_DESKTOP, VERDICT] }, async ({ page }) => {
  await page.goto("/condiments");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL("/condiments");
  await test.step("the chosen theme is saved", async () => {
    await press(page, page.getByRole("button", { name: "Switch between light and dark" }));
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(14, 21, 18)");
    await page.goto("/about");
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(14, 21, 18)");
  });
});

// The tests above check the header by keyboard at both widths.
test("a purchase is possible by keyboard", { tag: [AT_PHONE, VERDICT] }, async ({ page }) => {
  const email = `${randomUUID()}@test.example`;
  await page.goto("/condiments");
  await press(page, page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }), "Space");
  await expect(page.getByText("Item added to cart").first()).toBeVisible();
  await press(page, page.getByRole("link", { name: /^Cart.*1/ }));
  await press(page, page.getByRole("button", { name: "One more" }));
  await expect(page.getByRole("textbox", { name: /^Quantity of/ })).toHaveValue("2");
  await press(page, page.getByRole("button", { name: "Proceed to Checkout" }));
  await expect(page).toHaveURL(/\/auth/);

  await press(page, page.getByRole("link", { name: "Sign up" }));
  await type(page, "Full Name", "Kofi Keys");
  await type(page, "Email", email);
  await type(page, "Password", "long enough");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/shippingInformation\//);

  for (const [label, text] of [
    ["Full name", "Kofi Keys"],
    ["Email", email],
    ["Phone number", "2815550123"],
    ["Address", "1 Palm Street"],
    ["City", "Houston"],
    ["ZIP code", "77073"],
  ] as const) {
    await type(page, label, text);
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/checkout\//);
  await type(page, "Card number", "4242424242424242");
  await type(page, "Expiration date", "1234");
  await type(page, "CVC", "123");
  await press(page, page.getByRole("button", { name: /^Pay \$/ }));
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
});

test("the owner logs in and adds, edits, and deletes a product by keyboard", { tag: [AT_DESKTOP, VERDICT] }, async ({
  page,
}) => {
  const name = `Keyboard Beans ${randomUUID().slice(0, 8)}`;
  await page.goto("/auth");
  await type(page, "Email", DEMO_OWNER.email);
  await type(page, "Password", DEMO_OWNER.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/desk/today");
  // The URL changes before the back office's document has loaded.
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();

  await navigateTo(page, "/grainflourandcereal");
  await press(page, page.getByRole("button", { name: "Add Item" }));
  const form = page.getByRole("dialog", { name: "Add Item" });
  await type(page, "Name", name);
  await type(page, "Price", "4.25");
  const chooser = page.waitForEvent("filechooser");
  await press(page, form.getByLabel("Image 1"));
  await (await chooser).setFiles(await aPicture("beans.png", 600));
  await press(page, form.getByRole("button", { name: "Submit" }));
  await expect(page.getByText("Item added succesfully")).toBeVisible();

  const card = page.getByRole("article").filter({ hasText: name });
  await press(page, card.getByRole("button", { name: /Edit/ }));
  await type(page, "Price", "4.50");
  await press(page, page.getByRole("button", { name: "Save changes" }));
  await expect(card.getByText("$4.50")).toBeVisible();

  await press(page, card.getByRole("button", { name: /Delete/ }));
  const question = page.getByRole("dialog", { name: "Delete this item?" });
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(card.getByRole("button", { name: /Delete/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await press(page, question.getByRole("button", { name: /Delete/ }));
  await expect(card).toHaveCount(0);
});

test("the save bar of a product form does not cover the focused control", { tag: AT_PHONE }, async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk/products/new");
  const addSize = page.getByRole("button", { name: "Add size" });
  await tabTo(page, addSize);
  const isOnTop = () =>
    addSize.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
});

test("the owner reads orders and changes store settings by keyboard", { tag: AT_DESKTOP }, async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  // A day without orders, so that other tests' orders are not listed.
  await page.goto("/auth?date=2020-02-29");
  await expect(page.getByRole("heading", { name: "ADMIN DASHBOARD" })).toBeVisible();
  await tabTo(page, page.getByLabel("Status"));
  await test.step("an arrow key selects the next choice and updates the list", async () => {
    for (const status of ["pending", "paid"]) {
      await page.keyboard.press("ArrowDown");
      await expect(page).toHaveURL(new RegExp(`status=${status}`));
      await expect(page.getByLabel("Status")).toBeFocused();
      await expect(page.getByLabel("Status")).toHaveValue(status);
    }
    await navigateTo(page, "/desk/audit-log");
    await tabTo(page, page.getByLabel("Show"));
    await page.keyboard.press("ArrowDown");
    await expect(page).toHaveURL(/kind=/);
    await expect(page.getByLabel("Show")).toBeFocused();
  });

  await navigateTo(page, "/desk/settings/shop");
  await expect(page.getByRole("heading", { level: 1, name: "Name and address" })).toBeVisible();
  // Other tests read the settings at the same time, so the value stays the same.
  await type(page, "Phone", await page.getByLabel("Phone", { exact: true }).inputValue());
  await press(page, page.getByRole("button", { name: "Save settings" }));
  await expect(page.getByText("Nothing changed.")).toBeVisible();
});
