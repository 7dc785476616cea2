import { messageTo } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import {
  aPendingOrder,
  aProduct,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  replaceSession,
  serviceClient,
  verifyEmail,
} from "#e2e/fixtures/test-data.ts";
import { readRow, update } from "#tests/requests.ts";
import { giveWindow } from "./give-window.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("a customer pays a pickup order in the store, and it never counts as paid before", async ({ page }) => {
  const [owner, ama, yam] = await Promise.all([newShopkeeper(), newShopper(), aProduct({ price: 13.17 })]);
  await verifyEmail(ama);
  const orderId = await aPendingOrder(ama, [{ name: yam.name, quantity: 2 }]);
  await giveWindow(page.shop, orderId);
  const name = await nameOf(orderId);

  await step("the owner turns it on", async () => {
    await openAs(page, owner, "/desk/settings/pay-in-store");
    await page.getByLabel("Offer payment in the store").check();
    await page.getByLabel("Up to this total in dollars").fill("0.50");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Enter an amount from $1.00 to $10,000.00")).toBeVisible();
    await page.getByLabel("Up to this total in dollars").fill("150");
    await page.getByLabel("All customers").check();
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Saved. Customers can choose to pay in the store now.")).toBeVisible();
    await expectAccessible();
  });

  await step("the customer chooses it instead of the card", async () => {
    await replaceSession(page, ama);
    await page.goto(`/checkout/${orderId}`);
    await expect(page.getByText(/^Bring \$26\.34 in cash.* when you pick up your order\./)).toBeVisible();
    await expectAccessible("main");
    await page.getByRole("button", { name: "Place order and pay in the store" }).click();
    await expect(page.getByRole("heading", { name: "Order placed" })).toBeVisible();
    await expect(page.getByText(/not paid yet: bring \$26\.34/)).toBeVisible();
    await expect(page.getByText("Payment Successful")).toBeHidden();
    await expectAccessible("main");
    await page.getByRole("link", { name: "View order" }).click();
    await expect(page.getByRole("heading", { name: new RegExp(`${name} Not paid`) })).toBeVisible();
  });

  await step("the order is packed, and the board shows the amount due", async () => {
    await replaceSession(page, owner);
    await page.goto("/desk");
    await expect(page.getByRole("article", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("article", { name, exact: true }).getByText("Not paid: take $26.34")).toBeVisible();
    await page.goto(`/desk?order=${orderId}`);
    await page.getByRole("checkbox", { name: new RegExp(yam.name) }).check();
    await page.getByRole("button", { name: "Ready for pickup" }).click();
    await expect(page.getByText(`${name} is ready for pickup.`)).toBeVisible();
  });

  await step("the order is paid at the register", async () => {
    await page.goto(`/desk?order=${orderId}`);
    await expect(page.getByRole("button", { name: "Handed over" })).toBeHidden();
    await page.getByRole("link", { name: "Take payment" }).click();
    await page.getByRole("button", { name: "Part by card" }).click();
    await page.getByLabel("Amount by card").fill("30");
    await expect(page.getByText("The card can pay up to $26.34")).toBeVisible();
    await page.getByLabel("Amount by card").fill("20");
    await page.getByRole("button", { name: "Take this part" }).click();
    await expect(page.getByText("$20.00 by card. Rest $6.34")).toBeVisible();
    await page.getByRole("button", { name: "Other" }).click();
    await page.getByLabel("Cash received").fill("10");
    await expectAccessible("main");
    await page.getByRole("button", { name: "Take cash" }).click();
    const done = page.getByRole("dialog", { name: `${name} is paid` });
    await expect(done.getByText("$20.00 by card and $6.34 in cash")).toBeVisible();
    await expect(done.getByText("$3.66")).toBeVisible();
    await page.getByRole("link", { name: "Open order" }).click();
    await expect(page.getByRole("button", { name: "Handed over" })).toBeVisible();
    await expect(page.getByText("Not paid: take $26.34")).toBeHidden();
  });

  await step("the order page lists the packing steps before the payment, with names", async () => {
    await page.goto(`/desk/orders/${orderId}`);
    const steps = page.getByRole("region", { name: "Status" }).getByRole("listitem");
    await expect(steps.nth(1)).toContainText(/Being prepared.* · /s);
    await expect(steps.nth(2)).toContainText(/Ready for pickup.* · /s);
    await expect(steps.nth(3)).toContainText("Payment received");
    await expect(steps.nth(4)).toContainText("Still to come");
  });

  await step("the receipt lists each tender and the change", async () => {
    await replaceSession(page, ama);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
    const receipt = page.getByRole("article", { name: "Receipt" });
    for (const [name, sum] of [
      ["Card, in the store", "$20.00"],
      ["Cash", "$6.34"],
      ["Cash received", "$10.00"],
      ["Change", "$3.66"],
      ["Paid", "$26.34"],
    ] as const) {
      await expect(receipt.getByRole("row", { name: `${name} ${sum}`, exact: true })).toBeVisible();
    }
  });
});

test("a guest pays a pickup in the store with name, phone number, and emailed code, without billing details", async ({
  page,
}) => {
  const values = { is_on: true, max_total: 150, needs_completed_order: false };
  await update(serviceClient(), "pay_in_store_settings", { id: true }, values);
  const email = `${crypto.randomUUID()}@test.example`;
  await openFilledCart(page);
  const who = page.getByRole("group", { name: "Who is it for?" });
  await fillIn(who, { Email: email, "Full name": "Ama Boateng", "Phone number": "(281) 555-0177" });
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByRole("radio", { name: "Pay in the store" })).toHaveCount(0);
  const orderId = new URL(page.url()).pathname.split("/")[2] ?? "";
  await giveWindow(page.shop, orderId);
  await page.reload();

  const card = page.getByRole("radio", { name: "Card" });
  const store = page.getByRole("radio", { name: "Pay in the store" });
  await expect(card).toBeChecked();
  await store.check();
  await expect(page.getByRole("form", { name: "Billing details" })).toBeHidden();
  const form = page.getByRole("form", { name: "Pay in the store" });
  await expect(form.getByRole("textbox")).toHaveCount(2);
  await expect(form.getByLabel("Full name")).toHaveValue("Ama Boateng");
  await form.getByLabel("Phone number").fill("281");
  const place = form.getByRole("button", { name: "Place order and pay in the store" });
  await place.click();
  await expect(form.getByLabel("Phone number")).toHaveAccessibleDescription("Phone number must be 10 digits");
  await form.getByLabel("Phone number").fill("+1 281 555 0177");
  await expectAccessible("main");
  await place.click();
  const dialog = page.getByRole("dialog", { name: "Enter the code from your email" });
  await expect(dialog.getByRole("button", { name: "Use a password or Google" })).toBeHidden();
  await dialog.getByLabel("Code from the email").fill((await messageTo(email, "is your")).code);
  await expect(page.getByRole("heading", { name: "Order placed" })).toBeVisible();
  const columns = "customer_name, delivery_phone_number, billing_details(order_id), pay_in_store_orders(is_waiting)";
  expect(await readRow(serviceClient(), "orders", columns, { id: orderId })).toEqual({
    customer_name: "Ama Boateng",
    delivery_phone_number: "(281) 555-0177",
    billing_details: null,
    pay_in_store_orders: { is_waiting: true },
  });
  await page.goto(`/shippingInformation/${orderId}`);
  await expect(page.getByText(/^You chose to pay in the store\./)).toBeVisible();
  await expect(page.getByRole("form", { name: "Billing details" })).toBeVisible();
});

test("the amount due changes when an item is out of stock and when one is weighed", async ({ page }) => {
  const [owner, ama, yam, goat] = await Promise.all([
    newShopkeeper(),
    newShopper(),
    aProduct({ price: 13.19 }),
    aProduct({ price: 5 }),
  ]);
  await verifyEmail(ama);
  await owner.client.from("products").update({ pounds_each: 2 }).eq("id", goat.id).throwOnError();
  const values = { is_on: true, max_total: 150, needs_completed_order: false };
  await update(owner, "pay_in_store_settings", { id: true }, values);
  const orderId = await aPendingOrder(ama, [
    { name: yam.name, quantity: 2 },
    { name: goat.name, quantity: 1 },
  ]);
  await giveWindow(page.shop, orderId);
  await ama.client.rpc("choose_pay_in_store", { order_id: orderId }).throwOnError();

  await openAs(page, owner, `/desk?order=${orderId}`);
  await expect(page.getByText("Not paid: weigh, then take up to $37.38")).toBeVisible();
  await page.getByRole("link", { name: "Take payment" }).click();
  await expect(page.getByText("Weigh all items sold by weight before you take the payment.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Exact" })).toBeHidden();
  await expectAccessible("main");
  await page.getByRole("link", { name: "Open pick list" }).click();
  await page.getByRole("button", { name: new RegExp(`^Out of stock.*${yam.name}`) }).click();
  const dialog = page.getByRole("dialog", { name: /^Out of stock/ });
  await dialog.getByLabel("How many are out of stock?").fill("1");
  await dialog.getByRole("radio", { name: "Leave it out", exact: true }).check();
  await dialog.getByRole("button", { name: "Leave out" }).click();
  const leftOut = `1 × ${yam.name} left out, $13.19 less`;
  await expect(page.getByText(leftOut).first()).toBeVisible();
  await expect(page.getByText("Not paid: weigh, then take up to $24.19")).toBeVisible();
  await page.getByLabel("Weight (lb)").fill("2.1");
  await page.getByRole("button", { name: /^Save weight/ }).click();
  await expect(page.getByText("Not paid: take $23.69")).toBeVisible();
  await page.getByRole("link", { name: "Take payment" }).click();
  await page.getByRole("button", { name: "Exact" }).click();
  await expect(page.getByRole("dialog", { name: /is paid$/ }).getByText("$23.69 in cash")).toBeVisible();
  await page.goto(`/desk/orders/${orderId}`);
  await expect(page.getByRole("main").getByText(leftOut)).toBeVisible();
  await expectAccessible("main");
});
