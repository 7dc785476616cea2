import { expect, test } from "./page-test.tsx";

test("clothing with sizes shows a size chart and the chosen size beside the price", async ({ page }) => {
  await page.goto("/africanwearandfashion");
  await page.getByRole("article").filter({ hasText: "Agbada" }).getByRole("link").first().click();
  await page.getByText("Size chart").click();
  await expect(page.getByRole("table").getByRole("row")).toHaveText(["SizeChestWaistHips", /^L40/, /^XL43/, /^XXL46/]);
  await expect(page.getByRole("link", { name: "Choose a size" })).toBeVisible();
  await page.getByRole("radio", { name: "XL", exact: true }).check();
  await expect(page.getByRole("link", { name: "Size XL" })).toBeVisible();
});
