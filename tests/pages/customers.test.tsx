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
