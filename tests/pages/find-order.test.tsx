import { mailedOrderLink } from "#e2e/fixtures/account-proofs.ts";
import { aPaidOrder, nameOf, newShopper } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

test("without its link, an order is found by its number and email, in a new email", async ({
  page,
  expectAccessible,
}) => {
  const ama = await newShopper();
  const name = await nameOf(await aPaidOrder(ama));
  await mailedOrderLink(ama.email);
  await page.goto("/auth");
  await page.getByRole("link", { name: "Find my order" }).click();
  await page.getByLabel("Order number").fill("A12");
  await page.getByLabel("Email or phone number").fill("ama");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Enter the number of your order.")).toBeVisible();
  await expect(page.getByText("Enter the email or phone number you ordered with.")).toBeVisible();
  await expectAccessible("main");

  await page.getByLabel("Order number").fill(`# ${name.replace(/\D/g, "")}`);
  await page.getByLabel("Email or phone number").fill(ama.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If we have this order, we sent a link to its email address.")).toBeVisible();
  await page.goto(await mailedOrderLink(ama.email));
  await expect(page.getByRole("heading", { name })).toBeVisible();
});
