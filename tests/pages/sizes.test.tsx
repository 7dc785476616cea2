import { expect, test } from "./page-test.tsx";

test("a product page shows its attributes and unit prices", async ({ page }) => {
  await page.goto("/condiments");
  const card = page.getByRole("article").filter({ hasText: "Ground Egusi" });
  await expect(card).toContainText("16 oz · $0.72/oz");
  await card.getByRole("link", { name: /Ground Egusi/ }).click();
  await expect(page.getByText("$0.72/oz").first()).toBeVisible();
  const facts = page.getByRole("region", { name: "Product details" });
  await expect(facts).toContainText("Ingredients");
  await expect(page.getByRole("list", { name: "May contain" }).getByRole("listitem")).toHaveText([
    "peanut",
    "crustacean shellfish",
  ]);
  await expect(facts).toContainText("Always check the package label.");
  await expect(facts).not.toContainText("Care");
  await page.getByRole("button", { name: /Add to Cart: Ground Egusi/ }).click();
  await page.navigateTo("/cart");
  await expect(page.getByRole("article", { name: /Ground Egusi/ })).toContainText("$11.49 each · $0.72/oz");
  await page.navigateTo("/meatandseafood");
  await expect(page.getByRole("article").filter({ hasText: "Whole Mackerel" })).toContainText("Frozen");
});
