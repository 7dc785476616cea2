import { enterAs, newShopkeeper } from "./fixtures/shop-hand.ts";
import { expect, test } from "./fixtures/shop-test.ts";

test("the owner sees what the shop still lacks, and is led to where it is done", async ({
  page,
  expectAccessible,
}) => {
  await enterAs(page, await newShopkeeper());
  await page.goto("/auth");
  await page.getByRole("link", { name: "First steps" }).click();
  const step = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(step("Your sign-in in two steps")).toContainText("To do:");
  await expect(step("Stripe")).toContainText("The sandbox stands in for Stripe");
  await expect(step("First product")).toContainText("In place:");
  await expectAccessible();
  await page.getByRole("button", { name: "Look again" }).press("Enter");
  await expect(page.getByText(/^\d+ of \d+ are in place\.$/)).toBeVisible();
  await page.getByRole("link", { name: /^Do it now.*two steps$/ }).click();
  await expect(page).toHaveURL(/\/account$/);
});
