// Deep: a login link, and a logout in another tab.
import { followLink, messageTo } from "./fixtures/account-proofs.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

// A used link, and ended sessions.
test.use({ expectedRejections: ["/auth/v1/", "/api/account"] });

test("a sign-in link logs in once and opens the requested page", { tag: AT_PHONE }, async ({ page, browser }) => {
  const { email } = await newShopper();
  await page.goto("/auth?next=%2Faccount");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a login link" }).click();
  await expect(page.getByText("If this address has an account, we sent it a")).toBeVisible();
  await expectAccessible(page, "main");
  const { link } = await messageTo(email, "is your");
  await followLink(page, link);
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(email).first()).toBeVisible();

  const anotherUser = await (await browser.newContext()).newPage();
  await followLink(anotherUser, link);
  await expect(anotherUser.getByText("This link was used or has expired. Ask for a new one.")).toBeVisible();
  await expect(anotherUser.getByRole("heading", { name: "Log in" })).toBeVisible();
  await anotherUser.context().close();
});

test("logging out everywhere logs out the other tab immediately", { tag: AT_DESKTOP }, async ({ page }) => {
  const tab = await page.context().newPage();
  await openAs(page, await newShopper(), "/account");
  await tab.goto("/auth");
  await expect(tab.getByRole("button", { name: "Log out", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(tab.getByRole("heading", { name: "Log in" })).toBeVisible();
});
