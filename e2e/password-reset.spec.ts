// Deep: the local mailbox, and a reset link in the browser that requested it.
import { messageTo, pressLinkButton } from "./fixtures/account-proofs.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopper, verifyEmail } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test("a shopper resets a forgotten password by a link and is logged in", { tag: AT_PHONE }, async ({ page }) => {
  const shopper = await newShopper();
  await verifyEmail(shopper);
  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByRole("button", { name: "Send link" }).click();
  const popup = page.waitForEvent("popup");
  await page.getByRole("link", { name: "read it in the local mailbox" }).click();
  await messageTo(shopper.email, "Choose a new password");
  const mailbox = await popup;
  await mailbox.reload();
  await mailbox.getByRole("listitem").filter({ hasText: shopper.email }).getByRole("link").click();
  await expect(
    mailbox.getByRole("heading", { level: 1, name: "Choose a new password for Calabash Market" }),
  ).toBeVisible();
  await mailbox.frameLocator("iframe").getByRole("link", { name: "Choose a new password" }).click();
  await expect(mailbox.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
  await expectAccessible(mailbox);
  await pressLinkButton(mailbox);
  await expect(mailbox).toHaveURL("/auth/reset");
  await expect(mailbox.getByText(`For ${shopper.email}.`)).toBeVisible();
  await expectAccessible(mailbox);
  await mailbox.getByLabel("New password").fill("longer than that");
  await mailbox.getByRole("button", { name: "Save password" }).click();
  await expect(mailbox.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
});
