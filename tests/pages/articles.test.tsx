import { randomUUID } from "node:crypto";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("a draft article survives a closed tab, is previewed, published, and unpublished", async ({ page }) => {
  const title = `Egusi ${randomUUID().slice(0, 6)}`;
  await openAs(page, await newShopkeeper(), "/desk/articles");
  await page.getByRole("link", { name: "New article" }).click();
  const section = (place: number) => page.getByRole("group", { name: `Section ${place}` });
  const save = page.getByRole("button", { name: "Save", exact: true });

  await step("the input is restored, and a second section moves up by keyboard", async () => {
    await page.getByLabel("Title").fill(title);
    await section(1).getByLabel("Heading").fill("The melon seeds");
    await page.reload();
    await expect(page.getByText("It is not saved yet")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await page.getByRole("button", { name: "Add section" }).press("Enter");
    await fillIn(section(2), { Heading: "Before you begin", Text: "Wash your hands." });
    await page.getByRole("button", { name: /^Up.*section 2/ }).press("Enter");
    await expectAccessible();
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("article").getByRole("heading", { level: 2 })).toHaveText([
      "Before you begin",
      "The melon seeds",
    ]);
    await page.getByRole("button", { name: "Back to editing" }).click();
  });

  await save.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(/\/desk\/articles\/\d+$/);
  // It is loaded after the page.
  await expect(page.getByRole("button", { name: "Edit recipe" })).toBeVisible();
  await page.getByRole("radio", { name: "Publish later" }).check();
  await page.getByLabel("Publish at").fill("2020-01-01T09:00");
  await save.click();
  await expect(page.getByText("This time has passed. Choose a later one.")).toBeVisible();
  await page.getByRole("radio", { name: "Publish now" }).check();
  await save.click();
  const view = page.getByRole("link", { name: "View in store" }).last();
  const path = (await view.getAttribute("href")) ?? "";
  await page.getByRole("radio", { name: "Unpublish: back to draft" }).check();
  await save.click();
  await expect(
    page
      .getByRole("main")
      .locator("p")
      .filter({ hasText: /^Draft\s*$/ }),
  ).toBeVisible();
  await expect(view).toHaveCount(0);
  expect(path).toMatch(/^\/blogs\/\d+$/);

  await page.getByRole("button", { name: "Remove article" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
  await expect(page.getByText(title)).toBeHidden();
});
