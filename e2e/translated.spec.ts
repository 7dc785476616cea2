// Deep: pages that the browser translates.
import type { Page } from "@playwright/test";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP } from "./fixtures/widths.ts";

/** Does to the page what the browser's translator does: each text becomes a <font> element in place of its text node. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
    for (const text of texts) {
      if (!text.data.trim() || /^(SCRIPT|STYLE)$/.test(text.parentElement?.tagName ?? "")) continue;
      const font = document.createElement("font");
      font.textContent = text.data;
      text.replaceWith(font);
    }
  });
}

test("counts and totals update on a page translated by the browser", async ({ page }) => {
  await openFilledCart(page, [{ name: "Red Palm Oil", quantity: 1 }]);
  const main = page.getByRole("main");
  const badge = page.getByRole("banner").locator('a[href="/cart"]:not([lang])');
  await expect(main.getByText(/^Total \(1 item\)$/)).toBeVisible();
  await expect(badge).toContainText("1 item");
  const sum = main
    .getByRole("article")
    .first()
    .locator("p")
    .filter({ hasText: /^\$[\d.]+$/ });
  const before = await sum.textContent();
  await translate(page);
  await page.getByRole("button", { name: "One more" }).click();
  await expect(main.getByText(/^Total \(2 items\)$/)).toBeVisible();
  await expect(badge).toContainText("2 items");
  await expect(sum).not.toHaveText(before ?? "");
});

test("a listing's numbers update on a page translated by the browser", { tag: AT_DESKTOP }, async ({ page }) => {
  await page.goto("/condiments");
  const main = page.getByRole("main");
  await expect(main.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await translate(page);
  await main.getByRole("link", { name: "Next" }).click();
  await expect(main.getByText(/^Page 2 of \d+$/)).toBeVisible();
});
