import { randomUUID } from "node:crypto";
import { newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("search results are added to the cart on every page, and Back and Forward work", async ({ page }) => {
  await page.goto("/search?q=rice");
  await expect(page.getByRole("heading", { level: 1, name: "Search: rice" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").first()).toContainText("Rice");
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  const toast = page.getByRole("status").filter({ hasText: "Item added to cart" });
  await expect(toast).toContainText(/Item added to cart.*Rice.*Go to cart/);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/search?q=rice&page=2");
  await expect(page.getByText("Page 2 of")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Page 1 of")).toBeVisible();
  await toast.getByRole("link", { name: "Go to cart" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(toast).toHaveCount(0);
});

test("a search without results offers links and is counted once", async ({ page }) => {
  const words = `plaxqyz ${randomUUID().replaceAll(/[^a-f]/g, "")}qq`;
  await page.goto(`/search?q=${encodeURIComponent(words)}`);
  await expect(page.getByText(`No products found for ${words}`)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /^\(281\)/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Condiments" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "plantain", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Search: plantain" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`No products found for ${words}`)).toBeVisible();

  await step("the owner adds a synonym, which removes the search from the list and finds products", async () => {
    await openAs(page, await newShopkeeper(), "/desk/settings/words");
    const missed = page.getByRole("listitem").filter({ hasText: `${words} · once` });
    await missed.getByRole("button", { name: /^Add synonym/ }).click();
    const form = page.getByRole("dialog").getByRole("form", { name: "Add synonyms" });
    await expect(form.getByLabel("New synonyms")).toHaveValue(`${words}, `);
    await expectAccessible("dialog[open]");
    await form.getByLabel("New synonyms").fill(`${words}, red palm oil`);
    await form.getByRole("button", { name: "Add synonyms" }).click();
    await expect(page.getByText("Synonyms saved. Search uses them now.")).toBeVisible();
    await expect(missed).toHaveCount(0);
    await page.goto(`/search?q=${encodeURIComponent(words)}`);
    await expect(page.getByRole("article").filter({ hasText: "Red Palm Oil" }).first()).toBeVisible();
  });
});

test("a search about the store is answered, even without a product", async ({ page }) => {
  await page.goto("/search?q=ebt");
  await expect(page.getByRole("region", { name: "EBT and SNAP" })).toBeVisible();
  await expect(page.getByText(/No products found for/)).toBeVisible();
  await expectAccessible("main");
  await page.getByRole("region", { name: "EBT and SNAP" }).getByRole("link", { name: "Contact us" }).click();
  await expect(page).toHaveURL("/contact");
});

test("recent searches are stored on the device, offered again, and cleared", async ({ page }) => {
  const box = page.getByRole("combobox", { name: "Search the store" });
  await page.goto("/about");
  for (const words of ["rice", "yam"]) {
    await box.fill(words);
    await box.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `Search: ${words}` })).toBeVisible();
  }
  await page.goto("/about");
  await box.click();
  await expect(page.getByRole("option")).toHaveText(["yam", "rice"]);
  await expectAccessible("header");
  await page.getByRole("option", { name: "rice" }).click();
  await expect(page).toHaveURL("/search?q=rice");
  await page.navigateTo("/about");
  await box.click();
  await expect(page.getByRole("option")).toHaveText(["rice", "yam"]);
  await page.getByRole("button", { name: "Clear recent searches" }).press("Enter");
  await expect(page.getByRole("option")).toHaveCount(0);
  expect(localStorage.getItem("recentSearches")).toBeNull();
});
