import { fillCart } from "./fixtures/filled-cart.ts";
import { expect, signUp, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper, newShopper } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

test("a new customer has no orders yet, and logs out", { tag: AT_PHONE }, async ({ page, expectAccessible }) => {
  await signUp(page, "Ama Mensah");
  await expect(page.getByText(/Welcome, Ama Mensah/)).toBeVisible();
  await expect(page.getByText("You do not have any orders yet")).toBeVisible();
  await expectAccessible("html");
  await test.step("the session is stored in the browser and deleted on logout", async () => {
    const sessions = () =>
      page.evaluate(() => Object.values(localStorage).filter((value) => value.includes("refresh_token")).length);
    expect(await sessions()).toBe(1);
    await page.reload();
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    expect(await sessions()).toBe(0);
  });
});

test("the dashboard keeps the chosen day in the URL and reports a day without orders", {
  tag: AT_DESKTOP,
}, async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  await page.goto("/auth");
  await page.getByLabel("Date").fill("2020-02-29");
  await expect(page.getByText("No orders for the selected date.")).toBeVisible();
  await expect(page).toHaveURL(/date=2020-02-29/);
  await page.getByLabel("Status").selectOption("pending");
  await expect(page).toHaveURL(/status=pending/);
});

test.describe("errors", () => {
  test.use({ expectedRejections: ["/auth/v1/", "place_order", "message: down"] });

  test("an error of the auth service is shown under the form", { tag: AT_PHONE }, async ({ page }) => {
    await page.goto("/auth");
    await test.step("a rejected login shows the auth service's message under the form", async () => {
      await page.getByLabel("Email").fill(`${crypto.randomUUID()}@test.example`);
      await page.getByLabel("Password").fill("not the one");
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByText("Invalid login credentials")).toBeVisible();
      await expect(page.getByLabel("Email")).not.toHaveValue("");
    });
    await test.step("without Google settings, Google login shows the auth service's message", async () => {
      await page.getByRole("button", { name: "Sign in with Google" }).click();
      await expect(page.getByText("Unsupported provider: provider is not enabled")).toBeVisible();
      await expect(page).toHaveURL(/\/auth$/);
    });
  });

  test("an order that cannot be created shows an error and keeps the cart", { tag: AT_PHONE }, async ({ page }) => {
    await enterAs(page, await newShopper());
    await fillCart(page);
    await page.goto("/cart");
    await page.route("**/rest/v1/rpc/place_order", (route) =>
      route.fulfill({ status: 503, json: { code: "X", message: "down", details: null, hint: null } }),
    );
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page.getByText("Your order could not be created. Please try again.").first()).toBeVisible();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
    await page.unroute("**/rest/v1/rpc/place_order");
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
  });
});
