import { expect, test } from "./page-test.tsx";

/** Elements of every page, and the sections of public pages in the order of the specification. */

test("the blog lists two articles per page, and an article shows only the parts it has", async ({ page }) => {
  await page.goto("/blog");
  await expect(page.getByRole("heading", { level: 1, name: "Blog" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/blog?page=2");
  await page.navigateTo("/blogs/1");
  await expect(page.getByRole("heading", { level: 1, name: /Party Jollof/ })).toBeVisible();
  // The counts include the heading above the products of the article.
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(10);
  await expect(page.getByRole("heading", { name: "Conclusion" })).toBeVisible();
  await page.navigateTo("/blogs/2");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(8);
});
