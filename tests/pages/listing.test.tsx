import { expect, test } from "./page-test.tsx";

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
