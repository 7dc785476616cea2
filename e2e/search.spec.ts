// Deep: suggestions in flight, and a form without scripts.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

const boxOn = (page: Page) => page.getByRole("combobox", { name: "Search the store" });

/** Opens the search field, which is behind a button on phones. */
async function openBox(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1200;
  if (isNarrow) await page.getByText("Search the store").locator("xpath=ancestor-or-self::label").click();
  else await boxOn(page).click();
  await expect(boxOn(page)).toBeFocused();
  await expect(boxOn(page)).toBeInViewport({ ratio: 1 });
}

test("a misspelled word suggests its product, which is chosen by keyboard", async ({ page }) => {
  await page.goto("/about");
  await openBox(page);
  const box = boxOn(page);
  await box.pressSequentially("plantian");
  await expect(page.getByRole("option", { name: /^Green Plantains/ })).toContainText(/\$\d+\.\d\d.*each/);
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page, "header");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  const first = await page.getByRole("option").first().getAttribute("id");
  await expect(box).toHaveAttribute("aria-activedescendant", first ?? "none");
  await page.keyboard.press("ArrowUp");
  await expect(box).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(box).toHaveValue("plantian");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/products\/fruits\/\d+$/);
  await expect(page.getByRole("heading", { level: 1, name: "Green Plantains" })).toBeVisible();
  await expect(box).toHaveValue("");
});

test("a suggestion opens its page, and Enter opens all results", { tag: AT_DESKTOP }, async ({ page }) => {
  await page.goto("/about");
  await test.step("Enter opens all results, and the search box keeps its query, back and forward", async () => {
    await openBox(page);
    await boxOn(page).pressSequentially("Palm Oil");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Search: palm oil" })).toBeVisible();
    await expect(boxOn(page)).toHaveValue("palm oil");
    await boxOn(page).fill("kente");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Search: kente" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Search: palm oil" })).toBeVisible();
    await expect(boxOn(page)).toHaveValue("palm oil");
    await page.goForward();
    await expect(boxOn(page)).toHaveValue("kente");
  });
  await test.step("categories, articles, and all results are separate groups, and a press opens them", async () => {
    await openBox(page);
    await boxOn(page).fill("");
    await boxOn(page).pressSequentially("snack");
    const group = (name: string) => page.getByRole("group", { name });
    await expect(group("Products").getByRole("option").first()).toBeVisible();
    await expect(group("Everything").getByRole("option")).toHaveText("All results for “snack”");
    await group("Categories").getByRole("option", { name: "Snacks and Confections" }).click();
    await expect(page).toHaveURL("/snacksandconfectionaries");
    await openBox(page);
    await boxOn(page).pressSequentially("jollof");
    await group("From our blog").getByRole("option").first().click();
    await expect(page).toHaveURL(/\/blogs\/\d+$/);
  });
});

test.describe("late or failed suggestions", () => {
  test.use({ expectedRejections: ["/search/suggestions"] });

  test("the search box shows suggestions only for its current text", { tag: AT_PHONE }, async ({ page }) => {
    await page.goto("/about");
    await openBox(page);
    await test.step("a late response does not replace the suggestions for newer input", async () => {
      const held = Promise.withResolvers<void>();
      await page.route(/suggestions\?q=garri/, async (route) => {
        await held.promise;
        await route.continue();
      });
      const requested = page.waitForRequest(/suggestions\?q=garri/);
      await boxOn(page).fill("garri");
      await requested;
      await boxOn(page).fill("kente");
      await expect(page.getByRole("option", { name: /Kente/ }).first()).toBeVisible();
      const late = page.waitForResponse(/q=garri/);
      held.resolve();
      const response = await late;
      expect(response.status()).toBe(200);
      await response.finished();
      // A change caused by the response would be painted by the second frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await expect(page.getByRole("option", { name: /Garri/ })).toHaveCount(0);
      await expect(page.getByRole("option", { name: /Kente/ }).first()).toBeVisible();
    });
    await test.step("without suggestions the box offers categories, and Enter finds products", async () => {
      await page.unrouteAll({ behavior: "wait" });
      await page.route("/search/suggestions?**", (route) => route.fulfill({ status: 503, json: {} }));
      const rejected = page.waitForResponse(/suggestions\?q=snack/);
      await boxOn(page).fill("snack");
      await rejected;
      await expect(page.getByRole("option")).toHaveText(["Snacks and Confections"]);
      await boxOn(page).fill("garri");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main").getByRole("article").first()).toContainText("Garri");
    });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the search box works as a form", async ({ page }) => {
    await page.goto("/about");
    await openBox(page);
    await boxOn(page).fill("Garri");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Search: garri" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("article").first()).toContainText("Garri");
    await expect(boxOn(page)).toHaveValue("garri");
  });
});
