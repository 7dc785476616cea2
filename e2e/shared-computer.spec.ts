// Deep: every other way a session ends.

import type { Page } from "@playwright/test";
import { insert, readRows } from "#tests/requests.ts";
import { expect, logIn, test } from "./fixtures/shop-test.ts";
import { logOutEverywhere, newShopper, type Person, serviceClient } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

/** However a session ends, it leaves no personal data for the next user of the computer. */

test.use({ isFirstVisit: true, expectedRejections: ["/auth/v1/", "/rest/v1/"] });

const STREET = "18 Cypress Bend";
const GATE = "Gate code 4711";
const checkout = (page: Page) => page.getByRole("form", { name: "Checkout" });

/** Fills in a cart for delivery and searches for a product. */
async function shop(page: Page, person: Person): Promise<void> {
  await page.goto("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await expect(page.getByText("Item added to cart")).toBeVisible();
  await logIn(page, person);
  await page.goto("/cart");
  await checkout(page).getByRole("radio", { name: "Delivery" }).check();
  await checkout(page).getByLabel("Delivery address").fill(`${STREET}, Humble, TX 77338`);
  await checkout(page).getByLabel("Phone number").fill("281 555 0177");
  await checkout(page).getByText("Apartment, instructions").click();
  await checkout(page)
    .getByLabel(/driver/i)
    .first()
    .fill(GATE);
  await expect.poll(() => storedText(page)).toContain(GATE);
}

/** Returns everything in localStorage and sessionStorage. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

async function expectNothingLeft(page: Page, person: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const stored = await storedText(page);
  for (const personal of [STREET, GATE, "0177", person.email, person.id]) expect(stored).not.toContain(personal);
}

async function expectEmptyCart(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
}

test("logging out leaves nothing on the device, and the account keeps the cart", { tag: [AT_PHONE, VERDICT] }, async ({
  page,
}) => {
  const person = await newShopper();
  await shop(page, person);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expectNothingLeft(page, person);
  await expectEmptyCart(page);

  await test.step("another account finds no data of the first", async () => {
    await logIn(page, await newShopper("Kofi"));
    await expectEmptyCart(page);
    await expect(page.getByRole("region", { name: /^Your cart from/ })).toHaveCount(0);
    await page.goto("/auth");
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  });

  await test.step("the account offers its cart at the next login", async () => {
    await logIn(page, person);
    await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
    await expect(page.getByRole("region", { name: /^Your cart from/ })).toContainText("Red Palm Oil");
    expect(await storedText(page)).not.toContain(STREET);
  });
});

test("logging out everywhere leaves nothing on the device, and no push subscription", { tag: AT_DESKTOP }, async ({
  page,
}) => {
  const person = await newShopper();
  await shop(page, person);
  // Subscriptions of other devices, which would still get notifications about the order.
  await insert(
    person,
    "push_subscriptions",
    [1, 2].map(() => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
      p256dh: "B".repeat(87),
      auth_secret: "a".repeat(22),
    })),
  );
  await page.goto("/account");
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page).toHaveURL(/\/auth/);
  await expectNothingLeft(page, person);
  expect(await readRows(serviceClient(), "push_subscriptions", "id", { user_id: person.id })).toEqual([]);
  await page.goBack();
  await expect(page.getByText(person.email)).toHaveCount(0);
});

test("deleting the account leaves nothing on the device", { tag: AT_DESKTOP }, async ({ page }) => {
  const person = await newShopper();
  await shop(page, person);
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const question = page.getByRole("dialog", { name: "Delete your account?" });
  await question.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await question.getByLabel("Password").fill(person.password);
  await question.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL("/home");
  await expectNothingLeft(page, person);
});

test("a session that was ended elsewhere leaves nothing on the device", { tag: AT_DESKTOP }, async ({ page }) => {
  const person = await newShopper();
  await shop(page, person);
  await logOutEverywhere(person);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/auth/);
  await expectNothingLeft(page, person);
  await expectEmptyCart(page);
});
