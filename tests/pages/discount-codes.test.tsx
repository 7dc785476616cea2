import { vi } from "vitest";
import { messageTo } from "#e2e/fixtures/account-proofs.ts";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aPaidOrder, aProduct, newShopkeeper, newShopper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { insert, readRow } from "#tests/requests.ts";
import { expect, expectAccessible, openOwnShop, type Page, test } from "./page-test.tsx";

// Discount codes make every cart request its total.
openOwnShop();

async function aCode(more: { once_per_person?: boolean } = {}): Promise<string> {
  const code = `YAM${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  await insert(serviceClient(), "discount_codes", { code, percent: 10, ...more });
  return code;
}

const field = (page: Page) => page.locator("details").filter({ hasText: "Discount code" });
const open = (page: Page) => field(page).locator("summary").click();

async function enter(page: Page, code: string): Promise<void> {
  await field(page).getByLabel("Code").fill(code);
  await field(page).getByRole("button", { name: "Apply code" }).click();
}

test("the owner adds a discount code by keyboard", async ({ page }) => {
  const name = `YAM${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Discount codes" }).click();
  await page.getByRole("button", { name: "Add code" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add code" });
  await dialog.getByLabel("Code", { exact: true }).fill(name.toLowerCase());
  await dialog.getByLabel("Percent", { exact: true }).fill("0");
  await dialog.getByRole("button", { name: "Add code" }).press("Enter");
  await expect(dialog.getByText("A percentage from 0.01 to 100")).toBeVisible();
  await expect(dialog.getByLabel("Percent", { exact: true })).toBeFocused();
  await dialog.getByLabel("Percent", { exact: true }).fill("10");
  await dialog.getByLabel("Total number of uses (optional)").fill("1");
  await dialog.getByRole("button", { name: "Add code" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Code saved.")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(`${name}: 10 % off`);
  await expect(page.getByRole("main")).toContainText("0 of 1 order");
});

test("a guest's discount code is subtracted at once and applies to the order", async ({ page }) => {
  const code = await aCode();
  await openFilledCart(page, [{ name: (await aProduct({ price: 10 })).name, quantity: 1 }]);
  await open(page);
  await enter(page, "NOSUCHCODE");
  await expect(field(page).getByText("That code doesn't exist.")).toBeVisible();
  await enter(page, code.toLowerCase());
  await expect(page.getByText(`${code} applies to this order.`)).toBeVisible();
  await expect(field(page).locator("summary")).toBeFocused();
  await expect(page.getByRole("main")).toContainText("Total (1 item): $9.00");
  await expectAccessible("main details, form[aria-label=Checkout]");
  await page.reload();
  await expect(page.getByRole("main")).toContainText("Total (1 item): $9.00");
  await open(page);
  await field(page).getByRole("button", { name: "Remove code" }).click();
  await expect(page.getByRole("main")).toContainText("Total (1 item): $10.00");
  await expect(field(page).locator("summary")).toBeFocused();
  await enter(page, code);
  await expect(page.getByRole("main")).toContainText("Total (1 item): $9.00");

  const email = `${crypto.randomUUID()}@test.example`;
  await page.getByRole("group", { name: "Who is it for?" }).getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  const order = await readRow(serviceClient(), "orders", "total, discount_code", {
    id: new URL(page.url()).pathname.split("/")[2] ?? "",
  });
  expect(order).toEqual({ total: 9, discount_code: code });
});

test("a code that the database could not check gets no message of the database", async ({ page }) => {
  const code = await aCode();
  await openAs(page, await newShopper(), "/home");
  await openFilledCart(page, [{ name: (await aProduct({ price: 10 })).name, quantity: 1 }]);
  page.route(/enter_discount_code/, () =>
    Response.json({ code: "57014", message: "canceling statement due to statement timeout" }, { status: 500 }),
  );
  await open(page);
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await enter(page, code);
  await expect(field(page).getByText("We couldn't reach the store. Try again.")).toBeVisible();
  expect(logged).toHaveBeenCalledOnce();
  logged.mockClear();
});

test("while guests have typed too many wrong codes, a code is checked with the order", async ({ page }) => {
  const code = await aCode();
  await page.shop.database.admin`
    insert into private.guest_discount_attempts (wrong_count, ends_at) values (100, now() + interval '1 hour')
    on conflict (id) do update set wrong_count = excluded.wrong_count`;
  await openFilledCart(page, [{ name: (await aProduct({ price: 10 })).name, quantity: 1 }]);
  await open(page);
  await enter(page, code);
  await expect(page.getByText(`We check ${code} when you place your order.`)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Total (1 item): $10.00");
  const email = `${crypto.randomUUID()}@test.example`;
  await page.getByRole("group", { name: "Who is it for?" }).getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByRole("main")).toContainText("$9.00");
  await page.shop.database.admin`delete from private.guest_discount_attempts`;
});

test("a guest who has used a code before sees so, and the higher total, before the order is placed", async ({
  page,
}) => {
  const code = await aCode({ once_per_person: true });
  const yam = await aProduct({ price: 10 });
  const ama = await newShopper();
  await ama.client.rpc("enter_discount_code", { code }).throwOnError();
  await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]);
  await openFilledCart(page, [{ name: yam.name, quantity: 1 }]);
  await open(page);
  await enter(page, code);
  await expect(page.getByRole("main")).toContainText("Total (1 item): $9.00");
  await page.getByRole("group", { name: "Who is it for?" }).getByLabel("Email").fill(ama.email);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Enter the code from your email" });
  await dialog.getByLabel("Code from the email").fill((await messageTo(ama.email, "is your")).code);
  await expect(page.getByText(`${code}: You have already used this code.`)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Total (1 item): $10.00");
  await expect(page).toHaveURL("/cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
});
