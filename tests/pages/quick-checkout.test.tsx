import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { enterAs, newShopper, serviceClient } from "#e2e/fixtures/test-data.ts";
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

test("a guest is told each missing delivery field before anybody asks who she is", async ({ page }) => {
  await fillCart(page);
  await page.goto("/cart");
  const proceed = page.getByRole("button", { name: "Proceed to Checkout" }).first();
  const street = page.getByLabel("Delivery address");
  const phone = page.getByLabel("Phone number");
  await page.getByLabel("Delivery", { exact: true }).check();
  await proceed.click();
  await expect(page.getByText("Please provide a delivery address and phone number.").first()).toBeVisible();
  await expect(street).toBeFocused();
  await expect(street).toHaveAccessibleDescription(/Address is required/);
  await street.fill("18 Cypress Bend");
  await proceed.click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription("Phone number is required");
  await phone.fill("12");
  await proceed.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL("/cart");
});

test("the soonest pickup time is preselected, so that an order needs no choice", async ({ page }) => {
  const server = serviceClient();
  await server
    .from("window_rules")
    .upsert(
      [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
        delivery_type: "pickup",
        weekday,
        length_minutes: 60,
        preparation_minutes: 0,
        capacity: 50,
      })),
    )
    .throwOnError();
  await server.from("store_settings").update({ pickup_windows: true }).eq("id", true).throwOnError();
  try {
    const ama = await newShopper();
    await enterAs(page, ama);
    await fillCart(page);
    await page.goto("/cart");
    const time = page.getByLabel("When will you pick it up?");
    await expect(time).toHaveValue(/^\d{4}-/);
    const soonest = await time.inputValue();
    await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
    const { data } = await server.from("orders").select("window_starts_at").eq("user_id", ama.id).throwOnError();
    expect(data).toEqual([{ window_starts_at: soonest }]);
  } finally {
    await server.from("store_settings").update({ pickup_windows: false }).eq("id", true).throwOnError();
  }
});
