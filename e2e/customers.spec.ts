import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, enterAs, newShopkeeper, newShopper, serviceClient } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

// A wrong password is rejected.
test.use({ expectedRejections: ["/merge"] });

/** Ten digits that no other test has. */
function aPhone(): string {
  return `28${String(Date.now()).slice(-8)}`;
}

test("a ringing number leads to the customer, who gets a note, a tag, and a call", { tag: AT_PHONE }, async ({
  page,
  expectAccessible,
}) => {
  const ama = await newShopper("Ama Ringing");
  const phone = aPhone();
  const orderId = await aPaidOrder(ama);
  await serviceClient().from("billing_details").update({ phone }).eq("order_id", orderId).throwOnError();
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Customers" }).click();
  await page
    .getByRole("searchbox", { name: "Phone, name, or email" })
    .fill(`${phone.slice(-7, -4)}-${phone.slice(-4)}`);
  const list = page.getByRole("list", { name: "Customers" });
  await expect(list.getByRole("listitem").filter({ has: page.getByRole("link") })).toHaveCount(1);
  await expectAccessible("main");
  await list.getByRole("link", { name: "Ama Ringing" }).click();
  await expect(page.getByRole("heading", { name: "Ama Ringing", level: 1 })).toBeVisible();
  await expect(
    page.getByRole("link", { name: `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}` }),
  ).toHaveAttribute("href", `tel:+1${phone}`);

  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Enter a note.")).toBeVisible();
  await page.getByRole("textbox", { name: "New note" }).fill("Wants green plantain.");
  await page.getByRole("button", { name: "Add note" }).click();
  const notes = page.getByRole("list", { name: "Notes" });
  await expect(notes.getByText("Wants green plantain.", { exact: true })).toBeVisible();
  await notes.getByRole("button", { name: /^Change.*green/ }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Note" }).fill("Wants ripe plantain.");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(notes.getByText("Wants ripe plantain.", { exact: true })).toBeVisible();

  const tag = `Caller ${phone.slice(-4)}`;
  await page.getByRole("combobox", { name: "New tag" }).fill(tag);
  await page.getByRole("button", { name: "Add tag" }).click();
  await expect(page.getByRole("button", { name: `Remove tag ${tag}` })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "New tag" })).toHaveValue("");
  await expect(page.getByText("No call recorded yet.")).toBeVisible();
  await page.getByRole("button", { name: "Talked by phone today" }).click();
  await expect(page.getByText("Last call: today")).toBeVisible();
  await expect(notes.getByText("Talked by phone", { exact: true })).toBeVisible();
  await expectAccessible("main");

  await notes.getByRole("button", { name: /^Delete.*ripe/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(notes.getByText("Wants ripe plantain.", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: `Remove tag ${tag}` }).click();
  await expect(page.getByText("No tags yet.")).toBeVisible();
});

test("the owner finds a customer, starts an order, exports the data, and deletes the account", {
  tag: AT_DESKTOP,
}, async ({ page }) => {
  const leaving = await newShopper("Lea Leaving");
  await aPaidOrder(leaving);
  const owner = await newShopkeeper();
  await enterAs(page, owner);
  await page.goto("/desk/customers");
  await page.getByRole("searchbox", { name: "Phone, name, or email" }).fill(leaving.email);
  const line = page.getByRole("list", { name: "Customers" }).getByRole("listitem").filter({ hasText: leaving.email });
  await expect(line.getByText("1 order", { exact: true })).toBeVisible();
  await line.getByRole("link").click();
  await page.getByRole("link", { name: "New order" }).click();
  await expect(page.getByLabel("Email (optional)")).toHaveValue(leaving.email);
  await expect(page.getByLabel("Customer's name")).toHaveValue("Lea Leaving");
  await page.goBack();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data" }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), "utf8")) as { account: { email: string } };
  expect(file.account.email).toBe(leaving.email);

  await page.getByRole("button", { name: "Delete account and personal data" }).click();
  const question = page.getByRole("dialog", { name: "Delete Lea Leaving?" });
  await question.getByLabel("Your password").fill(owner.password);
  await question.getByRole("button", { name: "Delete account and personal data" }).click();
  await expect(page).toHaveURL(/\/desk\/customers$/);
  await expect(page.getByText("Customer deleted.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Phone, name, or email" }).fill(leaving.email);
  await expect(page.getByText(`No customer matches "${leaving.email}".`)).toBeVisible();
});

test("the owner merges a second account into the first, and the second can no longer log in", {
  tag: AT_DESKTOP,
}, async ({ page, browser, expectAccessible }) => {
  const name = `Efua ${randomUUID().slice(0, 6)}`;
  const [first, second] = [await newShopper(`${name} One`), await newShopper(`${name} Two`)];
  await aPaidOrder(second);
  const owner = await newShopkeeper();
  await enterAs(page, owner);
  await page.goto(`/desk/customers/${first.id}`);
  await page.getByRole("searchbox", { name: "Email, name, or phone of the other account" }).fill(second.email);
  await page.getByRole("button", { name: "Find accounts" }).click();
  await page
    .getByRole("list", { name: "Other accounts" })
    .getByRole("button", { name: /^Merge/ })
    .click();
  const question = page.getByRole("dialog", { name: `Merge ${name} Two into ${name} One?` });
  await expect(question.getByText(/1 order/)).toBeVisible();
  await expectAccessible("dialog");
  await question.getByLabel("Your password").fill("not this one");
  await question.getByRole("button", { name: "Merge accounts" }).click();
  await expect(question.getByText("That is not your current password.")).toBeVisible();
  await question.getByLabel("Your password").fill(owner.password);
  await question.getByRole("button", { name: "Merge accounts" }).click();
  await expect(page.getByText("Accounts merged.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Orders" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: `${name} Two` }).click();
  await expect(page.getByText("This account was merged, and its login is closed.")).toBeVisible();
  await expectAccessible("main");

  const context = await browser.newContext();
  const visit = await context.newPage();
  await visit.goto(new URL("/auth", page.url()).href);
  await visit.getByLabel("Email").fill(second.email);
  await visit.getByLabel("Password").fill(second.password);
  await visit.getByRole("button", { name: "Log in" }).click();
  await expect(visit.getByText("This account is closed.")).toBeVisible();
  await context.close();
});
