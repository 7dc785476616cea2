import { vi } from "vitest";
import { messageTo } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { fillCart, openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aProduct, enterAs, newShopper, type Person, serviceClient } from "#e2e/fixtures/test-data.ts";
import { typeBilling } from "#scripts/test-environment/checkout-forms.ts";
import { insert, readRows } from "#tests/requests.ts";
import { expect, expectAccessible, type Page, test } from "./page-test.tsx";

const OIL = "Red Palm Oil";

const offer = (page: Page) => page.getByRole("region", { name: /^Your cart from/ });

const quantity = (page: Page, name: string) => page.getByRole("article", { name }).getByRole("textbox").first();

/** Waits until the account's saved cart has this number of units. */
async function untilSaved({ id }: Person, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await readRows(serviceClient(), "saved_carts", "items", { user_id: id });
      return rows.flatMap(({ items }) => items).reduce((sum, item) => sum + item.quantity, 0);
    })
    .toBe(count);
}

test("restoring a saved cart on a second device keeps the larger quantity and says so", async ({ page }) => {
  const [ama, yam] = await Promise.all([newShopper(), aProduct()]);
  await enterAs(page, ama);
  await fillCart(page, [
    { name: OIL, quantity: 1 },
    { name: yam.name, quantity: 1 },
  ]);
  await page.goto("/cart");
  await page.getByRole("article", { name: OIL }).getByRole("button", { name: "One more" }).click();
  await untilSaved(ama, 3);

  // The second device.
  await page.evaluate(() => localStorage.clear());
  await openFilledCart(page);
  await expect(offer(page)).toContainText("Your cart from today: 3 items");
  await expect(offer(page)).toContainText(`2 × ${OIL}, 1 × ${yam.name}`);
  // The cart is not restored without a click.
  await expect(page.getByRole("article", { name: yam.name })).toHaveCount(0);
  await expect(quantity(page, OIL)).toHaveValue("1");
  await expectAccessible("main");
  await offer(page).getByRole("button", { name: "Restore cart" }).press("Enter");
  await expect(offer(page)).toHaveCount(0);
  await expect(quantity(page, OIL)).toHaveValue("2");
  await expect(quantity(page, yam.name)).toHaveValue("1");
  await expect(page.getByText(`${OIL} was in both carts (1 here, 2 there). Your cart now has 2.`)).toBeVisible();
  await untilSaved(ama, 3);
  await page.reload();
  await expect(quantity(page, OIL)).toHaveValue("2");
  await expect(offer(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await typeBilling(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await untilSaved(ama, 0);
  await yam.change({ archived_at: new Date().toISOString() });
});

test("an expired cart is offered again, and a discarded one is not", async ({ page }) => {
  const ama = await newShopper();
  await enterAs(page, ama);
  await page.goto("/condiments");
  await page.getByRole("button", { name: `Add to Cart: ${OIL}` }).click();
  await untilSaved(ama, 1);
  await page.evaluate(() => localStorage.setItem("cartTimestamp", String(Date.now() - 31 * 60 * 1000)));
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(offer(page)).toContainText("Your cart from today: 1 item");
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await untilSaved(ama, 0);
  await page.reload();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test("a saved cart that cannot be discarded stays, with an error", async ({ page }) => {
  const ama = await newShopper();
  const saved = { id: crypto.randomUUID(), items: [{ id: 1, name: OIL, price: 10, quantity: 2, image: "" }] };
  await insert(ama.client, "saved_carts", saved);
  await enterAs(page, ama);
  const logged = vi.spyOn(console, "error").mockReturnValue();
  page.route(/saved_carts/, ({ method }) => (method === "DELETE" ? new Response("{}", { status: 500 }) : undefined));
  await page.goto("/cart");
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await expect(offer(page).getByText("We couldn't discard the cart. Try again.")).toBeVisible();
  logged.mockClear();
  page.unrouteAll();
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Saved cart discarded.")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("a guest logs in at checkout with an emailed code, and the account saves the cart", async ({ page }) => {
  const email = `${crypto.randomUUID()}@test.example`;
  await openFilledCart(page);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page.getByText("Please login or sign up to proceed").first()).toBeVisible();
  const form = page.getByRole("form", { name: "Get a code" });
  await form.getByLabel("Email").fill("ama");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Please enter a valid email address")).toBeVisible();
  await fillIn(form, { Email: email });
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code from the email")).toBeFocused();
  await expectAccessible("main");
  // The last digit submits the code.
  await page.keyboard.type((await messageTo(email, "is your")).code);
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("State")).toHaveValue("TX");
  await expect(page.getByLabel("Country")).toHaveValue("US");
  const { user } = JSON.parse(localStorage.getItem("supabase.auth.token") ?? "{}");
  await untilSaved(user, 1);
});
