import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { newShopper, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

test("a login elsewhere does not continue an abandoned checkout", async ({ page }) => {
  const ama = await newShopper();
  await fillCart(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await page.goto("/auth");
  await page.getByLabel("Email").fill(ama.email);
  await page.getByLabel("Password").fill(ama.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "Proceed to Checkout" }).first()).toBeEnabled();
  await expect(page).toHaveURL("/cart");
  const { data } = await serviceClient().from("orders").select("id").eq("user_id", ama.id).throwOnError();
  expect(data).toEqual([]);
});
