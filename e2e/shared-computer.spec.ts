import type { Page } from "@playwright/test";
import { fillIn } from "./fixtures/fill-in.ts";
import { expect, logIn, test } from "./fixtures/shop-test.ts";
import { newShopper } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

const STREET = "18 Cypress Bend";
const GATE = "Gate code 4711";

/** Returns everything in localStorage and sessionStorage. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

async function expectEmptyCart(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
}

test("logging out leaves nothing on the device, and the account keeps the cart", { tag: [AT_PHONE, VERDICT] }, async ({
  page,
}) => {
  const person = await newShopper();
  await page.goto("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await expect(page.getByText("Item added to cart")).toBeVisible();
  await logIn(page, person);
  await page.goto("/cart");
  const checkout = page.getByRole("form", { name: "Checkout" });
  await checkout.getByRole("radio", { name: "Delivery" }).check();
  await fillIn(checkout, { "Delivery address": `${STREET}, Humble, TX 77338`, "Phone number": "281 555 0177" });
  await checkout.getByText("Apartment, instructions").click();
  await checkout
    .getByLabel(/driver/i)
    .first()
    .fill(GATE);
  await expect.poll(() => storedText(page)).toContain(GATE);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const stored = await storedText(page);
  for (const personal of [STREET, GATE, "0177", person.email, person.id]) expect(stored).not.toContain(personal);
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
