import { expect, expectAccessible, test } from "./page-test.tsx";

test("Prev is disabled on the first page and Next on the last", async ({ page }) => {
  await page.goto("/africanwearandfashion");
  const pages = page.getByRole("navigation", { name: "Pages" });
  const step = (name: "Prev" | "Next") => pages.getByRole("link", { name });
  await expect(step("Prev")).toBeDisabled();
  await expect(step("Next")).toBeEnabled();
  await step("Next").click();
  await expect(page).toHaveURL("/africanwearandfashion?page=2");
  await step("Prev").click();
  await expect(page).toHaveURL("/africanwearandfashion");
  const last = (await pages.getByText(/^Page 1 of/).textContent())?.split(" ").at(-1);
  await page.navigateTo(`/africanwearandfashion?page=${last}`);
  await expect(step("Prev")).toBeEnabled();
  await expect(step("Next")).toBeDisabled();
});

test("Next keeps the keyboard focus when it opens the last page, and then opens no other", async ({ page }) => {
  await page.goto("/africanwearandfashion");
  const next = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/africanwearandfashion?page=2");
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/africanwearandfashion?page=2");
});

test("a filter without matches offers one button to clear all filters", async ({ page }) => {
  await page.goto("/condiments?storage=frozen&free=milk");
  const main = page.getByRole("main");
  await expect(main.getByText("No products match all filters.")).toBeVisible();
  await expect(main.getByRole("status").filter({ hasText: "0 products" })).toBeVisible();
  await expectAccessible();
  await main.getByRole("link", { name: /^show all \d+ products/ }).click();
  await expect(page).toHaveURL("/condiments");
  await expect(main.getByRole("article")).toHaveCount(8);
});
