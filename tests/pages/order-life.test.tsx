import { vi } from "vitest";
import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  payTwice,
  replaceSession,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import { typeCard } from "#scripts/test-environment/checkout-forms.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, test } from "./page-test.tsx";

/** A day without orders, so that other tests' orders are not listed. */
const QUIET_DASHBOARD = "/auth?date=2020-02-29";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const nextStep = (page: Page) => page.getByRole("region", { name: /^What (happens next|the customer)/ });

const desk = (page: Page) => page.getByRole("main");

const afterRefunds = (page: Page) => page.locator('div:has(> dt:has-text("Total after refunds"))');

test("an order can be canceled, and the open page shows the refund", async ({ page }) => {
  const ama = await newShopper();
  const paid = await aPaidOrder(ama);
  const unpaid = await aPendingOrder(ama);
  const question = page.getByRole("dialog", { name: "Cancel this order?" });

  await openAs(page, ama, `/orders/${unpaid}`);
  await expect(nextStep(page)).toContainText("Waiting for payment");
  await expect(page.getByRole("link", { name: "Pay now" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(question).toContainText("It was never paid.");
  await expectAccessible("dialog[open]");
  await question.getByRole("button", { name: "Keep order" }).click();
  await expect(page.getByRole("button", { name: "Cancel order" })).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(heading(page)).toContainText("Canceled");
  await expect(nextStep(page)).toContainText("This order was canceled. You were not charged.");
  await expect(page.getByRole("link", { name: "Pay now" })).toHaveCount(0);
  await expect(nextStep(page).getByRole("heading")).toBeFocused();

  await page.navigateTo(`/orders/${paid}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(question).toContainText("$12.99 will be refunded to your card.");
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Order canceled.")).toBeVisible();
  // The worker sends the refund, and the page updates without a reload.
  await expect(heading(page)).toContainText("Refunded");
  await expect(nextStep(page).getByRole("status").first()).toContainText("Your full payment was refunded.");
  await expect(afterRefunds(page)).toContainText("$0.00");
  await expectAccessible();
});

test("an order canceled by a request whose response was lost is reported as canceled", async ({ page }) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  page.route(/rpc\/cancel_order/, async (request) => {
    await page.shop.app.fetch(request);
    return Response.json({ code: "XX000", message: "The answer was lost." }, { status: 500 });
  });
  await openAs(page, ama, `/orders/${orderId}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Order canceled.")).toBeVisible();
  await expect(page.getByText(/Try again/)).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(nextStep(page).getByRole("heading")).toBeFocused();
  logged.mockClear();
});

test("an order's page asks a guest to log in, and another account finds no order", async ({ page }) => {
  const path = `/orders/${await aPaidOrder(await newShopper())}`;
  await page.goto(path);
  await expect(page).toHaveURL(`/auth?${new URLSearchParams({ next: path })}`);
  await openAs(page, await newShopper("Kofi Stranger"), path);
  await expect(page.getByRole("heading", { name: "Order not found" })).toBeVisible();
});

test("a customer who paid in the store gets the money there", async ({ page }) => {
  const ama = await newShopper();
  const order = await aPaidOrder(ama);
  await page.shop.database.admin`update public.payments set method = 'store_cash' where order_id = ${order}`;
  await openAs(page, ama, `/orders/${order}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(question).toContainText("$12.99 will be refunded in the store.");
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(nextStep(page)).toContainText("You paid in the store and get your refund there.");
});

test("an order can be ordered again at current prices, with differences listed", async ({ page }) => {
  const ama = await newShopper();
  const [dearer, gone] = await Promise.all([aProduct({ price: 10 }), aProduct({ price: 5 })]);
  const orderId = await aPaidOrder(ama, [
    { name: "Red Palm Oil", quantity: 1 },
    { name: dearer.name, quantity: 2 },
    { name: gone.name, quantity: 1 },
  ]);
  await Promise.all([dearer.change({ price: 11 }), gone.change({ availability: "sold_out" })]);
  await fillCart(page);
  await openAs(page, ama, `/orders/${orderId}`);
  await page.getByRole("button", { name: "Order again" }).click();
  await page.getByRole("dialog", { name: "Your cart is not empty" }).getByRole("button", { name: /^Add/ }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("3 items were added to your cart")).toBeVisible();
  await expect(page.getByText(`${dearer.name} now costs $11.00; you paid $10.00.`)).toBeVisible();
  await expect(page.getByText(`${gone.name} is sold out.`)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Quantity of Red Palm Oil" })).toHaveValue("2");
  await expect(page.getByRole("textbox", { name: `Quantity of ${dearer.name}` })).toHaveValue("2");
  await expect(page.getByRole("article", { name: gone.name })).toHaveCount(0);
  await Promise.all([dearer, gone].map((each) => each.change({ archived_at: new Date().toISOString() })));
});

test("order again asks before it replaces a filled cart with an order and its pickup", async ({ page }) => {
  const ama = await newShopper();
  const yam = await aProduct();
  const orderId = await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }], "delivery");
  await fillCart(page);
  await openAs(page, ama, `/orders/${orderId}`);
  const again = page.getByRole("button", { name: "Order again" });
  await again.click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(`/orders/${orderId}`);
  await again.click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace my cart" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("list", { name: "Items in your cart" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("article", { name: yam.name })).toBeVisible();
  await expect(page.getByLabel("Delivery", { exact: true })).toBeChecked();
  await expect(page.getByLabel("Delivery address")).toHaveValue("18 Cypress Bend, Humble, TX 77338");
  await yam.change({ archived_at: new Date().toISOString() });
});

test("the owner refunds a line, an amount, and the rest, never more, and once for two presses", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama, [{ name: "Red Palm Oil", quantity: 3 }]);
  // Emails link to the customer's page, which redirects staff to theirs.
  await openAs(page, ola, `/orders/${orderId}`);
  await expect(page).toHaveURL(`/desk/orders/${orderId}`);
  await expect(desk(page)).toContainText("Paid the order");
  await expect(desk(page).getByRole("link", { name: ama.email })).toBeVisible();
  await expect(desk(page).getByRole("link", { name: "Ama Mensah" })).toHaveAttribute(
    "href",
    `/desk/customers/${ama.id}`,
  );
  await expect(desk(page)).toContainText("Order received and paid");
  await expectAccessible();

  const opener = desk(page).getByRole("button", { name: "Refund" });
  const dialog = page.getByRole("dialog", { name: "Refund" });
  const submit = dialog.getByRole("button", { name: "Refund" });
  const amounts = page.getByRole("listitem").filter({ hasText: /Requested|Pending|Succeeded/ });
  await opener.click();
  const quantity = dialog.getByRole("textbox", { name: "Red Palm Oil" });
  await expect(dialog.getByLabel("Items")).toBeChecked();
  await quantity.fill("4");
  await submit.click();
  await expect(dialog.getByText("Choose 0 to 3 of Red Palm Oil.")).toBeVisible();
  await expect(quantity).toBeFocused();
  await expectAccessible("dialog[open]");
  await dialog.getByRole("button", { name: "Select all items" }).click();
  await expect(submit).toHaveText("Refund $38.97 to card");
  for (const left of ["$25.98", "$12.99"]) {
    await dialog.getByRole("button", { name: "One less: Red Palm Oil" }).click();
    await expect(submit).toHaveText(`Refund ${left} to card`);
  }
  await submit.click();
  await expect(dialog.getByText("Choose a reason.")).toBeVisible();
  const reasons = dialog.getByRole("group", { name: "Reason" });
  await expect(reasons.getByLabel("Missing")).toBeFocused();
  await reasons.getByLabel("Missing").check();
  await expect(dialog.getByLabel("Mark as sold out")).toBeChecked();
  await reasons.getByLabel("Damaged").check();
  await expect(dialog.getByLabel("Mark as sold out")).toHaveCount(0);
  await submit.dblclick();
  await expect(dialog).toBeHidden();
  await expect(amounts).toHaveCount(1);
  await expect(amounts).toContainText("$12.99");
  await expect(amounts).toContainText("Succeeded");
  await expect(amounts).toContainText("Damaged");
  await expect(page.getByText("· 1 refunded")).toBeVisible();
  await expect(afterRefunds(page)).toContainText("$25.98");

  await opener.click();
  await dialog.getByLabel("An amount").check();
  await dialog.getByLabel("Amount in dollars").fill("25.99");
  await submit.click();
  await expect(dialog.getByText("Only $25.98 of this order can be refunded.")).toBeVisible();
  // Another refund is requested meanwhile, so the database rejects the amount.
  await ola.client.rpc("request_refund", { order_id: orderId, amount_cents: 98 }).throwOnError();
  await dialog.getByLabel("Amount in dollars").fill("25.98");
  await submit.click();
  await expect(dialog.getByRole("alert").filter({ hasText: "Only $25.00" })).toBeVisible();
  await dialog.getByLabel("Everything not refunded yet").check();
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(heading(page)).toContainText("Refunded");
  await expect(amounts).toHaveCount(3);
  await expect(opener).toHaveCount(0);
});

test("an open refund dialog says that someone else refunded the order meanwhile", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama, [{ name: "Red Palm Oil", quantity: 3 }]);
  await openAs(page, ola, `/desk/orders/${orderId}`);
  await desk(page).getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await dialog.getByRole("textbox", { name: "Red Palm Oil" }).fill("2");
  await ola.client.rpc("move_order", { order_id: orderId, to_status: "cancelled" }).throwOnError();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect(dialog.getByText("Everything of this order is already refunded.")).toBeVisible();
  await expect(dialog.getByText("left to refund")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
});

test("the owner sees duplicate and mismatched payments, and their outcome", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const [paid, pending] = [await aPaidOrder(ama), await aPendingOrder(ama)];
  await payTwice(paid, 1299);
  await payTwice(pending, 500);
  await openAs(page, ola, `/desk/orders/${paid}`);
  await expect(desk(page)).toContainText("Paid the order");
  await expect(desk(page)).toContainText("Paid twice: will be refunded");
  await expect(page.getByRole("listitem").filter({ hasText: "· Paid twice" })).toContainText("Succeeded");
  await expect(heading(page)).toContainText("Paid");
  // The order's own payment was not refunded.
  await expect(afterRefunds(page)).toHaveCount(0);

  await page.navigateTo(`/desk/orders/${pending}`);
  await expect(desk(page)).toContainText("Wrong amount");
  await expect(heading(page)).toContainText("Pending");
  await page.navigateTo(QUIET_DASHBOARD);
  const alert = page
    .getByRole("region", { name: "Alerts" })
    .getByRole("listitem")
    .filter({ has: page.locator(`[href="/desk/orders/${pending}"]`) });
  await alert.getByRole("button", { name: /^Done/ }).click();
  await expect(alert).toHaveCount(0);
});

test("the owner completes one order by keyboard and cancels another", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  await openAs(page, ola, `/orders/${orderId}`);
  await desk(page).getByRole("button", { name: "Start packing" }).focus();
  for (const [word, next] of [
    ["Preparing", "Out for delivery"],
    ["Out for delivery", "Handed over"],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect(heading(page)).toContainText(word);
    await expect(desk(page).getByRole("button", { name: next })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(heading(page)).toContainText("Completed");
  await expect(nextStep(page).getByRole("heading")).toBeFocused();
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
  await expect(page.getByText(/· Ola Owner/).first()).toBeVisible();

  const other = await aPaidOrder(ama);
  await page.navigateTo(`/desk/orders/${other}`);
  await expect(page.getByRole("main")).toContainText(await nameOf(other));
  await desk(page).getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(question).toContainText("$12.99 will be refunded to the customer's card.");
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(heading(page)).toContainText("Refunded");
});

test("the owner sees alerts and failed emails above the orders, and resolves them", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama);
  await page.shop.database.admin`
    update outgoing_mails set status = 'dead', sent_at = null, last_error = 'Connection refused'
    where order_id = ${orderId} and kind = 'order_paid'`;
  const message = `A payment of $5.00 does not fit order ${orderId}.`;
  await serviceClient().rpc("raise_alert", { kind: "amount_mismatch", order_id: orderId, message }).throwOnError();

  await openAs(page, ola, QUIET_DASHBOARD);
  const panel = page.getByRole("region", { name: "Alerts" });
  const alert = panel.getByRole("listitem").filter({ hasText: message });
  const mail = panel.getByRole("listitem").filter({ hasText: ama.email });
  await expect(alert.getByRole("link")).toHaveAttribute("href", `/desk/orders/${orderId}`);
  await expect(mail).toContainText("Not sent");
  await expectAccessible("[aria-labelledby=alerts-title]");
  await alert.getByRole("button", { name: /^Done/ }).click();
  await expect(alert).toHaveCount(0);
  await mail.getByRole("link").click();
  const lost = desk(page).getByRole("listitem").filter({ hasText: "Not sent" });
  await lost.getByRole("button", { name: /^Send again/ }).click();
  await expect(page.getByText("Email queued again.")).toBeVisible();
  await expect(desk(page).getByRole("listitem").filter({ hasText: "Order received and paid" })).toContainText(/Sent/);
  await page.goto(`${QUIET_DASHBOARD}&status=out_for_delivery`);
  await expect(page.getByLabel("Status")).toHaveValue("out_for_delivery");
});

test("a cart above the stock is reported before payment and corrected with one press", async ({ page }) => {
  const [ama, yam] = await Promise.all([newShopper(), aProduct({ count: 8 })]);
  await fillCart(page, [{ name: yam.name, quantity: 1 }]);
  await openAs(page, ama, "/cart");
  const line = page.getByRole("article", { name: yam.name });
  await line.getByRole("textbox").fill("9");
  await yam.change({ price: 12 });
  const checkout = page.getByRole("button", { name: "Proceed to Checkout" }).first();
  await checkout.click();
  await expect(line.getByText(`Only 8 of ${yam.name} are left.`)).toBeVisible();
  await expect(page.getByText(`${yam.name} now costs $12.00; it was $10.00.`)).toBeVisible();
  await expectAccessible();
  // No request is sent, because the cart still exceeds the stock.
  await checkout.click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("form").getByText(/Change your cart to continue\./)).toBeVisible();
  await line.getByRole("button", { name: /^Change to 8/ }).click();
  await expect(line.getByRole("textbox")).toHaveValue("8");
  await expect(line.getByText(/are left/)).toHaveCount(0);
  await checkout.click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await yam.change({ archived_at: new Date().toISOString() });
});

test("staff request a separate delivery fee, the customer pays it, and both see the payment", async ({ page }) => {
  const [ama, ola, yam] = await Promise.all([newShopper(), newShopkeeper(), aProduct({ price: 10 })]);
  const orderId = await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }], "delivery");
  await openAs(page, ola, `/desk?order=${orderId}`);
  await expect(page.getByText("Delivery fee not agreed")).toBeVisible();
  await page.getByRole("link", { name: "Order page" }).click();
  const fee = desk(page).getByLabel("Delivery fee in dollars");
  await fee.fill("0.20");
  await desk(page).getByRole("button", { name: "Request fee" }).click();
  await expect(desk(page).getByText("Enter $0.50 to $1,000.00, or make delivery free.")).toBeVisible();
  await fee.fill("7.50");
  await desk(page).getByRole("button", { name: "Request fee" }).click();
  await expect(desk(page).getByRole("heading", { name: "Delivery fee $7.50 not paid yet" })).toBeVisible();
  await expectAccessible();

  await replaceSession(page, ama);
  await page.goto(`/orders/${orderId}`);
  const row = (name: string) => page.locator(`div:has(> dt:text-is("${name}"))`).first();
  await expect(row("Delivery")).toContainText("$7.50, to be paid");
  await page.getByRole("link", { name: "Pay $7.50" }).click();
  await typeCard(page);
  await page.getByRole("button", { name: "Pay $7.50" }).click();
  await expect(page.getByText(/^Thank you\. The delivery fee of order \d+ is paid\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Back to order" }).click();
  await expect(row("Total")).toContainText("$27.50");
  await expect(row("Paid")).toContainText("$27.50");
  await expect(page.getByRole("region", { name: /^Delivery fee of/ })).toBeHidden();

  await replaceSession(page, ola);
  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByText("Delivery fee $7.50 paid")).toBeVisible();
});

test("the second buyer of the last yam gets an error before paying and chooses again", async ({ page }) => {
  const [ama, kofi, yam] = await Promise.all([newShopper(), newShopper("Kofi"), aProduct({ count: 1 })]);
  const ordered = [{ name: yam.name, quantity: 1 }];
  const orderId = await aPendingOrder(ama, [...ordered, { name: "Red Palm Oil", quantity: 1 }]);
  await openAs(page, ama, `/checkout/${orderId}`);
  await typeCard(page);
  await aPaidOrder(kofi, ordered);
  await page.getByRole("button", { name: /^Pay / }).click();
  const notice = page.getByRole("alert").filter({ hasText: "no longer available" });
  await expect(notice).toContainText(`${yam.name} is sold out.`);
  await expect(notice).toContainText("No card was charged.");
  await expect(page.getByRole("region", { name: "Card payment" })).toBeFocused();
  await expectAccessible();
  await page.getByRole("button", { name: "Back to cart" }).click();
  const line = page.getByRole("article", { name: yam.name });
  await expect(line.getByText(`${yam.name} is sold out.`)).toBeVisible();
  await line.getByRole("button", { name: `Remove ${yam.name}` }).click();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
});

test("a declined card shows the bank's reason, and the order can still be paid", async ({ page }) => {
  const ama = await newShopper();
  await openAs(page, ama, `/checkout/${await aPendingOrder(ama)}`);
  const payWith = async (number: string) => {
    await typeCard(page, number);
    await page.getByRole("button", { name: /^Pay / }).click();
  };
  await payWith("4000000000000127");
  await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
  const reason = page.getByRole("main").getByText("Payment failed: Your card's security code is incorrect.");
  await expect(reason).toBeVisible();
  await payWith("4000 0025 0000 3155");
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
  await expect(page.getByRole("main").getByText(/We are unable to authenticate your payment method/)).toHaveCount(1);
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await payWith("4000002500003155");
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
});
