import type { Page } from "@playwright/test";
import { codeOf, messageTo } from "./fixtures/account-proofs.ts";
import {
  expect,
  fillBilling,
  orderPalmOil,
  signUp,
  test,
  typeBilling,
  typeCard,
} from "./fixtures/shop-test.ts";

/** In the middle of a checkout the session ends: somebody logged out everywhere, or changed the password. */
test.use({ expectedRefusals: ["/rest/v1/", "/auth/v1/", "/api/create-payment-intent", "session has ended"] });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Please log in again" });

interface Session {
  apikey: string;
  token: string;
}

/** As this browser holds it. */
async function readSession(page: Page): Promise<Session> {
  return page.evaluate(() => {
    const { access_token: token } = JSON.parse(localStorage.getItem("supabase.auth.token") ?? "{}") as {
      access_token: string;
    };
    const config = JSON.parse(document.getElementById("shop-config")?.textContent ?? "{}") as {
      anonKey: string;
    };
    return { apikey: config.anonKey, token };
  });
}

/** From another device; this browser's token does not know of it. */
async function logOutEverywhere(page: Page): Promise<void> {
  const { apikey, token } = await readSession(page);
  const answer = await page.request.post("/auth/v1/logout?scope=global", {
    headers: { apikey, authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(204);
}

test("at billing it is said, the shopper logs in right there, and what was typed goes on", async ({
  page,
  expectAccessible,
}) => {
  const person = await signUp(page);
  await orderPalmOil(page);
  await typeBilling(page);
  await logOutEverywhere(page);
  const proceed = page.getByRole("button", { name: "Continue to payment" });
  await proceed.click();
  await expect(dialog(page)).toContainText("Your session has ended. What you typed is kept.");
  await expect(dialog(page).getByLabel("Email")).toHaveValue(person.email);
  await expectAccessible();

  await test.step("a wrong password is refused there, and closing leaves what was typed", async () => {
    await dialog(page).getByLabel("Password").fill("quite wrong");
    await dialog(page).getByRole("button", { name: "Login" }).click();
    await expect(dialog(page).getByRole("alert").getByText("Invalid login credentials")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText("Your session has ended. Please log in again.")).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue("Ama Mensah");
  });

  await proceed.click();
  await dialog(page).getByLabel("Password").fill(person.password);
  await dialog(page).getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
  await expect(page.getByText("Ama Mensah, 1 Palm Street, Houston, TX 77073, US.")).toBeVisible();
});

test("at payment the card stays typed, and the payment goes on after the login", async ({ page }) => {
  const person = await signUp(page);
  await orderPalmOil(page);
  await fillBilling(page);
  await typeCard(page, "4242 4242 4242 4242");
  await logOutEverywhere(page);
  await page.getByRole("button", { name: /^Pay / }).click();
  await dialog(page).getByLabel("Password").fill(person.password);
  await dialog(page).getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
});

test("whoever has no password at hand types the code of an e-mail there", async ({
  page,
  expectAccessible,
}) => {
  const person = await signUp(page);
  await orderPalmOil(page);
  await fillBilling(page);
  await typeCard(page, "4242 4242 4242 4242");
  await logOutEverywhere(page);
  await page.getByRole("button", { name: /^Pay / }).click();
  await dialog(page).getByRole("button", { name: "Email me a code" }).click();
  const code = dialog(page).getByLabel("Code from the e-mail");
  await expect(code).toBeFocused();
  await expectAccessible();
  await code.fill((await messageTo(person.email, "")).code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
});

test("whoever signs in in two steps takes both there", async ({ page, expectAccessible }) => {
  const person = await signUp(page);
  const { apikey, token } = await readSession(page);
  const headers = { apikey, authorization: `Bearer ${token}` };
  const enrolled = await page.request.post("/auth/v1/factors", {
    headers,
    data: { factor_type: "totp", friendly_name: "App", current_password: person.password },
  });
  const { id, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } };
  await orderPalmOil(page);
  await typeBilling(page);
  const challenged = await page.request.post(`/auth/v1/factors/${id}/challenge`, { headers, data: {} });
  const { id: challengeId } = (await challenged.json()) as { id: string };
  const verified = await page.request.post(`/auth/v1/factors/${id}/verify`, {
    headers,
    data: { challenge_id: challengeId, code: await codeOf(totp.secret) },
  });
  expect(verified.status()).toBe(200);
  await logOutEverywhere(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await dialog(page).getByLabel("Password").fill(person.password);
  await dialog(page).getByRole("button", { name: "Login" }).click();
  await expect(dialog(page).getByRole("heading", { name: "One more step" })).toBeVisible();
  await expectAccessible();
  // The code of before is used up.
  await dialog(page)
    .getByLabel("Code")
    .fill(await codeOf(totp.secret, 1));
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
});

test("somebody else's account is not taken for the shopper's", async ({ page, browser }) => {
  const other = await browser.newContext();
  const stranger = await signUp(await other.newPage(), "Kofi Stranger");
  await other.close();
  await signUp(page);
  await orderPalmOil(page);
  await typeBilling(page);
  await logOutEverywhere(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await dialog(page).getByLabel("Email").fill(stranger.email);
  await dialog(page).getByLabel("Password").fill(stranger.password);
  await dialog(page).getByRole("button", { name: "Login" }).click();
  await expect(dialog(page).getByRole("alert").getByText("That is another account.")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Ama Mensah");
});

test("a checkout page that is opened afterwards asks for the login and comes back", async ({ page }) => {
  const person = await signUp(page);
  const orderId = await orderPalmOil(page);
  await fillBilling(page);
  await logOutEverywhere(page);
  await page.reload();
  await expect(page).toHaveURL(`/auth?next=%2Fcheckout%2F${orderId}`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
});

test("in the cart it leads to the login and back, with the cart as it was", async ({ page }) => {
  const person = await signUp(page);
  await page.goto("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await logOutEverywhere(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page.getByText("Please login or sign up to proceed")).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("main").getByText("Red Palm Oil").first()).toBeVisible();
});
