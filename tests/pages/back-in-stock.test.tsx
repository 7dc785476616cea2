import { vi } from "vitest";
import { messageTo } from "#e2e/fixtures/account-proofs.ts";
import { aProduct, newShopkeeper, replaceSession, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, openOwnShop, step, test } from "./page-test.tsx";

// Requests for products that are sold out are a setting of the store.
openOwnShop();

test("a guest waits for a sold-out product by an email code, staff see it, and the account withdraws it", async ({
  page,
}) => {
  await serviceClient().from("store_settings").update({ has_back_in_stock: true }).eq("id", true).throwOnError();
  const product = await aProduct({ count: 0 });
  const email = `${crypto.randomUUID()}@test.example`;
  const openLink = page.getByRole("link", { name: "Tell me when it's back" });
  await page.goto(`/products/condiments/${product.id}`);
  await openLink.click();
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(email);
  await main.getByRole("button", { name: "Send me a code" }).click();
  const { code } = await messageTo(email, "is your");
  await expectAccessible();
  const logged = vi.spyOn(console, "error").mockReturnValue();
  page.route(/request_back_in_stock/, () => new Response("{}", { status: 500 }));
  await main.getByLabel("Code from the email").fill(code);
  await expect(main.getByRole("alert")).toBeVisible();
  logged.mockClear();
  page.unrouteAll();
  await main.getByRole("button", { name: "Tell me", exact: true }).click();
  await expect(main.getByText(`We'll write once when ${product.name} is back`)).toBeVisible();
  await main.getByRole("link", { name: `Back to ${product.name}` }).click();
  await expect(openLink).toBeVisible();

  await page.goto("/account");
  const waiting = page.getByRole("region", { name: "Waiting for stock" });
  await expect(waiting.getByText(product.name)).toBeVisible();

  await step("a link without a token cancels nothing", async () => {
    await page.goto("/stock-messages");
    await page.getByRole("button", { name: "Stop stock messages" }).click();
    await expect(page.getByText("This link is incomplete or older than 90 days.")).toBeVisible();
    await expectAccessible();
  });

  await page.goto("/account");
  await waiting.getByRole("button", { name: `Withdraw ${product.name}` }).click();
  await expect(waiting.getByText(`Withdrawn: ${product.name}.`)).toBeVisible();
  await expect(waiting.getByRole("listitem")).toHaveCount(0);

  await page.goto(`/products/condiments/${product.id}`);
  await openLink.click();
  await main.getByRole("button", { name: "Tell me", exact: true }).click();
  await expect(main.getByText(`We'll write once when ${product.name} is back`)).toBeVisible();

  await replaceSession(page, await newShopkeeper());
  await page.goto("/desk/stock/report");
  const row = page.getByRole("row", { name: new RegExp(product.name) });
  await expect(row.getByRole("cell").first()).toHaveText("1");
  await expectAccessible();
});
