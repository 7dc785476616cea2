import { mailedOrderLink } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { aPaidOrder, nameOf, newShopper } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("without its link, an order is found by its number and email, in a new email", async ({ page }) => {
  const ama = await newShopper();
  const name = await nameOf(await aPaidOrder(ama));
  await mailedOrderLink(ama.email);
  await page.goto("/auth");
  await page.getByRole("link", { name: "Find my order" }).click();
  await fillIn(page, { "Order number": "A12", "Email or phone number": "ama" });
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Enter the number of your order.")).toBeVisible();
  await expect(page.getByText("Enter the email or phone number you ordered with.")).toBeVisible();
  await expectAccessible("main");

  await fillIn(page, { "Order number": `# ${name.replace(/\D/g, "")}`, "Email or phone number": ama.email });
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If we have this order, we sent a link to its email address.")).toBeVisible();
  await page.goto(await mailedOrderLink(ama.email));
  await expect(page.getByRole("heading", { name })).toBeVisible();
});
