import { shopDayOf } from "#app/values/shop-clock.ts";
import { messageTo } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { fillCart, openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aPaidOrder, enterAs, newShopper, serviceClient } from "#e2e/fixtures/test-data.ts";
import { call, insert, readRow } from "#tests/requests.ts";
import { BILLING } from "#tests/running-shop.ts";
import { expect, expectAccessible, type Page, test } from "./page-test.tsx";

test("a login elsewhere does not continue an abandoned checkout", async ({ page }) => {
  const ama = await newShopper();
  await openFilledCart(page);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await page.goto("/auth");
  await fillIn(page, { Email: ama.email, Password: ama.password });
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "Proceed to Checkout" }).first()).toBeEnabled();
  await expect(page).toHaveURL("/cart");
  expect((await serviceClient().from("orders").select("id").eq("user_id", ama.id).throwOnError()).data).toEqual([]);
});

test("a guest is told each missing delivery field before anybody asks who she is", async ({ page }) => {
  await openFilledCart(page);
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

test("the demo answers the pickup time in one line, which opens days and times", async ({ page }) => {
  const server = serviceClient();
  const ama = await newShopper();
  await enterAs(page, ama);
  await openFilledCart(page);
  const line = page
    .getByRole("form", { name: "Checkout" })
    .locator("summary")
    .filter({ hasText: /\d [AP]MChange/ });
  await expect(line).toContainText(/^(Today|Tomorrow) \d/);
  const proceed = page.getByRole("button", { name: "Proceed to Checkout" }).first();
  await proceed.click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  const windows = await call(ama, "list_windows", { delivery_type: "pickup", max_count: 40 });
  const timeOf = async () => {
    const data = await readRow(server, "orders", "window_starts_at", { user_id: ama.id, status: "pending" });
    return data.window_starts_at;
  };
  expect(await timeOf()).toBe(windows[0]?.starts_at);

  await page.goto("/cart");
  await line.click();
  const days = page.getByRole("radiogroup", { name: "Day" });
  await expect(days.getByRole("radio")).toHaveCount(3);
  await days.getByRole("radio").nth(2).check();
  await page.getByRole("radiogroup", { name: "Time" }).getByRole("radio").nth(1).check();
  await expect(line).not.toContainText(/^(Today|Tomorrow)/);
  // Looking at delivery keeps the pickup time.
  for (const name of ["Delivery", "Pickup"]) await page.getByRole("radio", { name, exact: true }).check();
  await proceed.click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  const dayOf = (startsAt: string) => shopDayOf(new Date(startsAt), "America/Chicago");
  const starts: string[] = windows.map(({ starts_at: startsAt }: { starts_at: string }) => startsAt);
  const third = [...new Set(starts.map(dayOf))][2];
  expect(await timeOf()).toBe(starts.filter((startsAt) => dayOf(startsAt) === third)[1]);
});

test("proceeding before the times have loaded chooses the soonest one", async ({ page }) => {
  const ama = await newShopper();
  await enterAs(page, ama);
  await fillCart(page);
  const { data: windows } = await ama.client.rpc("list_windows", { delivery_type: "pickup" }).throwOnError();
  const loading = Promise.withResolvers<Response>();
  let requestCount = 0;
  page.route(/list_windows/, () => {
    requestCount += 1;
    return requestCount === 1 ? (loading.promise as never) : undefined;
  });
  await page.goto("/cart");
  await expect(page.getByText("Loading times...")).toBeVisible();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  loading.resolve(Response.json([]));
  const order = await readRow(serviceClient(), "orders", "window_starts_at", { user_id: ama.id });
  expect(order.window_starts_at).toBe(windows[0]?.starts_at);
});

test("the next cart starts with the last delivery address until the shopper chooses pickup", async ({ page }) => {
  const ama = await newShopper();
  await insert(ama, "saved_addresses", {
    street: "12 Main Street",
    city: "Humble",
    postal_code: "77338",
    phone: "2815550177",
  });
  await aPaidOrder(ama, [{ name: "Red Palm Oil", quantity: 1 }], "delivery");
  await enterAs(page, ama);
  await openFilledCart(page);
  await expect(page.getByLabel("Delivery", { exact: true })).toBeChecked();
  const line = page.getByRole("form", { name: "Checkout" }).locator("summary");
  await expect(line.filter({ hasText: "12 Main Street, Humble 77338" })).toBeVisible();
  await page.getByLabel("Pickup").check();
  await page.goto("/cart");
  await expect(page.getByLabel("Pickup")).toBeChecked();
});

/** Fills a cart and the guest's contact details, and returns the button that places the order. */
async function typeContact(page: Page, email: string) {
  await openFilledCart(page);
  const who = page.getByRole("group", { name: "Who is it for?" });
  await fillIn(who, { Email: email, "Full name": "Ama Boateng", "Phone number": "(281) 555-0177" });
  return page.getByRole("button", { name: "Proceed to Checkout" }).first();
}

test("a guest with a new email address orders without a code and types nothing twice", async ({ page }) => {
  const email = `${crypto.randomUUID()}@test.example`;
  const proceed = await typeContact(page, "nobody");
  const field = page.getByRole("group", { name: "Who is it for?" }).getByLabel("Email");
  await proceed.click();
  await expect(field).toHaveAccessibleDescription("Please enter a valid email address");
  await field.fill(email);
  await proceed.click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  const billing = page.getByRole("form", { name: "Billing details" });
  await expect(billing.getByLabel("Full name")).toHaveValue("Ama Boateng");
  await expect(billing.getByLabel("Email")).toHaveValue(email);
  await expect(billing.getByLabel("Phone number")).toHaveValue("2815550177");
  expect(page.shop.mails.filter(({ to }) => to === email)).toEqual([]);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Welcome, Ama Boateng" })).toBeVisible();
});

test("a guest's delivery address is the billing address, and the next order needs no detail", async ({ page }) => {
  await openFilledCart(page);
  const checkout = page.getByRole("form", { name: "Checkout" });
  await checkout.getByRole("radio", { name: "Delivery" }).check();
  await checkout.getByLabel("ZIP code", { exact: true }).fill("77338");
  await expect(checkout.getByLabel("City")).toHaveValue("Humble");
  await fillIn(checkout, { "Delivery address": "18 Cypress Bend", "Phone number": "2815550177" });
  const who = page.getByRole("group", { name: "Who is it for?" });
  await expect(who.getByLabel("Phone number")).toHaveCount(0);
  await fillIn(who, { Email: `${crypto.randomUUID()}@test.example`, "Full name": "Ama Boateng" });
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByLabel("Same as delivery address")).toBeChecked();
  await expect(page.getByLabel("Phone number")).toHaveValue("2815550177");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await page.navigateTo("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await page.navigateTo("/cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/checkout\//);
});

test("a guest whose email address has an account enters the emailed code in the cart", async ({ page }) => {
  const { email } = await newShopper();
  await (await typeContact(page, email)).click();
  const dialog = page.getByRole("dialog", { name: "Enter the code from your email" });
  await expect(dialog.getByRole("button", { name: "Use a password or Google" })).toBeVisible();
  await expectAccessible();
  await dialog.getByLabel("Code from the email").fill((await messageTo(email, "is your")).code);
  await expect(page).toHaveURL(/\/shippingInformation\//);
});

test("where sign-ups must verify their address, a guest enters the emailed code in the cart", async ({ page }) => {
  const email = `${crypto.randomUUID()}@test.example`;
  page.route(/\/auth\/v1\/settings$/, () => Response.json({ external: {}, mailer_autoconfirm: false }));
  await (await typeContact(page, email)).click();
  const code = page.getByRole("dialog").getByLabel("Code from the email");
  await code.fill((await messageTo(email, "is your")).code);
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test("the cart shows a customer's name and email in one line, with a link to change them", async ({ page }) => {
  const ama = await newShopper();
  await enterAs(page, ama);
  await openFilledCart(page);
  const form = page.getByRole("form", { name: "Checkout" });
  await form.locator("summary").filter({ hasText: ama.email }).click();
  await expect(form.getByRole("link", { name: /in your account$/ })).toHaveAttribute("href", "/account");
  await expect(form.getByRole("textbox", { name: "Email" })).toHaveCount(0);
});

test("with billing details of an earlier order, the cart leads straight to the payment", async ({ page }) => {
  const ama = await newShopper();
  const saved = { ...BILLING, name: "Ama Boateng", email: ama.email };
  await ama.client.from("saved_billing").insert(saved).throwOnError();
  await enterAs(page, ama);
  await openFilledCart(page);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/checkout\//);
  const { data: order } = await ama.client.from("orders").select("id, billing_details(*)").single().throwOnError();
  expect(order.billing_details).toMatchObject(saved);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("form", { name: "Billing details" }).getByLabel("Full name")).toHaveValue("Ama Boateng");
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
});
