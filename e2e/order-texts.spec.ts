// Deep: texts sent and answered by their links.
import { connect } from "@calabash/data-service/database";
import type { Locator, Page } from "@playwright/test";
import { databaseUrlOf } from "#scripts/test-environment/shop-process.ts";
import { mailedText } from "./fixtures/account-proofs.ts";
import { shopDataDir } from "./fixtures/shop-place.ts";
import { expect, test, typeBilling } from "./fixtures/shop-test.ts";
import {
  aPendingOrder,
  aPlacedOrder,
  aProduct,
  enterAs,
  nameOf,
  newShopkeeper,
  newShopper,
  pay,
  serviceClient,
} from "./fixtures/test-data.ts";
import { AT_PHONE, PHONE } from "./fixtures/widths.ts";

/** Turns order texts on, without quiet hours, or off. */
const switchTexts = (has_order_texts: boolean) =>
  serviceClient()
    .from("store_settings")
    .update({
      has_order_texts,
      texts_from: has_order_texts ? "00:00" : "08:00",
      texts_until: has_order_texts ? "23:59" : "21:00",
      texts_per_day: has_order_texts ? 10_000 : 200,
    })
    .eq("id", true)
    .throwOnError();

/**
 * Returns the text about an order. Turns texts on again on each attempt, because another test may save older settings
 * at the same time.
 */
async function textAbout(orderId: string, to: string, words: string): Promise<string> {
  let text = "";
  await expect(async () => {
    await switchTexts(true);
    const sql = connect(databaseUrlOf(shopDataDir()), { max: 1, applicationName: "journey" });
    await sql`
      update outgoing_texts set status = 'waiting', next_attempt_at = now()
      where order_id = ${orderId} and status = 'dropped' and attempts = 0`;
    await sql.end();
    text = await mailedText(to, words);
  }).toPass({ timeout: 60_000 });
  return text;
}

/**
 * Opens a page with the setting for texts. Turns texts on again on each attempt, because another test may save older
 * settings at the same time.
 */
async function openWithTexts(page: Page, path: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await switchTexts(true);
    await page.goto(path);
    await expect(shown).toBeVisible({ timeout: 3000 });
  }).toPass();
}

// In sequence, because each test changes the store's setting for texts.
test.describe.configure({ mode: "default" });

// A changed link is rejected.
test.use({ expectedRejections: ["/api/texts"] });

test("a customer chooses texts at checkout, gets them, and turns them off by their link", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  test.slow();
  const ama = await newShopper();
  const orderId = await aPlacedOrder(ama);
  const order = await nameOf(orderId);
  const phone = `281${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;
  const box = page.getByLabel("Text me about this order");
  await switchTexts(true);
  try {
    await enterAs(page, ama);
    await openWithTexts(page, `/shippingInformation/${orderId}`, box);
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
    await switchTexts(true);
    await pay(ama, orderId);

    const text = await textAbout(orderId, `whatsapp:+1${phone}`, `We received order ${order.replace(/\D/g, "")}`);
    expect(text).toContain("Reply STOP to cancel, HELP for help.");

    await page.goto(/\/order-link#[\w-]+/.exec(text)?.[0] ?? "/");
    await expect(page.getByRole("heading", { name: order })).toBeVisible();
    const panel = page.getByRole("region", { name: "Order texts" });
    await expect(panel.getByText(/We text \(•••\) •••-\d{4} by WhatsApp about this order/)).toBeVisible();
    await expectAccessible();
    await panel.getByRole("button", { name: "Turn off texts" }).click();
    await expect(panel.getByText("Order texts are off. You still get emails.")).toBeVisible();

    await test.step("the order page turns texts on again, with consent", async () => {
      await openWithTexts(page, `/orders/${orderId}`, panel.getByRole("button", { name: "Turn on texts" }));
      await panel.getByRole("button", { name: "Turn on texts" }).click();
      await expect(panel.getByText("Check the box first to agree to order texts.")).toBeVisible();
      await box.check();
      await panel.getByRole("button", { name: "Turn on texts" }).click();
      await expect(panel.getByText("Order texts are on.")).toBeVisible();
      await openWithTexts(page, `/orders/${orderId}`, panel.getByText(/by SMS about this order/));
      await expectAccessible();
    });

    await test.step("a changed link shows no order", async () => {
      await page.goto(`/order-link#${"x".repeat(48)}`);
      await expect(page.getByText("This link is incomplete or older than 30 days.")).toBeVisible();
    });
  } finally {
    await switchTexts(false);
  }
});

test("a customer answers about a replacement by the link of a text, and the pick list shows it at once", {
  tag: AT_PHONE,
}, async ({ page, browser, expectAccessible }) => {
  test.slow();
  const [yam, garri, potato] = await Promise.all([
    aProduct({ price: 10 }),
    aProduct({ price: 6 }),
    aProduct({ price: 8 }),
  ]);
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  await switchTexts(true);
  try {
    const orderId = await aPendingOrder(ama, [
      { name: yam.name, quantity: 1 },
      { name: garri.name, quantity: 1 },
    ]);
    await switchTexts(true);
    await ama.client.rpc("set_order_texts", { order_id: orderId, channel: "sms", wording_version: 1 }).throwOnError();
    await pay(ama, orderId);
    const { data: lines } = await ola.client
      .from("order_items")
      .select("id, product_name")
      .eq("order_id", orderId)
      .throwOnError();
    for (const name of [yam.name, garri.name]) {
      await switchTexts(true);
      await ola.client
        .rpc("substitute_line", {
          order_item_id: lines.find(({ product_name }) => product_name === name)?.id,
          kind: "replaced",
          quantity: 1,
          replacement_product_id: potato.id,
        })
        .throwOnError();
    }
    await enterAs(page, ola);
    await page.goto(`/desk?order=${orderId}`);
    await expect(page.getByText("Texted the customer, no answer yet").first()).toBeVisible();

    const number = (await nameOf(orderId)).replace(/\D/g, "");
    const text = await textAbout(orderId, "+12815550123", `order ${number}`);
    const customer = await browser.newContext({ viewport: PHONE });
    const hers = await customer.newPage();
    await hers.goto(new URL(/\/order-link#[\w-]+/.exec(text)?.[0] ?? "/", page.url()).href);
    const questions = hers.getByRole("region", { name: "Out of stock" });
    await expect(questions.getByText("$2.00 goes back to you.")).toBeVisible();
    await questions.getByRole("button", { name: new RegExp(`^Leave it out and refund.*${yam.name}`) }).click();
    await expect(questions.getByText("You left it out. We refund it when your order is packed.")).toBeVisible();
    await questions.getByRole("button", { name: /^Accept replacement/ }).click();
    await expect(questions.getByText("You accepted the replacement.")).toBeVisible();

    await expect(page.getByText("Customer wants it left out").first()).toBeVisible();
    await expect(page.getByText("Customer accepts it").first()).toBeVisible();
    await expectAccessible("main");
    await customer.close();

    await page.goto(`/desk/orders/${orderId}`);
    const answers = page.getByRole("region", { name: "Questions about replacements" });
    await expect(answers.getByRole("listitem")).toContainText([
      `Replace 1 × ${yam.name} with 1 × ${potato.name}?`,
      `Replace 1 × ${garri.name} with 1 × ${potato.name}?`,
    ]);
    await expect(answers).toContainText("Left out by the customer");
    await expect(answers).toContainText("Accepted by the customer");
    await expect(page.getByRole("region", { name: "Texts" })).toContainText("SMS (281) 555-0123");
    await expectAccessible("main");
  } finally {
    await switchTexts(false);
  }
});
