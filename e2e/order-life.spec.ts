// Deep: declined, closed, and repeated payments, refunds, stock, and an order page that polls.
import type { Page } from "@playwright/test";
import { fillCart } from "./fixtures/filled-cart.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, test, typeCard } from "./fixtures/shop-test.ts";
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  enterAs,
  loseMails,
  nameOf,
  newShopkeeper,
  newShopper,
  type Person,
  pay,
  payTwice,
  serviceClient,
  untilStatus,
} from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE, PHONE, VERDICT } from "./fixtures/widths.ts";

// The sandbox and the database reject these on purpose.
test.use({ expectedRejections: ["/confirm", "_challenge", "/rest/v1/rpc/", "create-payment-intent"] });

/** A day without orders, so that other tests' orders are not listed. */
const QUIET_DASHBOARD = "/auth?date=2020-02-29";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const nextStep = (page: Page) => page.getByRole("region", { name: /^What (happens next|the customer)/ });
const desk = (page: Page) => page.getByRole("main");
const afterRefunds = (page: Page) => page.getByRole("term").filter({ hasText: "Total after refunds" }).locator("..");
const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ });

async function openAs(page: Page, person: Person, path: string): Promise<void> {
  await enterAs(page, person);
  await page.goto(path);
}

test.describe("paying", () => {
  test.use({ viewport: PHONE });

  test("a declined card shows the bank's reason, and the order can still be paid", {
    tag: AT_OWN_WIDTHS,
  }, async ({ page }) => {
    const ama = await newShopper();
    const orderId = await aPendingOrder(ama);
    await openAs(page, ama, `/checkout/${orderId}`);
    // purchase.spec.ts tests a generic decline, checkout.spec.ts insufficient funds.
    await typeCard(page, "4000000000000127");
    await payButton(page).click();
    await expect(page).toHaveURL(`/error?order=${orderId}`);
    await expect(
      page.getByRole("main").getByText("Payment failed: Your card's security code is incorrect."),
    ).toBeVisible();

    await typeCard(page, "4000002500003155");
    await payButton(page).click();
    await page.getByRole("button", { name: "Fail authentication" }).click();
    await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
    await expect(page.getByRole("main").getByText(/We are unable to authenticate your payment method/)).toHaveCount(1);
    await expect(page.getByLabel("Card number")).toHaveValue("");

    await typeCard(page, "4000002500003155");
    await payButton(page).click();
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  });

  test("an order is paid even if its tab closes right after the card payment", {
    tag: AT_OWN_WIDTHS,
  }, async ({ page, context }) => {
    const ama = await newShopper();
    const orderId = await aPendingOrder(ama);
    await openAs(page, ama, `/checkout/${orderId}`);
    await typeCard(page, "4242424242424242");
    const charged = page.waitForResponse(/\/confirm$/);
    await payButton(page).click();
    await charged;
    await page.close();
    expect(await untilStatus(orderId, (status) => status !== "pending")).toBe("paid");
    const later = await context.newPage();
    await openAs(later, ama, `/orders/${orderId}`);
    await expect(heading(later)).toContainText("Paid");
    await expect(later.getByText("Payment received")).toBeVisible();
  });

  test("neither Back nor a second tab pays an order twice", { tag: [AT_OWN_WIDTHS, VERDICT] }, async ({
    page,
    context,
  }) => {
    const ama = await newShopper();
    const orderId = await aPendingOrder(ama);
    const second = await context.newPage();
    await openAs(page, ama, `/shippingInformation/${orderId}`);
    await openAs(second, ama, `/checkout/${orderId}`);
    await page.getByRole("button", { name: "Continue to payment" }).click();
    for (const tab of [page, second]) await typeCard(tab, "4242424242424242");
    await payButton(page).click();
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    await payButton(second).click();
    await expect(second.getByRole("heading", { name: "Payment Successful" })).toBeVisible();

    // Delays the styles until the response has arrived: the redirect then happens while they load, and must log no
    // error.
    const answer = page.waitForResponse(/\/rest\/v1\/orders/);
    await page.route("**/assets/*.css", async (route) => {
      await (await answer).finished();
      await route.continue();
    });
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    await expect(page.getByLabel("Card number")).toHaveCount(0);
    const { data: payments } = await ama.client.from("payments").select("purpose").eq("order_id", orderId);
    expect(payments).toEqual([{ purpose: "order" }]);
  });
});

test.describe("a customer's own order", () => {
  test.describe("on a phone", () => {
    test.use({ viewport: PHONE });

    test("an order can be canceled, and the open page shows the refund", { tag: AT_OWN_WIDTHS }, async ({
      page,
      expectAccessible,
    }) => {
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

      await navigateTo(page, `/orders/${paid}`);
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
  });

  test("an order page prints only the receipt, dark on white, also in the dark theme", {
    tag: [AT_OWN_WIDTHS, VERDICT],
  }, async ({ page }) => {
    const ama = await newShopper();
    const orderId = await aPaidOrder(ama, [{ name: "Red Palm Oil", quantity: 3 }]);
    await openAs(page, ama, `/orders/${orderId}`);
    await expect(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
    const receipt = page.getByRole("article", { name: "Receipt" });
    await expect(receipt).toBeHidden();
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await page.getByRole("button", { name: "Print receipt" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-printed");

    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(receipt).toBeVisible();
    for (const part of ["Calabash Market", "Houston, Texas 77073", orderId, "Red Palm Oil", "Ama Mensah"]) {
      await expect(receipt).toContainText(part);
    }
    await expect(receipt.getByRole("row", { name: "Red Palm Oil 3 $12.99 $38.97" })).toBeVisible();
    for (const sum of ["Total $38.97", "Paid $38.97", "Refunded $0.00"]) {
      await expect(receipt.getByRole("row", { name: sum })).toBeVisible();
    }
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole("link").filter({ visible: true })).toHaveCount(0);
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(receipt).toHaveCSS("color", "rgb(28, 26, 22)");
  });

  test("an order can be ordered again at current prices, with differences listed", {
    tag: AT_OWN_WIDTHS,
  }, async ({ page }) => {
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
    await expect(page).toHaveURL("/cart");
    await expect(page.getByText("3 items were added to your cart")).toBeVisible();
    await expect(page.getByText(`${dearer.name} now costs $11.00; you paid $10.00.`)).toBeVisible();
    await expect(page.getByText(`${gone.name} is sold out.`)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Quantity of Red Palm Oil" })).toHaveValue("2");
    await expect(page.getByRole("textbox", { name: `Quantity of ${dearer.name}` })).toHaveValue("2");
    await expect(page.getByRole("article", { name: gone.name })).toHaveCount(0);
    await Promise.all([dearer, gone].map((each) => each.change({ archived_at: new Date().toISOString() })));
  });

  test("an open order page shows and announces a new status without a layout shift", {
    tag: AT_OWN_WIDTHS,
  }, async ({ page }) => {
    const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
    const orderId = await aPaidOrder(ama);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openAs(page, ama, `/orders/${orderId}`);
    await expect(nextStep(page).getByRole("status").first()).toContainText("prepare your order soon");
    await page.evaluate(async () => {
      await document.fonts.ready;
      document.documentElement.dataset["shift"] = "0";
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          const sum = Number(document.documentElement.dataset["shift"]) + entry.value;
          document.documentElement.dataset["shift"] = String(sum);
        }
      }).observe({ type: "layout-shift" });
    });
    for (const [to_status, word, sentence] of [
      ["preparing", "Preparing", "We are packing your order."],
      ["ready", "Ready for pickup", "Your order is ready."],
    ] as const) {
      await ola.client.rpc("move_order", { order_id: orderId, to_status }).throwOnError();
      await expect(nextStep(page).getByRole("status").first()).toContainText(sentence);
      await expect(heading(page)).toContainText(word);
    }
    await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
    expect(Number(await page.locator("html").getAttribute("data-shift"))).toBeLessThanOrEqual(0.02);
  });
});

test("an order's page polls only while it is visible", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama);
  await page.clock.install();
  await openAs(page, ama, `/orders/${orderId}`);
  await expect(heading(page)).toContainText("Paid");
  let requestCount = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/rest/v1/orders") requestCount += 1;
  });
  await showPage(page, "hidden");
  await page.clock.runFor(60_000);
  expect(requestCount).toBe(0);
  await showPage(page, "visible");
  await expect.poll(() => requestCount).toBe(1);
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return requestCount;
    })
    .toBeGreaterThan(1);
});

test.describe("orders in the back office", () => {
  test("the owner refunds a line, an amount, and the rest, never more, and once for two presses", {
    tag: AT_OWN_WIDTHS,
  }, async ({ page, expectAccessible }) => {
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

  test("the owner sees duplicate and mismatched payments, and their outcome", {
    tag: AT_OWN_WIDTHS,
  }, async ({ page }) => {
    const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
    const [paid, pending] = [await aPaidOrder(ama), await aPendingOrder(ama)];
    await payTwice(paid, 1299);
    await payTwice(pending, 500);
    await openAs(page, ola, `/desk/orders/${paid}`);
    await expect(desk(page)).toContainText("Paid the order");
    await expect(desk(page)).toContainText("Paid twice: will be refunded");
    const refund = page.getByRole("listitem").filter({ hasText: "· Paid twice" });
    await expect(refund).toContainText("Succeeded");
    await expect(heading(page)).toContainText("Paid");
    // The order's own payment was not refunded.
    await expect(afterRefunds(page)).toHaveCount(0);

    await navigateTo(page, `/desk/orders/${pending}`);
    await expect(desk(page)).toContainText("Wrong amount");
    await expect(heading(page)).toContainText("Pending");
    await navigateTo(page, QUIET_DASHBOARD);
    const alert = page
      .getByRole("region", { name: "Alerts" })
      .getByRole("listitem")
      .filter({ has: page.locator(`[href="/desk/orders/${pending}"]`) });
    await alert.getByRole("button", { name: /^Done/ }).click();
    await expect(alert).toHaveCount(0);
  });

  test("the owner completes one order by keyboard and cancels another", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
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
    await navigateTo(page, `/desk/orders/${other}`);
    await expect(page.getByRole("main")).toContainText(await nameOf(other));
    await desk(page).getByRole("button", { name: "Cancel order" }).click();
    const question = page.getByRole("dialog", { name: "Cancel this order?" });
    await expect(question).toContainText("$12.99 will be refunded to the customer's card.");
    await question.getByRole("button", { name: "Cancel order" }).click();
    await expect(heading(page)).toContainText("Refunded");
  });

  test.describe("on a phone", () => {
    test.use({ viewport: PHONE });

    test("the owner sees alerts and failed emails above the orders, and resolves them", {
      tag: AT_OWN_WIDTHS,
    }, async ({ page, expectAccessible }) => {
      const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
      const orderId = await aPaidOrder(ama);
      await loseMails(orderId);
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
      await expect(desk(page).getByRole("listitem").filter({ hasText: "Order received and paid" })).toContainText(
        /Sent/,
      );
      await page.goto(`${QUIET_DASHBOARD}&status=out_for_delivery`);
      await expect(page.getByLabel("Status")).toHaveValue("out_for_delivery");
    });
  });
});

test.describe("stock", () => {
  test("a product whose stock is set to 0 is sold out for everyone", {
    tag: AT_DESKTOP,
  }, async ({ page, expectAccessible }) => {
    const [ola, yam] = await Promise.all([newShopkeeper(), aProduct()]);
    const listing = await findListing(page, yam.name);
    await openAs(page, ola, listing);
    const card = page.getByRole("article").filter({ hasText: yam.name });
    const dialog = page.getByRole("dialog", { name: "Edit item" });
    const save = async (fill: () => Promise<void>) => {
      await card.getByRole("button", { name: /^Edit/ }).click();
      await fill();
      await dialog.getByRole("button", { name: "Save changes" }).click();
    };
    await save(async () => {
      await dialog.getByLabel("Availability").selectOption("Counted");
      await dialog.getByLabel("Quantity left").fill("some");
    });
    await expect(dialog.getByText("Enter a whole number, 0 or more.")).toBeVisible();
    await expect(dialog.getByLabel("Quantity left")).toBeFocused();
    await expectAccessible("dialog[open]");
    await dialog.getByLabel("Quantity left").fill("7");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Product saved")).toBeVisible();
    await expect(dialog).toBeHidden();
    await save(async () => {
      await expect(dialog.getByLabel("Quantity left")).toHaveValue("7");
      await dialog.getByLabel("Quantity left").fill("0");
    });
    await expect(card.getByRole("button", { name: "Sold out" })).toBeDisabled();
    await expectAccessible();

    // Requested without a session, as every page is: only scripts know who is logged in.
    const pageText = async () => (await page.request.get(yam.path)).text();
    await expect.poll(pageText).toMatch(/<button[^>]*disabled[^>]*>[^<]*Sold out/);
    expect(await pageText()).not.toContain(`Add to Cart: ${yam.name}`);
    expect(await pageText()).toContain("https://schema.org/OutOfStock");

    await save(async () => {
      await dialog.getByLabel("Availability").selectOption("Available");
    });
    await expect(card.getByRole("button", { name: /Add to Cart/ })).toBeEnabled();
    await yam.change({ archived_at: new Date().toISOString() });
  });

  test("a cart above the stock is reported before payment and corrected with one press", {
    tag: AT_PHONE,
  }, async ({ page, expectAccessible }) => {
    const [ama, yam] = await Promise.all([newShopper(), aProduct({ count: 2 })]);
    await fillCart(page, [{ name: yam.name, quantity: 1 }]);
    await openAs(page, ama, "/cart");
    const line = page.getByRole("article", { name: yam.name });
    await line.getByRole("textbox").fill("3");
    await yam.change({ price: 12 });
    const checkout = page.getByRole("button", { name: "Proceed to Checkout" });
    await checkout.click();
    await expect(line.getByText(`Only 2 of ${yam.name} are left.`)).toBeVisible();
    await expect(page.getByText(`${yam.name} now costs $12.00; it was $10.00.`)).toBeVisible();
    await expectAccessible();
    // No request is sent, because the cart still exceeds the stock.
    await checkout.click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByRole("form").getByText(/Change your cart to continue\./)).toBeVisible();
    await line.getByRole("button", { name: /^Change to 2/ }).click();
    await expect(line.getByRole("textbox")).toHaveValue("2");
    await expect(line.getByText(/are left/)).toHaveCount(0);
    await checkout.click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await yam.change({ archived_at: new Date().toISOString() });
  });

  test("the second buyer of the last yam gets an error before paying and chooses again", {
    tag: AT_OWN_WIDTHS,
  }, async ({ page, expectAccessible }) => {
    const [ama, kofi, yam] = await Promise.all([newShopper(), newShopper("Kofi"), aProduct({ count: 1 })]);
    const ordered = [{ name: yam.name, quantity: 1 }];
    const orderId = await aPendingOrder(ama, [...ordered, { name: "Red Palm Oil", quantity: 1 }]);
    await page.setViewportSize(PHONE);
    await openAs(page, ama, `/checkout/${orderId}`);
    await typeCard(page, "4242424242424242");
    await aPaidOrder(kofi, ordered);
    await payButton(page).click();
    const notice = page.getByRole("alert").filter({ hasText: "no longer available" });
    await expect(notice).toContainText(`${yam.name} is sold out.`);
    await expect(notice).toContainText("No card was charged.");
    await expectAccessible();
    await page.getByRole("button", { name: "Back to cart" }).click();
    const line = page.getByRole("article", { name: yam.name });
    await expect(line.getByText(`${yam.name} is sold out.`)).toBeVisible();
    await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
    await line.getByRole("button", { name: `Remove ${yam.name}` }).click();
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await yam.change({ archived_at: new Date().toISOString() });
  });

  test("when two buyers pay for the last yam, one is refunded with the reason", {
    tag: [AT_OWN_WIDTHS, VERDICT],
  }, async ({ page, expectAccessible }) => {
    const [ama, kofi, yam] = await Promise.all([newShopper(), newShopper("Kofi"), aProduct({ count: 1 })]);
    const ordered = [{ name: yam.name, quantity: 1 }];
    const [orderId, faster] = await Promise.all([aPendingOrder(ama, ordered), aPendingOrder(kofi, ordered)]);
    await page.setViewportSize(PHONE);
    await openAs(page, ama, `/checkout/${orderId}`);
    await typeCard(page, "4242424242424242");
    await page.route("**/confirm", async (route) => {
      // The other buyer pays before her bank confirms.
      expect(await pay(kofi, faster)).toBe("paid");
      await route.continue();
    });
    await payButton(page).click();
    await expect(page).toHaveURL(`/success/${orderId}`);
    await expect(heading(page)).toHaveText(/Order (canceled|refunded)/);
    await expect(page.getByText(/sold out while you paid|We refunded your full payment/)).toBeVisible();
    await expectAccessible();
    await page.getByRole("link", { name: "View order" }).click();
    await expect(heading(page)).toContainText("Refunded");
    await expect(page.getByText(/Sold out/)).toBeVisible();
    await yam.change({ archived_at: new Date().toISOString() });
  });
});

/** Simulates hiding or showing the tab. */
async function showPage(page: Page, visibility: "visible" | "hidden"): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visibility);
}

/** Returns the listing page with a new product, which is the last one. */
async function findListing(page: Page, name: string): Promise<string> {
  for (let place = 1; place <= 20; place += 1) {
    const path = `/condiments?page=${place}`;
    const answer = await page.request.get(path);
    if ((await answer.text()).includes(name)) return path;
    if (answer.status() === 404) break;
  }
  throw new Error(`${name} is on no listing page.`);
}
