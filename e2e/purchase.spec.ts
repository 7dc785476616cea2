import { randomUUID } from "node:crypto";
import { fillIn } from "./fixtures/fill-in.ts";
import { firstAdd } from "./fixtures/navigate.ts";
import { asOlderBrowser } from "./fixtures/older-browser.ts";
import { expect, expectAccessible, test, typeCard } from "./fixtures/shop-test.ts";
import { changeTo, newShopkeeper } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test.use({ expectedRejections: ["/confirm"] });

test("a guest buys two products after a declined card, and the shopkeeper sees the order as paid", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page }) => {
  // axe checks six pages.
  test.slow();
  await asOlderBrowser(page);
  const name = `Ama ${randomUUID().slice(0, 6)}`;
  const email = `${randomUUID()}@test.example`;

  await test.step("she adds two products", async () => {
    await page.goto("/condiments");
    const oil = page.getByRole("article").filter({ hasText: "Red Palm Oil" });
    await oil.getByRole("button", { name: /Add to Cart/i }).click();
    await expect(page.getByText("Item added to cart").first()).toBeVisible();
    // pages.spec.ts checks the listing.
    await expectAccessible(page, "[role=status]");
    await page.getByText("Menu", { exact: true }).filter({ visible: true }).click();
    await page.getByRole("link", { name: "Grains, Flours, and Cereal" }).filter({ visible: true }).click();
    await page.getByRole("link", { name: "Ijebu Garri" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Ijebu Garri" })).toBeVisible();
    await firstAdd(page).click();
    await expect(page.getByRole("link", { name: /Cart.*2/ })).toBeVisible();
  });

  await test.step("Proceed says what the delivery needs, then opens the login, where she signs up", async () => {
    await page.getByRole("link", { name: /Cart.*2/ }).click();
    await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
    await page.getByLabel("Delivery", { exact: true }).check();
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page.getByText("Please provide a delivery address and phone number.").first()).toBeVisible();
    await expect(page.getByLabel("Delivery address")).toBeFocused();
    await fillIn(page, { "Delivery address": "18 Cypress Bend, Humble, TX 77338", "Phone number": "2815550177" });
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page.getByText("Please login or sign up to proceed").first()).toBeVisible();
    await expect(page).toHaveURL(/\/auth/);
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByRole("button", { name: "Sign up" }).click();
    for (const message of ["Full Name is required", "Email is required", "Password is required"]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(page.getByLabel("Full Name")).toBeFocused();
    await expectAccessible(page, "main");
    await fillIn(page, { "Full Name": name, Email: "nobody", Password: "short" });
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
    await fillIn(page, { Email: email, Password: "long enough" });
    await page.getByRole("button", { name: "Sign up" }).click();
  });

  await test.step("checkout continues by itself", async () => {
    await expect(page).toHaveURL(/\/shippingInformation\/[0-9a-f-]{36}$/);
  });
  const orderId = page.url().split("/").at(-1) ?? "";

  await test.step("she fills in the billing form with errors, then correctly", async () => {
    const next = page.getByRole("button", { name: "Continue to payment" });
    await page.getByText("TX, United States").click();
    for (const label of ["Full name", "Email", "Phone number", "State", "Country"])
      await page.getByLabel(label, { exact: true }).fill("");
    await next.click();
    for (const message of [
      "Full name is required",
      "Address is required",
      "City is required",
      "State is required",
      "Zip code is required",
      "Country is required",
      "Email is required",
      "Phone number is required",
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(page.getByLabel("Full name")).toBeFocused();
    await expectAccessible(page);
    await fillIn(page, { Country: "usa", "Phone number": "12345" });
    await next.click();
    await expect(page.getByText("Please enter a valid 2-letter country code.")).toBeVisible();
    await expect(page.getByText("Phone number must be 10 digits")).toBeVisible();
    await fillIn(page, { "Full name": name, Address: "1 Palm Street", City: "Houston", State: "TX" });
    await page.getByLabel("ZIP code", { exact: true }).fill("77073");
    await page.getByLabel("Country").fill("us");
    await expect(page.getByLabel("Country")).toHaveValue("US");
    await fillIn(page, { Email: email, "Phone number": "2815550123" });
    await next.click();
    await expect(page).toHaveURL(`/checkout/${orderId}`);
  });

  await test.step("her first card is declined", async () => {
    await expect(page.getByText("Test payments: no card is charged")).toBeVisible();
    await typeCard(page, "4000 0000 0000 0002");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Pay $22.48" }).click();
    await expect(page).toHaveURL(`/error?order=${orderId}`);
    await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
    await expect(page.getByText("Your card was declined.").first()).toBeVisible();
    await expectAccessible(page, "main");
  });

  await test.step("her second card pays, on the same page", async () => {
    await typeCard(page, "4242 4242 4242 4242");
    await page.getByRole("button", { name: "Pay $22.48" }).click();
    await expect(page).toHaveURL(`/success/${orderId}`);
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    await expect(page.getByText(orderId)).toBeVisible();
    await expect(page.getByText("Red Palm Oil").filter({ visible: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
    await expect(page.getByText("Your cart is empty.")).toBeVisible();
    await page
      .getByRole("banner")
      .getByRole("link", { name: /account/i })
      .click();
    await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "$22.48" })).toContainText(/paid/i);
  });

  await test.step("the shopkeeper sees it as paid under today's date", async () => {
    await changeTo(page, await newShopkeeper());
    await page.goto("/auth?status=paid");
    await expect(page.getByRole("heading", { name: "ADMIN DASHBOARD" })).toBeVisible();
    const order = page.getByRole("article").filter({ hasText: name });
    await expect(order).toContainText("$22.48");
    await expect(order).toContainText(/paid/i);
    await order.getByRole("button", { name: /View details/ }).click();
    await expect(order.getByText("Ijebu Garri")).toBeVisible();
  });
});
