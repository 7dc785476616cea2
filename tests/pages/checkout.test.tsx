import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { aProduct, enterAs, newShopper } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

test("an order under $0.50 cannot be paid online, and the cart and checkout say so", async ({
  page,
  expectAccessible,
}) => {
  const [ama, sweet] = await Promise.all([newShopper(), aProduct({ price: 0.3 })]);
  await enterAs(page, ama);
  await fillCart(page, [{ name: sweet.name, quantity: 1 }]);
  await page.goto("/cart");
  const message = page.getByText("You can't pay orders under $0.50 online. Call us or visit the store.");
  await expect(message).toBeVisible();
  await expectAccessible();
  await page
    .getByRole("article", { name: sweet.name })
    .getByRole("button", { name: /more|increase/i })
    .click();
  await expect(message).toHaveCount(0);
  await page
    .getByRole("article", { name: sweet.name })
    .getByRole("button", { name: /fewer|less|decrease/i })
    .click();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(message).toBeVisible();
  await sweet.change({ archived_at: new Date().toISOString() });
});
