import { expect, onTestFinished, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { installTranslations } from "#app/messages/t.ts";
import { readTranslations } from "#server/base/translations.ts";
import { orderEmail } from "./order-emails.ts";
import type { OrderFacts, OutgoingEmail } from "./outgoing-email.ts";

const FACTS = {
  order_number: 1042,
  total: 12.99,
  delivery_cost: 0,
  delivery_included: true,
  paid_amount: 12.99,
  delivery_type: "pickup",
  customer_name: "Ama Mensah",
  failure_message: "Your card has insufficient funds.",
  items: [{ name: "Huile de palme", pack_size: "33.8 fl oz", quantity: 1, unit_price: 12.99 }],
} as unknown as OrderFacts;

function emailIn(locale: "en" | "fr", kind: OutgoingEmail["kind"], more: Partial<OrderFacts> = {}) {
  installTranslations("fr", readTranslations("fr"));
  setLocaleReader(() => locale);
  onTestFinished(() => setLocaleReader(() => "en"));
  const mail = {
    id: "1",
    kind,
    order_id: "2",
    recipient: "ama@test.example",
    created_at: "",
    facts: { ...FACTS, ...more },
  };
  return orderEmail(mail, { shop: defaultStoreSettings, publicOrigin: "http://shop.test/fr", linkToken: "token" });
}

test("a failed payment's email has the provider's English message only in English", () => {
  expect(emailIn("en", "payment_failed").text).toContain("for order 1042. Your card has insufficient funds.");
  const { text: french } = emailIn("fr", "payment_failed");
  expect(french).toContain("pour la commande 1042. Votre carte a été refusée.");
  expect(french).not.toContain("Your card");
});

test("labels of a French email have a space before the colon", () => {
  const { text } = emailIn("fr", "order_paid");
  expect(text).toContain("1 × Huile de palme\u00A0: $12.99\n33.8 fl oz");
  expect(text).toContain("Total\u00A0: $12.99");
  expect(text).toContain("Voir la commande\u00A0:\nhttp");
});

test("a customer whose order is being prepared is not asked to choose another time", () => {
  expect(emailIn("en", "window_lost", { status: "paid" }).subject).toMatch(/^Choose another time/);
  const { subject, text } = emailIn("en", "window_lost", { status: "preparing" });
  expect(subject).toBe("Your time is no longer available");
  expect(text).toContain("We will call you");
});

test("the action of an email is a button, and its other links are plain", () => {
  const fee = { amount: 7.5, tax_amount: 0, is_paid: false };
  const { html } = emailIn("en", "delivery_fee", { delivery_type: "delivery", delivery_fee: fee });
  const links = [...html.matchAll(/<a [^>]*style="([^"]*)">([^<]*)</g)].map(([, style = "", text]) => [
    text,
    style.includes("background"),
  ]);
  expect(links).toEqual([
    ["Pay delivery fee", true],
    ["View order", false],
    ["View in your account", false],
  ]);
});

test("the email about a new order tells the store its time and the driver's note, without texts for customers", () => {
  const times = { window_starts_at: "2026-11-28T20:00:00Z", window_ends_at: "2026-11-28T22:00:00Z" };
  const place = { delivery_address: "18 Cypress Bend", delivery_phone_number: "(281) 555-0177", driver_note: "Gate 7" };
  const order = { ...times, ...place, placed_at: "2026-11-21T15:05:00Z" };
  const { text } = emailIn("en", "shop_order_paid", { ...order, delivery_type: "delivery" });
  expect(text).toContain(
    "Delivery to 18 Cypress Bend, phone (281) 555-0177.\nTime: Saturday, November 28, 2 to 4 PM.\nFor the driver: Gate 7\n",
  );
  expect(emailIn("en", "shop_order_paid", order).text).toContain("Pickup.\nTime: Saturday, November 28, 2 to 4 PM.\n");
});
