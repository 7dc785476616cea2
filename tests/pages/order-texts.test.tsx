import { randomInt } from "node:crypto";
import { mailedText } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import {
  aPendingOrder,
  aPlacedOrder,
  aProduct,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  pay,
  serviceClient,
  untilStatus,
} from "#e2e/fixtures/test-data.ts";
import { typeBilling } from "#scripts/test-environment/checkout-forms.ts";
import { replacedBy } from "#tests/paying.ts";
import { call, readRows, update } from "#tests/requests.ts";
import { expect, expectAccessible, openOwnShop, type Page, step, test } from "./page-test.tsx";

openOwnShop();

/** Turns order texts on, without quiet hours. */
async function switchOn(): Promise<void> {
  await call(serviceClient(), "record_text_channels", { channels: ["sms", "whatsapp"] });
  const values = { has_order_texts: true, texts_from: "00:00", texts_until: "23:59" };
  await update(serviceClient(), "store_settings", { id: true }, values);
}

/** Sends the texts at once, which otherwise wait some seconds for an undo. */
async function sendTexts({ shop }: Page): Promise<void> {
  await shop.database.admin`update outgoing_texts set next_attempt_at = now()`;
  shop.worker.wake(["orderTexts"]);
}

test("hours for order texts that end before they start are not saved", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/messages");
  const group = page.getByRole("region", { name: "Order texts" });
  await fillIn(group, { "Send texts from": "22:00", "Send texts until": "21:30" });
  await page.getByRole("main").getByRole("button", { name: /^Save/ }).click();
  await expect(group.getByText("The end must be after the start")).toBeVisible();
});

test("a customer chooses texts at checkout, gets them, and turns them off by their link", async ({ page }) => {
  await switchOn();
  const ama = await newShopper();
  const orderId = await aPlacedOrder(ama);
  const order = await nameOf(orderId);
  const phone = `281555${randomInt(1000, 10_000)}`;
  const box = page.getByLabel("Text me about this order");
  await openAs(page, ama, `/shippingInformation/${orderId}`);
  await expect(box).not.toBeChecked();
  await typeBilling(page);
  await page.getByLabel("Phone number").fill(phone);
  const consent = page.getByText(`receive automated order texts from Calabash Market at (${phone.slice(0, 3)})`);
  await expect(consent).toHaveCount(0);
  await box.check();
  await expect(consent).toBeVisible();
  await page.getByRole("group", { name: "Send texts by" }).getByLabel("WhatsApp").check();
  await expect(page.getByText(/automated order messages on WhatsApp/)).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
  await pay(ama, orderId);
  await untilStatus(orderId, (status) => status === "paid");

  await sendTexts(page);
  const text = await mailedText(`whatsapp:+1${phone}`, `We received order ${order.replace(/\D/g, "")}`);
  expect(text).toContain("Reply STOP to cancel, HELP for help.");

  await page.goto(/\/order-link#[\w-]+/.exec(text)?.[0] ?? "/");
  await expect(page.getByRole("heading", { name: order })).toBeVisible();
  const panel = page.getByRole("region", { name: "Order texts" });
  await expect(panel.getByText(/We text \(•••\) •••-\d{4} by WhatsApp about this order/)).toBeVisible();
  await expectAccessible();
  await panel.getByRole("button", { name: "Turn off texts" }).click();
  await expect(panel.getByText("Order texts are off. You still get emails.")).toBeVisible();

  await step("the order page turns texts on again, with consent", async () => {
    await page.goto(`/orders/${orderId}`);
    await panel.getByRole("button", { name: "Turn on texts" }).click();
    await expect(panel.getByText("Check the box first to agree to order texts.")).toBeVisible();
    await box.check();
    await panel.getByRole("button", { name: "Turn on texts" }).click();
    await expect(panel.getByText("Order texts are on.")).toBeVisible();
    await page.reload();
    await expect(panel.getByText(/by SMS about this order/)).toBeVisible();
    await expectAccessible();
  });

  await step("a changed link shows no order", async () => {
    await page.goto(`/order-link#${"x".repeat(48)}`);
    await expect(page.getByText("This link is incomplete or older than 30 days.")).toBeVisible();
  });
});

test("a customer answers about a replacement by the link of a text, and the pick list shows it", async ({ page }) => {
  await switchOn();
  const [yam, garri, potato] = await Promise.all([
    aProduct({ price: 10 }),
    aProduct({ price: 6 }),
    aProduct({ price: 8 }),
  ]);
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPendingOrder(ama, [
    { name: yam.name, quantity: 1 },
    { name: garri.name, quantity: 1 },
  ]);
  await ama.client.rpc("set_order_texts", { order_id: orderId, channel: "sms", wording_version: 1 }).throwOnError();
  await pay(ama, orderId);
  for (const { id } of await readRows(ola, "order_items", "id", { order_id: orderId }, "id")) {
    await call(ola, "substitute_line", replacedBy(id, potato));
  }
  await openAs(page, ola, `/desk?order=${orderId}`);
  await expect(page.getByText("Texted the customer, no answer yet").first()).toBeVisible();

  await sendTexts(page);
  const number = (await nameOf(orderId)).replace(/\D/g, "");
  await page.goto(/\/order-link#[\w-]+/.exec(await mailedText("+12815550123", `order ${number}`))?.[0] ?? "/");
  const questions = page.getByRole("region", { name: "Out of stock" });
  await expect(questions.getByText("$2.00 goes back to you.")).toBeVisible();
  await questions.getByRole("button", { name: new RegExp(`^Leave it out and refund.*${yam.name}`) }).click();
  await expect(questions.getByText("You left it out. We refund it when your order is packed.")).toBeVisible();
  page.route(/api\/texts\/answer/, async (request) => {
    await page.shop.app.fetch(request);
    return new Response(null, { status: 502 });
  });
  await questions.getByRole("button", { name: /^Accept replacement/ }).click();
  await expect(questions.getByText("You accepted the replacement.")).toBeVisible();
  await expect(questions.getByRole("button", { name: /^Accept replacement/ })).toHaveCount(0);
  await expect(questions.getByText(/Try again/)).toHaveCount(0);

  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByText("Customer wants it left out").first()).toBeVisible();
  await expect(page.getByText("Customer accepts it").first()).toBeVisible();
  await expectAccessible("main");

  await page.goto(`/desk/orders/${orderId}`);
  const answers = page.getByRole("region", { name: "Questions about replacements" });
  for (const { name } of [yam, garri]) {
    await expect(answers).toContainText(`Replace 1 × ${name} with 1 × ${potato.name}?`);
  }
  await expect(answers).toContainText("Left out by the customer");
  await expect(answers).toContainText("Accepted by the customer");
  await expect(page.getByRole("region", { name: "Texts" })).toContainText("SMS (281) 555-0123");
  await expectAccessible("main");
});
