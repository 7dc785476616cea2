import { newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("Today is first on the phone's bar, and a tile leads to its list", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk");
  const bar = page.getByRole("navigation", { name: "Back office, main pages" });
  await expect(bar.getByRole("link")).toHaveText(["Today", "Orders", "Till", "Products"]);
  await bar.getByRole("link", { name: "Today" }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await expect(page.getByText(/^\d+ orders?$/).first()).toBeVisible();
  // The setup checklist loads after the tiles.
  await expect(page.getByRole("link", { name: /setup steps? to do/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Sales by hour today" }).locator("svg").first()).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "Low stock" }).click();
  await expect(page).toHaveURL(/\/desk\/products\?stock=low$/);
  await expect(page.getByRole("heading", { name: "Products", level: 1 })).toBeVisible();
});
