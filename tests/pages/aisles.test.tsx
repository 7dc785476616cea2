import { newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("the owner puts the aisles in the order of the store, by the keyboard", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/products");
  await page.getByRole("navigation", { name: "Pages of Products" }).getByRole("link", { name: "Aisles" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Aisles" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Earlier/ }).first()).toBeVisible();
  const aisle = (place: number) =>
    page
      .getByRole("main")
      .getByRole("list")
      .getByRole("listitem")
      .nth(place - 1);
  const second = String(await aisle(2).locator("span").nth(1).textContent());
  const third = String(await aisle(3).locator("span").nth(1).textContent());
  await aisle(3)
    .getByRole("button", { name: /^Earlier/ })
    .press("Enter");
  await expect(page.getByRole("status").filter({ hasText: `${third} is now number 2.` })).toBeVisible();
  await expectAccessible();
  await page.reload();
  await expect(aisle(2)).toContainText(third);
  await expect(aisle(1).getByRole("button", { name: /^Earlier/ })).toHaveAttribute("aria-disabled", "true");
  await aisle(2)
    .getByRole("button", { name: /^Later/ })
    .press("Enter");
  await expect(aisle(2)).toContainText(second);
  const rejection = { code: "PT422", message: "List each category exactly once." };
  page.route(/rpc\/order_aisles/, () => Response.json(rejection, { status: 422 }));
  await aisle(2)
    .getByRole("button", { name: /^Later/ })
    .press("Enter");
  await expect(page.locator("[data-toast]")).toContainText(rejection.message);
  await expect(aisle(2)).toContainText(second);
});
