// Deep: a merged account's session ends in another browser.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fillIn } from "./fixtures/fill-in.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, VERDICT } from "./fixtures/widths.ts";

// A wrong password is rejected.
test.use({ expectedRejections: ["/merge"] });

test("the owner finds a customer, starts an order, exports the data, and deletes the account", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page }) => {
  const leaving = await newShopper("Lea Leaving");
  await aPaidOrder(leaving);
  const owner = await newShopkeeper();
  await openAs(page, owner, "/desk/customers");
  await page.getByRole("searchbox", { name: "Phone, name, or email" }).fill(leaving.email);
  const line = page.getByRole("list", { name: "Customers" }).getByRole("listitem").filter({ hasText: leaving.email });
  await expect(line.getByText("1 order", { exact: true })).toBeVisible();
  await line.getByRole("link").click();
  await page.getByRole("link", { name: "Open the till" }).click();
  await expect(page.getByRole("button", { name: "Lea Leaving" })).toBeVisible();
  await page.goBack();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data" }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), "utf8")) as { account: { email: string } };
  expect(file.account.email).toBe(leaving.email);

  await page.getByRole("button", { name: "Delete account and personal data" }).click();
  const question = page.getByRole("dialog", { name: "Delete Lea Leaving?" });
  await question.getByLabel("Current password").fill(owner.password);
  await question.getByRole("button", { name: "Delete account and personal data" }).click();
  await expect(page).toHaveURL(/\/desk\/customers$/);
  await expect(page.getByText("Customer deleted.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Phone, name, or email" }).fill(leaving.email);
  await expect(page.getByText(`No customer matches "${leaving.email}".`)).toBeVisible();
});

test("the owner merges a second account into the first, and the second can no longer log in", {
  tag: AT_DESKTOP,
}, async ({ page, browser }) => {
  const name = `Efua ${randomUUID().slice(0, 6)}`;
  const [first, second] = [await newShopper(`${name} One`), await newShopper(`${name} Two`)];
  await aPaidOrder(second);
  const owner = await newShopkeeper();
  await openAs(page, owner, `/desk/customers/${first.id}`);
  await page.getByRole("searchbox", { name: "Email, name, or phone of the other account" }).fill(second.email);
  await page.getByRole("button", { name: "Find accounts" }).click();
  await page
    .getByRole("list", { name: "Other accounts" })
    .getByRole("button", { name: /^Merge/ })
    .click();
  const question = page.getByRole("dialog", { name: `Merge ${name} Two into ${name} One?` });
  await expect(question.getByText(/1 order/)).toBeVisible();
  await expectAccessible(page, "dialog");
  await question.getByLabel("Current password").fill("not this one");
  await question.getByRole("button", { name: "Merge accounts" }).click();
  await expect(question.getByText("That is not your current password.")).toBeVisible();
  await question.getByLabel("Current password").fill(owner.password);
  await question.getByRole("button", { name: "Merge accounts" }).click();
  await expect(page.getByText("Accounts merged.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Orders" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: `${name} Two` }).click();
  await expect(page.getByText("This account was merged, and its login is closed.")).toBeVisible();
  await expectAccessible(page, "main");

  const context = await browser.newContext();
  const visit = await context.newPage();
  await visit.goto(new URL("/auth", page.url()).href);
  await fillIn(visit, { Email: second.email, Password: second.password });
  await visit.getByRole("button", { name: "Log in" }).click();
  await expect(visit.getByText("This account is closed.")).toBeVisible();
  await context.close();
});
