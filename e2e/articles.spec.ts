import { randomUUID } from "node:crypto";
import { fillIn } from "./fixtures/fill-in.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper } from "./fixtures/test-data.ts";
import { AT_DESKTOP, VERDICT } from "./fixtures/widths.ts";

test("a draft article survives a closed tab, is previewed, published, and unpublished", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page, browser }) => {
  const title = `Egusi ${randomUUID().slice(0, 6)}`;
  await enterAs(page, await newShopkeeper());
  const guest = await (await browser.newContext()).newPage();

  await test.step("the input is restored after the tab was closed", async () => {
    await page.goto("/desk/articles");
    await page.getByRole("link", { name: "New article" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByRole("group", { name: "Section 1" }).getByLabel("Heading").fill("The melon seeds");
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText("It is not saved yet")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue(title);
  });

  await test.step("a second section moves up by keyboard, and the preview shows it first", async () => {
    await page.getByRole("button", { name: "Add section" }).press("Enter");
    const second = page.getByRole("group", { name: "Section 2" });
    await fillIn(second, { Heading: "Before you begin", Text: "Wash your hands.\n\nThen the seeds." });
    await page.getByRole("button", { name: /^Up.*section 2/ }).press("Enter");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("article").getByRole("heading", { level: 2 })).toHaveText([
      "Before you begin",
      "The melon seeds",
    ]);
    await page.getByRole("button", { name: "Back to editing" }).click();
  });

  await test.step("only staff can read a draft", async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(/\/desk\/articles\/\d+$/);
    await guest.goto("/blog");
    await expect(guest.getByRole("heading", { level: 1, name: "Blog" })).toBeVisible();
    await expect(guest.getByText(title)).toBeHidden();
  });
  const path = `/blogs/${page.url().split("/").at(-1)}`;

  await test.step("a publication time in the past is rejected", async () => {
    await page.getByRole("radio", { name: "Publish later" }).check();
    await page.getByLabel("Publish at").fill("2020-01-01T09:00");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("This time has passed. Choose a later one.")).toBeVisible();
    await expectAccessible(page, "main");
  });

  await test.step("everyone reads a published article, and nobody an unpublished one", async () => {
    await page.getByRole("radio", { name: "Publish now" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("link", { name: "View in store" }).last()).toBeVisible();
    await expect.poll(async () => (await guest.request.get(path)).status()).toBe(200);
    await guest.goto(path);
    await expect(guest.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.getByRole("radio", { name: "Unpublish: back to draft" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(
      page
        .getByRole("main")
        .getByRole("paragraph")
        .filter({ hasText: /^Draft\s*$/ }),
    ).toBeVisible();
    await expect.poll(async () => (await guest.request.get(path)).status()).toBe(404);
    await guest.goto(path);
    await expect(guest.getByText("Article not found").first()).toBeVisible();
  });

  await test.step("the article is deleted after a confirmation", async () => {
    await page.getByRole("button", { name: "Remove article" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
    await expect(page.getByText(title)).toBeHidden();
  });
  await guest.context().close();
});
