// Deep: zones and times on the pages of a store of their own, with the clock.

import type { Locator, Page } from "@playwright/test";
import { windowText } from "#app/values/window-text.ts";
import { insert, readRow, update } from "#tests/requests.ts";
import { mailedOrderLink } from "./fixtures/account-proofs.ts";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { openShopForFile } from "./fixtures/own-shop.ts";
import { expect, expectAccessible, fillBilling, test, typeCard } from "./fixtures/shop-test.ts";
import { aPlacedOrder, enterAs, letHoldEnd, newShopper, pay, serviceClient } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

openShopForFile();

// The database rejects undeliverable orders and wrong totals.
test.use({ expectedRejections: ["place_order", "create-payment-intent", "set_order_window", "save_window_rules"] });

const checkout = (page: Page) => page.getByRole("form", { name: "Checkout" });

const field = (page: Page, label: string) => checkout(page).getByLabel(label, { exact: true });

const proceed = (page: Page) => page.getByRole("button", { name: "Proceed to Checkout" }).click();

const sum = (page: Page, term: RegExp) =>
  checkout(page).getByRole("term").filter({ hasText: term }).locator("xpath=following-sibling::dd");

test("the cart answers a near, a far, and an unknown ZIP code, and the order keeps the fee", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page }) => {
  test.slow();
  const ama = await newShopper();
  await serviceClient().from("delivery_zones").delete().gt("id", 0).throwOnError();
  await enterAs(page, ama);
  await openFilledCart(page);

  await test.step("without zones, a ZIP code gets the delivery terms of the store settings", async () => {
    await field(page, "Delivery").press("Space");
    await field(page, "ZIP code").focus();
    await page.keyboard.type("77449");
    await expect(field(page, "City")).toHaveValue("Katy");
    await field(page, "ZIP code").fill("");
    await page.keyboard.type("77338");
    await expect(
      page.getByText("77338 Humble, 5.7 miles: free from $100; below that, our team will contact you."),
    ).toBeVisible();
    await expect(field(page, "City")).toHaveValue("Humble");
    await expect(sum(page, /^Delivery$/)).toHaveText("Not included");
    await expect(sum(page, /^Total/)).toHaveText("$12.99");
    await expectAccessible(page, "form[aria-label=Checkout]");
  });

  await insert(serviceClient(), "delivery_zones", { name: "Near", max_miles: 10, fee: 5, free_from: 60 });

  await test.step("a new fee is shown before the order is placed", async () => {
    await field(page, "Delivery address").fill("18 Cypress Bend");
    await field(page, "Phone number").fill("(281) 555-0123");
    await checkout(page).getByText("Apartment, instructions").click();
    await field(page, "Apartment or unit (optional)").fill("Apt 4");
    await field(page, "Instructions for the driver (optional)").fill("The gate's code is 1234.");
    await proceed(page);
    await expect(page.getByText("Your cart has changed.", { exact: false }).first()).toBeVisible();
    await expect(sum(page, /^Delivery$/)).toHaveText("$5.00");
    await expect(sum(page, /^Total/)).toHaveText("$17.99");
    await expect(page.getByText("Delivery is not included", { exact: false })).toHaveCount(0);
  });

  await test.step("outside the zones only pickup is offered, and the input stays", async () => {
    await field(page, "ZIP code").fill("60601");
    await expect(
      page.getByText(/^60601 Chicago, .* the nearest delivery area is “Near”, .* miles away\.$/),
    ).toBeVisible();
    await expect(page.getByText("deliver to 60601", { exact: false })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
    await expect(field(page, "Delivery address")).toHaveCount(0);
    await expect(page.getByText("Free delivery on orders", { exact: false })).toHaveCount(0);
    await expect(page.getByRole("progressbar", { name: /free delivery/ })).toHaveCount(0);
    await expectAccessible(page, "form[aria-label=Checkout]");
    await page.getByRole("button", { name: "Pick up at the store" }).click();
    await expect(field(page, "Pickup")).toBeChecked();
    await expect(field(page, "Pickup")).toBeFocused();
    await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeEnabled();
    await field(page, "Delivery").press("Space");
  });

  await test.step("below a zone's minimum the cart states the missing amount", async () => {
    await update(serviceClient(), "delivery_zones", { name: "Near" }, { min_order: 25 });
    await field(page, "ZIP code").fill("77073");
    await expect(page.getByText("$12.01 more for delivery: we deliver to 77073 from $25 on.")).toBeVisible();
    await update(serviceClient(), "delivery_zones", { name: "Near" }, { min_order: 0 });
  });

  await test.step("an unknown ZIP code shows an error", async () => {
    await field(page, "ZIP code").fill("00000");
    await expect(page.getByText("00000: we don't know this ZIP code;", { exact: false })).toBeVisible();
  });

  await test.step("the input survives a reload", async () => {
    await field(page, "ZIP code").fill("77338");
    await expect(page.getByText("77338 Humble, 5.7 miles: delivery costs $5, free from $60.")).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "$47.01 more for free delivery" })).toBeVisible();
    await expect(field(page, "Delivery address")).toHaveValue("18 Cypress Bend");
    await page.reload();
    await expect(field(page, "ZIP code")).toHaveValue("77338");
    await expect(field(page, "City")).toHaveValue("Humble");
    await expect(field(page, "Apartment or unit (optional)")).toHaveValue("Apt 4");
    await expect(field(page, "Instructions for the driver (optional)")).toHaveValue("The gate's code is 1234.");
    await expect(sum(page, /^Total/)).toHaveText("$17.99");
  });

  await test.step("checkout, order page, and receipt show the same fee", async () => {
    await proceed(page);
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await fillBilling(page);
    await expect(page.getByRole("button", { name: "Pay $17.99" })).toBeVisible();
    const order = await readRow(ama, "orders", "id, delivery_address, delivery_cost", {});
    expect(order).toMatchObject({ delivery_address: "18 Cypress Bend, Apt 4, Humble, Texas 77338", delivery_cost: 5 });
    expect(await pay(ama, order.id)).toBe("paid");
    await navigateTo(page, `/orders/${order.id}`);
    await expect(page.getByText("18 Cypress Bend, Apt 4, Humble, Texas 77338").first()).toBeVisible();
    await expect(page.getByText("The gate's code is 1234.").first()).toBeVisible();
    await expect(page.getByText("$5.00", { exact: true }).first()).toBeVisible();
    await expectAccessible(page, "main");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("article", { name: "Receipt" })).toContainText("$5.00");
    await page.emulateMedia({ media: "screen" });
  });
});

test("a ZIP code entered in the menu applies there and on product, home, and cart", { tag: AT_PHONE }, async ({
  page,
}) => {
  test.slow();
  await serviceClient().from("delivery_zones").delete().gt("id", 0).throwOnError();
  const near = { name: "Near", max_miles: 10, fee: 5, free_from: 60, min_order: 25 };
  await insert(serviceClient(), "delivery_zones", near);
  const terms = "Delivery costs $5. Free delivery on orders of $60 or more. Minimum order: $25.";
  await expect.poll(async () => (await page.request.get("/home")).text(), { timeout: 20_000 }).toContain(terms);
  const answered = "77338 Humble, 5.7 miles: delivery costs $5, free from $60; minimum order $25.";
  const main = page.getByRole("main");
  const check = (part: Locator) => part.getByRole("form", { name: "Delivery to your ZIP code" });
  const zip = (part: Locator) => check(part).getByLabel("Delivery to ZIP code");

  await test.step("the menu shows the result by keyboard, in reserved space", async () => {
    await page.goto("/condiments");
    const menu = page.getByRole("navigation", { name: "Menu" });
    await menu.getByText("Menu", { exact: true }).press("Enter");
    await expect(zip(menu)).toBeVisible();
    const below = menu.getByText("Products", { exact: true });
    const before = await below.boundingBox();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(zip(menu)).toBeFocused();
    await page.keyboard.type("773");
    await page.keyboard.press("Enter");
    await expect(check(menu).getByRole("alert")).toHaveText("Enter the five digits of a ZIP code, such as 77338.");
    await page.keyboard.type("38");
    await expect(check(menu).getByRole("status")).toHaveText(answered);
    expect(await below.boundingBox()).toEqual(before);
    await expectAccessible(page, "nav[aria-label=Menu]");
  });

  await test.step("a product page shows it, but its HTML has nothing personal", async () => {
    await page.goto("/condiments");
    await main.getByRole("link", { name: "Red Palm Oil" }).first().click();
    await main.getByRole("region", { name: "Before you buy" }).getByText("Details").click();
    await expect(zip(main)).toHaveValue("77338");
    await expect(check(main).getByRole("status")).toHaveText(answered);
    expect(await (await page.request.get(page.url())).text()).not.toContain("77338");
    await expectAccessible(page, "main");
  });

  await test.step("outside of all zones, home offers pickup and names the nearest zone", async () => {
    await page.goto("/home#whyChooseUs");
    await expect(main.getByText(terms)).toBeVisible();
    await expect(main.getByText("within 10 miles", { exact: false })).toHaveCount(0);
    const height = async () => {
      const [below, above] = await Promise.all([
        main.getByRole("heading", { name: "The real thing" }).boundingBox(),
        main.getByRole("heading", { name: "Why Choose Us" }).boundingBox(),
      ]);
      return Math.round((below?.y ?? 0) - (above?.y ?? 0));
    };
    await expect(zip(main)).toHaveValue("77338");
    const before = await height();
    await zip(main).fill("77449");
    await expect(check(main).getByRole("status")).toHaveText(
      "77449 Katy, 23.9 miles: we don't deliver there; the nearest delivery area is “Near”, 13.9 miles away.",
    );
    await expect(check(main).getByRole("link", { name: "Pick up at the store" })).toBeVisible();
    expect(await height()).toBe(before);
    await expectAccessible(page, "#whyChooseUs");
  });

  await test.step("the cart uses it and states it once", async () => {
    await openFilledCart(page);
    await field(page, "Delivery").press("Space");
    await expect(field(page, "ZIP code")).toHaveValue("77449");
    await expect(page.getByText(/don't deliver/)).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Pick up at the store" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
  });

  await test.step("the delivery page states the terms of the zones", async () => {
    await page.goto("/delivery-and-returns");
    await expect(main.getByText(terms)).toBeVisible();
    await expect(main.getByText("$100", { exact: false })).toHaveCount(0);
    await expect(zip(main)).toHaveValue("77449");
  });
});

test("when the chosen time fills up, another is chosen without retyping anything", { tag: AT_PHONE }, async ({
  page,
}) => {
  test.slow();
  const server = serviceClient();
  await update(server, "store_settings", { id: true }, { pickup_windows: true, closed_days: [] });
  await server
    .from("window_rules")
    .upsert(
      [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
        delivery_type: "pickup",
        weekday,
        length_minutes: 60,
        capacity: 1,
        preparation_minutes: 0,
      })),
    )
    .throwOnError();
  const [ama, kofi] = await Promise.all([newShopper(), newShopper("Kofi Boateng")]);
  await enterAs(page, ama);
  await openFilledCart(page);
  const time = checkout(page).getByRole("group", { name: "When will you pick it up?" });
  const take = async (person: typeof kofi, starts: string) =>
    await aPlacedOrder(person, undefined, "pickup", { window_starts_at: starts });

  await test.step("the soonest time is preselected, and replaced in the cart once it is unavailable", async () => {
    const soonest = checkout(page).locator("input[name=windowStartsAt]:checked");
    await expect(soonest).toBeAttached();
    await expectAccessible(page, "form[aria-label=Checkout]");
    await checkout(page).getByText("Note for the store", { exact: true }).click();
    await checkout(page).getByLabel("Note for the store (optional)").fill("Ring twice.");
    await take(kofi, await soonest.inputValue());
    await proceed(page);
    await expect(time).toHaveAccessibleDescription(/This time is no longer available\./);
    await expect(time.getByRole("radio").first()).toBeFocused();
    await expectAccessible(page, "form[aria-label=Checkout]");
    await expect(checkout(page).getByLabel("Note for the store (optional)")).toHaveValue("Ring twice.");
    await time.getByRole("radiogroup", { name: "Time" }).getByRole("radio").first().check();
    await proceed(page);
    await expect(page).toHaveURL(/\/shippingInformation\//);
  });

  const order = await readRow(ama, "orders", "id, window_starts_at", { status: "pending" });

  await test.step("a time that fills up before payment is replaced at the card form, which keeps its input", async () => {
    await fillBilling(page, ama.email);
    await letHoldEnd(order.id);
    await take(await newShopper("Efua Owusu"), order.window_starts_at as string);
    await typeCard(page, "4242424242424242");
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await expect(page.getByText("This time is no longer available.", { exact: false }).first()).toBeVisible();
    await expectAccessible(page, "main");
    await page.getByRole("form", { name: "Card payment" }).getByRole("listitem").first().getByRole("button").click();
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  });

  await test.step("the emailed order link shows the time", async () => {
    await page.goto(await mailedOrderLink(ama.email));
    const chosen = await readRow(ama, "orders", "window_starts_at, window_ends_at", { id: order.id });
    const { window_starts_at: startsAt, window_ends_at: endsAt } = chosen;
    await expect(page.getByRole("main")).toContainText(
      `Pickup: ${windowText({ startsAt, endsAt }, "America/Chicago")}`,
    );
  });

  await test.step("the order page shows the time and lets the customer change it", async () => {
    await navigateTo(page, `/orders/${order.id}`);
    const region = page.getByRole("region", { name: "Pickup time" });
    const before = await region.getByRole("paragraph").first().textContent();
    await region.getByRole("button", { name: "Change time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change time" });
    await dialog.getByLabel("When will you pick it up?").selectOption({ index: 3 });
    await expectAccessible(page, "dialog[open]");
    await dialog.getByRole("button", { name: "Save time" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(region.getByRole("paragraph").first()).not.toHaveText(before ?? "");
    await expectAccessible(page, "main");
  });
});
