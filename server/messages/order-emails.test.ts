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

function textIn(locale: "en" | "fr", kind: OutgoingEmail["kind"]): string {
  installTranslations("fr", readTranslations("fr"));
  setLocaleReader(() => locale);
  onTestFinished(() => setLocaleReader(() => "en"));
  const mail = { id: "1", kind, order_id: "2", recipient: "ama@test.example", created_at: "", facts: FACTS };
  return orderEmail(mail, { shop: defaultStoreSettings, publicOrigin: "http://shop.test/fr", linkToken: "token" }).text;
}

test("a failed payment's email has the provider's English message only in English", () => {
  expect(textIn("en", "payment_failed")).toContain("for order 1042. Your card has insufficient funds.");
  const french = textIn("fr", "payment_failed");
  expect(french).toContain("pour la commande 1042. Votre carte a été refusée.");
  expect(french).not.toContain("Your card");
});

test("labels of a French email have a space before the colon", () => {
  const text = textIn("fr", "order_paid");
  expect(text).toContain("1 × Huile de palme\u00A0: $12.99\n33.8 fl oz");
  expect(text).toContain("Total\u00A0: $12.99");
  expect(text).toContain("Voir la commande\u00A0:\nhttp");
});
