import { expect, test } from "./fixtures/shop-test.ts";

/** Goods found by the words that people type. */

test("what is found can be put into the cart, page by page, back and forward", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/search?q=rice");
  await expect(page.getByRole("heading", { level: 1, name: "Search: rice" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").first()).toContainText("Rice");
  await expectAccessible();
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByText("Item added to cart").first()).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/search?q=rice&page=2");
  await expect(page.getByText("Page 2 of")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Page 1 of")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing found leads on, in ${colorScheme}, and is counted once`, async ({
    page,
    expectAccessible,
  }) => {
    await page.emulateMedia({ colorScheme });
    const words = `plax ${colorScheme}qq`;
    const counted: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("note_missed_search")) counted.push(request.postData() ?? "");
    });
    const note = page.waitForResponse(/note_missed_search/);
    await page.goto(`/search?q=${encodeURIComponent(words)}`);
    await expect(page.getByText(`We found no product for ${words}`)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /^\(281\)/ })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Condiments" })).toBeVisible();
    await expectAccessible();
    expect((await note).ok()).toBe(true);
    await page.getByRole("link", { name: "plantain", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Search: plantain" })).toBeVisible();
    await page.goBack();
    await expect(page.getByText(`We found no product for ${words}`)).toBeVisible();
    expect(counted).toEqual([JSON.stringify({ query: words })]);
  });
}
