import { windowText } from "#app/values/window-text.ts";
import { mailedOrderLink } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aPlacedOrder, enterAs, newShopper, type Person, pay, serviceClient } from "#e2e/fixtures/test-data.ts";
import { typeBilling, typeCard } from "#scripts/test-environment/checkout-forms.ts";
import { insert, readRow, update } from "#tests/requests.ts";
import type { Scope } from "./locator.ts";
import { expect, expectAccessible, openOwnShop, type Page, step, test } from "./page-test.tsx";

// A separate store, whose zones and times the tests change.
openOwnShop();

const NEAR = { name: "Near", max_miles: 10, fee: 5, free_from: 60 };

const checkout = (page: Page) => page.getByRole("form", { name: "Checkout" });

const field = (page: Page, label: string) => checkout(page).getByLabel(label, { exact: true });

const proceedButton = (page: Page) => page.getByRole("button", { name: "Proceed to Checkout" }).first();

const sum = (page: Page, term: string) => checkout(page).locator(`dt:has-text("${term}") + dd`).first();

const removeZones = () => serviceClient().from("delivery_zones").delete().gt("id", 0).throwOnError();

async function continueToPayment(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await typeBilling(page);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
}

test("the cart answers a near, a far, and an unknown ZIP code, and the order keeps the fee", async ({ page }) => {
  const ama = await newShopper();
  await removeZones();
  await enterAs(page, ama);
  await openFilledCart(page);

  await step("without zones, a ZIP code gets the delivery terms of the store settings", async () => {
    await field(page, "Delivery").check();
    await field(page, "ZIP code").fill("77449");
    await expect(field(page, "City")).toHaveValue("Katy");
    await field(page, "ZIP code").fill("77338");
    await expect(
      page.getByText("77338 Humble, 5.7 miles: free from $100; below that, our team will contact you."),
    ).toBeVisible();
    await expect(field(page, "City")).toHaveValue("Humble");
    await expect(sum(page, "Delivery")).toHaveText("Not included");
    await expect(sum(page, "Total")).toHaveText("$12.99");
    await expectAccessible("form[aria-label=Checkout]");
  });

  await step("a new fee is shown before the order is placed", async () => {
    await insert(serviceClient(), "delivery_zones", NEAR);
    await fillIn(checkout(page), { "Delivery address": "18 Cypress Bend", "Phone number": "(281) 555-0123" });
    await checkout(page).getByText("Apartment, instructions").click();
    await field(page, "Apartment or unit (optional)").fill("Apt 4");
    await field(page, "Instructions for the driver (optional)").fill("The gate's code is 1234.");
    await proceedButton(page).click();
    await expect(page.getByText("Your cart has changed.").first()).toBeVisible();
    await expect(sum(page, "Delivery")).toHaveText("$5.00");
    await expect(sum(page, "Total")).toHaveText("$17.99");
    await expect(page.getByText("Delivery is not included")).toHaveCount(0);
  });

  await step("outside the zones only pickup is offered, and the input stays", async () => {
    await field(page, "ZIP code").fill("60601");
    await expect(
      page.getByText(/^60601 Chicago, .* the nearest delivery area is “Near”, .* miles away\.$/),
    ).toBeVisible();
    await expect(page.getByText("deliver to 60601")).toHaveCount(0);
    await expect(proceedButton(page)).toBeDisabled();
    await expect(field(page, "Delivery address")).toHaveCount(0);
    await expect(page.getByText("Free delivery on orders")).toHaveCount(0);
    await expect(page.getByRole("progressbar", { name: /free delivery/ })).toHaveCount(0);
    await expectAccessible("form[aria-label=Checkout]");
    await page.getByRole("button", { name: "Pick up at the store" }).click();
    await expect(field(page, "Pickup")).toBeChecked();
    await expect(field(page, "Pickup")).toBeFocused();
    await expect(proceedButton(page)).toBeEnabled();
    await field(page, "Delivery").check();
    // The address is one line until the answer to its ZIP code opens it.
    await expect(page.getByText(/^60601 Chicago/)).toBeVisible();
  });

  await step("a minimum order and an unknown ZIP code are named", async () => {
    await update(serviceClient(), "delivery_zones", { name: "Near" }, { min_order: 25 });
    await field(page, "ZIP code").fill("77073");
    await expect(page.getByText("$12.01 more for delivery: we deliver to 77073 from $25 on.")).toBeVisible();
    await update(serviceClient(), "delivery_zones", { name: "Near" }, { min_order: 0 });
    await field(page, "ZIP code").fill("00000");
    await expect(page.getByText("00000: we don't know this ZIP code;")).toBeVisible();
  });

  await step("the input survives a reload", async () => {
    await field(page, "ZIP code").fill("77338");
    await expect(page.getByText("77338 Humble, 5.7 miles: delivery costs $5, free from $60.")).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "$47.01 more for free delivery" })).toBeVisible();
    await page.reload();
    await expect(field(page, "ZIP code")).toHaveValue("77338");
    await expect(field(page, "City")).toHaveValue("Humble");
    await expect(field(page, "Apartment or unit (optional)")).toHaveValue("Apt 4");
    await expect(field(page, "Instructions for the driver (optional)")).toHaveValue("The gate's code is 1234.");
    await expect(sum(page, "Total")).toHaveText("$17.99");
  });

  await step("checkout, order page, and receipt show the same fee", async () => {
    await proceedButton(page).click();
    await continueToPayment(page, ama.email);
    await expect(page.getByRole("button", { name: "Pay $17.99" })).toBeVisible();
    const order = await readRow(ama, "orders", "id, delivery_address, delivery_cost", {});
    expect(order).toMatchObject({ delivery_address: "18 Cypress Bend, Apt 4, Humble, Texas 77338", delivery_cost: 5 });
    expect(await pay(ama, order.id)).toBe("paid");
    await page.navigateTo(`/orders/${order.id}`);
    await expect(page.getByText("18 Cypress Bend, Apt 4, Humble, Texas 77338").first()).toBeVisible();
    await expect(page.getByText("The gate's code is 1234.").first()).toBeVisible();
    await expect(page.getByText("$5.00", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("article", { name: "Receipt" })).toContainText("$5.00");
  });
});

test("a ZIP code entered on a page applies on product, home, and cart", async ({ page }) => {
  await removeZones();
  await insert(serviceClient(), "delivery_zones", { ...NEAR, min_order: 25 });
  const terms = "Delivery costs $5. Free delivery on orders of $60 or more. Minimum order: $25.";
  const main = page.getByRole("main");
  const check = (part: Scope) => part.getByRole("form", { name: "Delivery to your ZIP code" });
  const zip = (part: Scope) => check(part).getByLabel("Delivery to ZIP code");

  await page.goto("/condiments");
  await main.getByRole("link", { name: "Red Palm Oil" }).first().click();
  await main.getByRole("region", { name: "Before you buy" }).getByText("Details").click();
  await zip(main).fill("773");
  await page.keyboard.press("Enter");
  await expect(check(main).getByRole("alert")).toHaveText("Enter the five digits of a ZIP code, such as 77338.");
  await zip(main).fill("77338");
  await expect(check(main).getByRole("status")).toHaveText(
    "77338 Humble, 5.7 miles: delivery costs $5, free from $60; minimum order $25.",
  );
  await expectAccessible("main");

  await page.goto("/home");
  await expect(main.getByText(terms)).toBeVisible();
  await expect(main.getByText("within 10 miles")).toHaveCount(0);
  await expect(zip(main)).toHaveValue("77338");
  await zip(main).fill("77449");
  await expect(check(main).getByRole("status")).toHaveText(
    "77449 Katy, 23.9 miles: we don't deliver there; the nearest delivery area is “Near”, 13.9 miles away.",
  );
  await expect(check(main).getByRole("link", { name: "Pick up at the store" })).toBeVisible();

  await openFilledCart(page);
  await field(page, "Delivery").check();
  await expect(field(page, "ZIP code")).toHaveValue("77449");
  await expect(page.getByText(/don't deliver/)).toHaveCount(1);
  await expect(proceedButton(page)).toBeDisabled();
  await page.goto("/delivery-and-returns");
  await expect(main.getByText(terms)).toBeVisible();
  await expect(main.getByText("$100")).toHaveCount(0);
  await expect(zip(main)).toHaveValue("77449");
});

test("when the chosen time fills up, another is chosen without retyping anything", async ({ page }) => {
  const server = serviceClient();
  await update(server, "store_settings", { id: true }, { pickup_windows: true, closed_days: [] });
  const rule = { delivery_type: "pickup", length_minutes: 60, capacity: 1, preparation_minutes: 0 };
  const rules = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ ...rule, weekday }));
  await server.from("window_rules").upsert(rules).throwOnError();
  const [ama, kofi, efua] = [await newShopper(), await newShopper("Kofi Boateng"), await newShopper("Efua Owusu")];
  await enterAs(page, ama);
  await openFilledCart(page);
  const time = checkout(page).getByRole("group", { name: "When will you pick it up?" });
  const take = (person: Person, window_starts_at: string) =>
    aPlacedOrder(person, undefined, "pickup", { window_starts_at });

  await step("the soonest time is preselected, and replaced in the cart once it is unavailable", async () => {
    const soonest = checkout(page).locator("input[name=windowStartsAt]:checked");
    await expect(soonest).toBeAttached();
    await checkout(page).getByText("Note for the store", { exact: true }).click();
    const note = checkout(page).getByLabel("Note for the store (optional)");
    await note.fill("Ring twice.");
    await take(kofi, await soonest.inputValue());
    await proceedButton(page).click();
    await expect(time).toHaveAccessibleDescription(/This time is no longer available\./);
    await expect(time.getByRole("radio").first()).toBeFocused();
    await expectAccessible("form[aria-label=Checkout]");
    await expect(note).toHaveValue("Ring twice.");
    await time.getByRole("radiogroup", { name: "Time" }).getByRole("radio").first().check();
    await proceedButton(page).click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
  });

  const order = await readRow(ama, "orders", "id, window_starts_at", { status: "pending" });
  await step("a time that fills up before payment is replaced at the card form, which keeps its input", async () => {
    await continueToPayment(page, ama.email);
    await page.shop.database.admin`update orders set window_reserved_until = now() where id = ${order.id}`;
    await take(efua, order.window_starts_at as string);
    await typeCard(page);
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await expect(page.getByText("This time is no longer available.").first()).toBeVisible();
    await expectAccessible("main");
    await page.getByRole("form", { name: "Card payment" }).getByRole("listitem").first().getByRole("button").click();
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  });

  await step("the emailed order link shows the time", async () => {
    await page.goto(await mailedOrderLink(ama.email));
    const chosen = await readRow(ama, "orders", "window_starts_at, window_ends_at", { id: order.id });
    const window = { startsAt: chosen.window_starts_at, endsAt: chosen.window_ends_at };
    await expect(page.getByRole("main")).toContainText(`Pickup: ${windowText(window, "America/Chicago")}`);
  });

  await step("the order page lets the customer change the time", async () => {
    await page.navigateTo(`/orders/${order.id}`);
    const shown = page.getByRole("region", { name: "Pickup time" }).locator("p").first();
    const before = await shown.textContent();
    await page.getByRole("button", { name: "Change time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change time" });
    await dialog.getByLabel("When will you pick it up?").selectOption({ index: 3 });
    await expectAccessible("dialog[open]");
    await dialog.getByRole("button", { name: "Save time" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(shown).not.toHaveText(before);
  });
});
