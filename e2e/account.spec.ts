// Deep: an order that the server rejects at checkout leaves the cart as it was.
import { fillCart } from "./fixtures/filled-cart.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopper } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test.describe("errors", () => {
  test.use({ expectedRejections: ["/auth/v1/", "place_order", "message: down"] });

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
