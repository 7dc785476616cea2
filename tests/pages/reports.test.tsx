import { newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("the owner compares ranges in charts, and reads and downloads their tables", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/reports");
  await expect(page.getByText(/Last year: \$/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Margin and stock" })).toBeVisible();
  const chart = page.getByRole("region", { name: "Sales by day" });
  await expect(chart.locator("svg").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "7 days" })).toHaveAttribute("aria-current", "page");
  await chart.getByText("Show as table").click();
  await expect(chart.getByRole("table", { name: "Sales by day" }).getByRole("row")).toHaveCount(8);
  await expectAccessible();

  const file = await page.savedFile(() => chart.getByRole("button", { name: "Download CSV" }).click());
  expect(file.name).toMatch(/^sales-by-day-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const lines = file.text.trim().split("\r\n");
  expect(lines).toHaveLength(8);
  expect(lines[0]).toBe("Day,Sales,Previous sales,Orders");

  await page.getByRole("navigation", { name: "Days" }).getByRole("link", { name: "Today" }).click();
  await expect(page).toHaveURL(/\/desk\/reports\?from=/);
  await expect(chart).toHaveCount(0);
  const hours = page.getByRole("region", { name: "Sales by hour" });
  await expect(hours).toBeVisible();
  await expect(hours.getByRole("button")).toHaveCount(0);
  await expect(hours.getByText("Show as table")).toHaveCount(0);
  const days = page.getByRole("navigation", { name: "Days" });
  await expect(days.getByRole("link", { name: "Today" })).toHaveAttribute("aria-current", "page");
  const shown = page.url();
  const to = page.getByLabel("To", { exact: true });
  await page.getByLabel("From").fill("2020-01-01");
  for (const [last, problem] of [
    ["2019-12-31", "The last day is before the first day."],
    ["2021-02-01", "Choose at most 366 days."],
  ] as const) {
    await to.fill(last);
    await page.getByRole("button", { name: "Show days" }).press("Enter");
    await expect(page.getByText(problem)).toBeVisible();
    await expect(to).toBeFocused();
  }
  expect(page.url()).toBe(shown);
  await to.fill("2020-01-02");
  await page.getByRole("button", { name: "Show days" }).press("Enter");
  await expect(page.getByText("Nothing in this or the previous period.")).not.toHaveCount(0);
});
