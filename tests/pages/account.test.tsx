import { vi } from "vitest";
import { READ_SETTINGS } from "#app/platform/reads.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aPaidOrder, aPlacedOrder, enterAs, newShopkeeper, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("a new customer has no orders yet, and logs out", async ({ page }) => {
  await openAs(page, await newShopper(), "/auth");
  await expect(page.getByText(/Welcome, Ama Mensah/)).toBeVisible();
  await expect(page.getByText("You do not have any orders yet")).toBeVisible();
  await expectAccessible("html");
  await step("the session is stored in the browser and deleted on logout", async () => {
    const sessions = () =>
      page.evaluate(() => Object.values(localStorage).filter((value) => value.includes("refresh_token")).length);
    expect(await sessions()).toBe(1);
    await page.getByRole("button", { name: "Log out", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    expect(await sessions()).toBe(0);
  });
  await expect(page.getByRole("main")).toBeFocused();
  await step("the focus of the link to the sign-up form goes to the page's content", async () => {
    await page.getByRole("link", { name: "Sign up" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });
});

test("My Orders names where an order is received: a pickup is not listed as a delivery", async ({ page }) => {
  const ama = await newShopper();
  await aPaidOrder(ama);
  await aPlacedOrder(ama, [{ name: "Red Palm Oil", quantity: 1 }], "delivery");
  await openAs(page, ama, "/auth");
  const orders = page.getByRole("article");
  await expect(orders.nth(0)).toContainText(/Delivery to18 Cypress Bend/);
  await expect(orders.nth(1)).toContainText("PickupIn the store");
});

test("the dashboard keeps the chosen day in the URL and reports a day without orders", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/auth");
  await page.getByLabel("Date").fill("2020-02-29");
  await expect(page.getByText("No orders for the selected date.")).toBeVisible();
  await expect(page).toHaveURL(/date=2020-02-29/);
  await page.getByLabel("Status").selectOption("pending");
  await expect(page).toHaveURL(/status=pending/);
});

test("an error of the auth service is shown under the form", async ({ page }) => {
  await page.goto("/auth");
  await step("a rejected login shows the auth service's message under the form", async () => {
    await fillIn(page, { Email: `${crypto.randomUUID()}@test.example`, Password: "not the one" });
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Invalid login credentials")).toBeVisible();
    await expect(page.getByLabel("Email")).not.toHaveValue("");
  });
  await step("without Google settings, Google login says so", async () => {
    await page.getByRole("button", { name: "Sign in with Google" }).click();
    await expect(page.getByText("Google sign-in is not available.")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  });
});

test("the sign-up button stays disabled until the account page has loaded", async ({ page }) => {
  await page.goto("/auth?mode=sign-up");
  const reading = page.holdBack(/\/rest\/v1\/orders\?/);
  await fillIn(page, {
    "Full Name": "Ama Mensah",
    Email: `${crypto.randomUUID()}@test.example`,
    Password: "long enough",
  });
  await page.getByRole("button", { name: "Sign up" }).click();
  await reading.arrival;
  await expect(page.getByRole("button", { name: "Sign up" })).toBeDisabled();
  reading.release();
  await expect(page.getByText("You do not have any orders yet")).toBeVisible();
});

test("a browser that stores nothing says before the login that nobody can log in", async ({ page }) => {
  const remove = vi.spyOn(localStorage, "removeItem").mockImplementation(() => {
    throw new DOMException("The user denied access.", "SecurityError");
  });
  await page.goto("/auth");
  await expect(page.getByRole("alert").filter({ hasText: "so you can't log in" })).toBeVisible();
  remove.mockRestore();
});

test("an address that a code was sent to can be corrected", async ({ page }) => {
  const email = `${crypto.randomUUID()}@test.example`;
  await page.goto("/auth?next=/cart");
  const form = page.getByRole("form", { name: "Get a code" });
  await form.getByLabel("Email").fill(email);
  await form.getByRole("button", { name: "Send me a code" }).click();
  await page.getByRole("button", { name: "Use another address or send a new code" }).click();
  await expect(form.getByLabel("Email")).toHaveValue(email);
});

test("a login to an unconfirmed address sends the confirmation again", async ({ page }) => {
  const unconfirmed = { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" };
  page.route(/grant_type=password/, () => Response.json(unconfirmed, { status: 400 }));
  await page.goto("/auth");
  const email = `${crypto.randomUUID()}@test.example`;
  await fillIn(page, { Email: email, Password: "a long password" });
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText("We sent you a link. It confirms your address and logs you in.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Send again/ })).toBeVisible();
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test.for([
  ["/account", "Account settings", /auth\/v1\/user/],
  ["/desk/today", "Today", /rpc\/staff_role/],
] as const)("%s is shown although one of its reads fails once", async ([path, heading, read], { page }) => {
  vi.spyOn(READ_SETTINGS, "retryDelay").mockReturnValue(0);
  await enterAs(page, await newShopkeeper());
  let requests = 0;
  page.route(read, (request) => {
    requests += 1;
    return requests === 1 ? new Response("{}", { status: 503 }) : page.shop.app.fetch(request);
  });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  expect(requests).toBeGreaterThan(1);
});

test("an order that cannot be created shows an error and keeps the cart", async ({ page }) => {
  await enterAs(page, await newShopper());
  await openFilledCart(page);
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  page.route(/rpc\/place_order/, () =>
    Response.json({ code: "X", message: "down", details: null, hint: null }, { status: 503 }),
  );
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page.getByText("Your order could not be created. Please try again.").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  expect(logged).toHaveBeenCalled();
  logged.mockClear();
  page.unrouteAll();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  // Counted at once, because the message closes by itself after five seconds.
  expect(await page.getByText("Your order could not be created. Please try again.").count()).toBe(0);
});
