import { randomUUID } from "node:crypto";
import { mailedText, messageTo } from "./fixtures/account-proofs.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

/** The first request to accept is rejected, because the email address is not verified yet. */
test.use({ expectedRejections: ["/rest/v1/rpc/accept_invitation"] });

test("an invited packer packs, is denied other permissions, and loses the role at once", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page, browser, baseURL }) => {
  const name = `Kofi ${randomUUID().slice(0, 6)}`;
  const email = `nephew.${randomUUID()}@test.example`;
  await openAs(page, await newShopkeeper(), "/auth");

  await test.step("the owner invites him with a refund limit", async () => {
    await page.goto("/desk/staff");
    await expect(page.getByRole("heading", { name: "Current staff" })).toBeVisible();
    const form = page.getByRole("form", { name: "Invite staff" });
    await fillIn(form, { Email: email, "Refund limit per order, in dollars": "much" });
    await form.getByRole("button", { name: "Send invitation" }).click();
    await expect(form.getByText("Enter dollars and cents, such as 4.99.")).toBeVisible();
    await form.getByLabel("Refund limit per order, in dollars").fill("15");
    await form.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText("Packer, can refund up to $15.00 of an order")).toBeVisible();
    await expectAccessible(page);
  });

  const nephew = await browser.newContext({ baseURL: baseURL ?? "" });
  const phone = await nephew.newPage();

  await test.step("he signs up with the invited address and verifies it", async () => {
    expect(await mailedText(email, "Join our team")).toContain("/join");
    await phone.goto("/join");
    await expect(phone.getByText("with the address we invited")).toBeVisible();
    await phone.getByRole("link", { name: "Sign up" }).click();
    await fillIn(phone, { "Full Name": name, Email: email });
    await phone.getByLabel("Password", { exact: true }).fill("long enough");
    await phone.getByRole("button", { name: "Sign up" }).click();
    await phone.getByRole("button", { name: "Accept invitation" }).click();
    const { code } = await messageTo(email, "is your");
    await phone.getByLabel("Code from the email").fill(code);
    await phone.getByRole("button", { name: "Accept invitation" }).click();
  });

  await test.step("he lands on the order board and sees only what a packer may see", async () => {
    await expect(phone).toHaveURL("/desk");
    await expect(phone.getByRole("heading", { name: "Order board" })).toBeVisible();
    const places = phone.getByRole("navigation", { name: "Back office, main pages" }).getByRole("link");
    await expect(places).toHaveText(["Orders"]);
  });

  await test.step("pages of the owner and managers redirect him", async () => {
    await phone.goto("/desk/staff");
    await expect(phone.getByRole("heading", { name: `Welcome, ${name}` })).toBeVisible();
    await expect(phone).toHaveURL(/\/auth$/);
    for (const path of ["/desk/audit-log", "/desk/products", "/desk/day", "/desk/settings", "/desk/settings/tax"]) {
      await navigateTo(phone, path);
      await expect(phone).toHaveURL(/\/auth$/);
      await expect(phone.getByRole("heading", { name: `Welcome, ${name}` })).toBeVisible();
    }
    await expect(phone.getByText("ADMIN DASHBOARD")).toHaveCount(0);
  });

  await test.step("the owner revokes the role, and the audit log keeps his changes", async () => {
    await phone.goto("/desk");
    await expect(phone.getByLabel("Find an order")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: `Remove : ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText(name)).toHaveCount(0);
    await expect(phone.getByRole("heading", { name: "You no longer have access to this page" })).toBeVisible();
    await expect(phone.getByLabel("Find an order")).toHaveCount(0);
    await expect(phone.getByRole("link", { name: "Orders" })).toHaveCount(0);
    await page.goto("/desk/audit-log?kind=right");
    const taken = page
      .getByRole("listitem")
      .filter({ hasText: `removed ${email} from the staff (packer)` })
      .first();
    await expect(taken.getByText("packer → nothing")).toBeHidden();
    await taken.getByText("Details").click();
    await expect(taken.getByText("packer → nothing")).toBeVisible();
    await expectAccessible(page);
  });
  await nephew.close();
});
