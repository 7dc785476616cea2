// Deep: a pay link opened without an account.
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, test, typeCard } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper, serviceClient } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test("a cash order at the point of sale appears on the order board and the daily report", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page, expectAccessible }) => {
  const yam = await aProduct({ price: 12.5 });
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk");
  await page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Counter" }).click();
  await page.getByRole("searchbox", { name: "Add product" }).fill(yam.name);
  await page.getByRole("button", { name: `Add ${yam.name}` }).click();
  // The field is ready for the next product.
  await expect(page.getByRole("searchbox", { name: "Add product" })).toBeFocused();
  await expect(page.getByRole("searchbox", { name: "Add product" })).toHaveValue("");
  await page.getByRole("button", { name: `One more of ${yam.name}` }).click();
  await expect(page.getByText("$25.00").last()).toBeVisible();
  await expectAccessible();

  await page.getByLabel("Phone number (optional)").fill("12");
  await page.getByRole("button", { name: "Create order" }).click();
  await expect(page.getByText("Phone number must be 10 digits")).toBeVisible();
  await page.getByLabel("Phone number (optional)").fill("");
  await page.getByRole("button", { name: "Create order" }).click();
  const heading = page.getByRole("heading", { name: /^Order \d+$/, level: 1 });
  await expect(heading).toBeVisible();
  const name = (await heading.textContent()) ?? "";
  await expectAccessible("main");
  await page.getByLabel("Cash received (optional)").fill("24");
  await expect(page.getByText("Less than $25.00.")).toBeVisible();
  await page.getByLabel("Cash received (optional)").fill("40");
  await expect(page.getByText("Change: $15.00")).toBeVisible();
  await page.getByRole("button", { name: "$25.00 paid in cash" }).click();
  await expect(page.getByText(`${name} is paid: $25.00 in cash.`)).toBeVisible();

  await page.getByRole("link", { name: "Pack order" }).click();
  await expect(page.getByRole("checkbox", { name: new RegExp(yam.name) })).toBeVisible();
  await expect(page.getByText("Walk-in")).toBeVisible();
  await navigateTo(page, "/desk/day");
  await expect(page.getByRole("row", { name: /^Cash, in the store/ })).toBeVisible();
});

test("an emailed pay link is paid by card without an account", { tag: AT_PHONE }, async ({ page, browser }) => {
  const yam = await aProduct({ price: 9 });
  const email = `${yam.id}@counter.example`;
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk/new-order");
  await page.getByRole("searchbox", { name: "Add product" }).fill(yam.name);
  await page.getByRole("button", { name: `Add ${yam.name}` }).click();
  await page.getByLabel("Customer's name").fill("Kwame Asante");
  await page.getByLabel("Email (optional)").fill(email);
  await page.getByRole("button", { name: "Create order" }).click();
  await page.getByRole("button", { name: "Send by email" }).click();
  await expect(page.getByText(`Pay link sent to ${email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Show link" }).click();
  const link = await page.getByRole("link", { name: /^Pay page of order/ }).getAttribute("href");

  const context = await browser.newContext({ reducedMotion: "reduce" });
  const customer = await context.newPage();
  await customer.goto(link ?? "");
  await customer.getByLabel("Name on the card").fill("Kwame Asante");
  await typeCard(customer, "4242 4242 4242 4242");
  await customer.getByRole("button", { name: "Pay $9.00" }).click();
  await expect(customer.getByText(/^Order \d+ is paid: \$9\.00\. Thank you.$/)).toBeVisible();
  await customer.reload();
  await expect(customer.getByText(/is paid: \$9\.00/)).toBeVisible();
  await expect(customer.getByRole("button", { name: /^Pay/ })).toBeHidden();
  await context.close();
  const { data } = await serviceClient().from("orders").select("status").eq("customer_email", email);
  expect(data).toEqual([{ status: "paid" }]);
});
