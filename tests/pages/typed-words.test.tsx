import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { enterAs, newShopkeeper, newShopper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { readRow } from "../requests.ts";
import type { Page } from "./page-test.tsx";
import { expect, test } from "./page-test.tsx";

const leavePrompt = (page: Page) => page.getByRole("alertdialog", { name: /^Leave without saving/ });

test("leaving changed settings shows a prompt, and none once saved or reverted", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Name and address" }).click();
  const near = page.getByLabel("Near");
  const before = await near.inputValue();
  const leave = () => page.getByRole("link", { name: "View store" }).click();

  await near.fill("Humble, and typed");
  await leave();
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/desk/settings/shop");
  await expect(near).toHaveValue("Humble, and typed");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Settings" }).click();
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(near).toHaveValue("Humble, and typed");

  await near.fill(before);
  await leave();
  await expect(page).toHaveURL("/home");

  await page.navigateTo("/desk/settings/shop");
  await near.fill(`${before} `);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await leave();
  await expect(page).toHaveURL("/home");
  await expect(leavePrompt(page)).toBeHidden();
});

test("leaving a form that was sent shows no prompt while the page still reads its list again", async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  const { id, email } = await newShopper("Charity Kitchen");
  await serviceClient().auth.admin.updateUserById(id, { email_confirm: true });
  await page.goto("/desk/settings/tax");
  const form = page.getByRole("form", { name: "Exempt customer" });
  await fillIn(form, { "Email of the account": email, "Certificate number": "TX-01-339" });
  page.route(/list_tax_exemptions/, () => new Promise(() => undefined));
  await form.getByRole("button", { name: "Exempt customer" }).click();
  await expect(form.getByLabel("Certificate number")).toHaveValue("");
  await page.getByRole("link", { name: "View store" }).click();
  await expect(page).toHaveURL("/home");
});

test("what is typed while an article is saved stays, and can be saved after that", async ({ page }) => {
  const articles = serviceClient().from("blog_post");
  const { data } = await articles.insert({ name: "Slow stew", publish_at: null }).select("id").single().throwOnError();
  await openAs(page, await newShopkeeper(), `/desk/articles/${data.id}`);
  // It is loaded after the page.
  await expect(page.getByRole("button", { name: "Edit recipe" })).toBeVisible();
  const [title, conclusion] = [page.getByLabel("Title", { exact: true }), page.getByLabel("Conclusion")];
  const [isSaving, maySave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  page.route(/\/blog_post\?/, (request) => {
    isSaving.resolve();
    return maySave.promise.then(() => page.shop.app.fetch(request));
  });
  await title.fill("Slow stew with yam");
  const saving = page.getByRole("button", { name: "Save", exact: true }).click();
  await isSaving.promise;
  await conclusion.fill("Let it rest.");
  maySave.resolve();
  await saving;
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(conclusion).toHaveValue("Let it rest.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = () => readRow(serviceClient(), "blog_post", "name, conclusion", { id: data.id });
  await expect.poll(saved).toEqual({ name: "Slow stew with yam", conclusion: "Let it rest." });
});
