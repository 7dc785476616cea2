import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { aPaidOrder, newShopkeeper, newShopper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

/** Ten digits that no other test has. */
const aPhone = (): string => `28${String(Date.now()).slice(-8)}`;

test("a ringing number leads to the customer, who gets a note, a tag, and a call", async ({ page }) => {
  const ama = await newShopper("Ama Ringing");
  const phone = aPhone();
  const orderId = await aPaidOrder(ama);
  await serviceClient().from("billing_details").update({ phone }).eq("order_id", orderId).throwOnError();
  await openAs(page, await newShopkeeper(), "/desk");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Customers" }).click();
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
  await expect(page.getByText("Tag added.")).toBeVisible();
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
  await expect(page.getByText("Tag removed.")).toBeVisible();
});

test("the owner finds a customer, starts an order, exports the data, and deletes the account", async ({ page }) => {
  const leaving = await newShopper("Lea Leaving");
  await aPaidOrder(leaving);
  const owner = await newShopkeeper();
  await openAs(page, owner, "/desk/customers");
  const search = page.getByRole("searchbox", { name: "Phone, name, or email" });
  await search.fill(leaving.email);
  const line = page.getByRole("list", { name: "Customers" }).getByRole("listitem").filter({ hasText: leaving.email });
  await expect(line.getByText("1 order", { exact: true })).toBeVisible();
  await line.getByRole("link").click();
  await page.getByRole("link", { name: "Open the till" }).click();
  await expect(page.getByRole("button", { name: "Lea Leaving" })).toBeVisible();
  await page.goBack();
  const { text } = await page.savedFile(() => page.getByRole("button", { name: "Export data" }).click());
  expect(JSON.parse(text).account.email).toBe(leaving.email);

  await page.getByRole("button", { name: "Delete account and personal data" }).click();
  const question = page.getByRole("dialog", { name: "Delete Lea Leaving?" });
  await question.getByLabel("Current password").fill(owner.password);
  await question.getByRole("button", { name: "Delete account and personal data" }).click();
  await expect(page).toHaveURL("/desk/customers");
  await expect(page.getByText("Customer deleted.")).toBeVisible();
  await search.fill(leaving.email);
  await expect(page.getByText(`No customer matches "${leaving.email}".`)).toBeVisible();
});

test("the owner merges a second account into the first, and the second can no longer log in", async ({ page }) => {
  const name = `Efua ${aPhone()}`;
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
  await expectAccessible("dialog[open]");
  for (const password of ["not this one", owner.password]) {
    await question.getByLabel("Current password").fill(password);
    await question.getByRole("button", { name: "Merge accounts" }).click();
    if (password !== owner.password)
      await expect(question.getByText("That is not your current password.")).toBeVisible();
  }
  await expect(page.getByText("Accounts merged.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Orders" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: `${name} Two` }).click();
  await expect(page.getByText("This account was merged, and its login is closed.")).toBeVisible();
  await expectAccessible("main");

  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/auth");
  await fillIn(page, { Email: second.email, Password: second.password });
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("This account is closed.")).toBeVisible();
});
