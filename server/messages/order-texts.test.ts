import { expect, test } from "vitest";
import { ORDER_TEXT_KINDS } from "#app/features/order-texts/order-texts.ts";
import { keywordReply, orderText, smsCharacters, templateVariables } from "./order-texts.ts";

const HOST = "market.example";
const LINK = `https://${HOST}/order-link#${"a".repeat(48)}`;
const shop = { name: "Calabash Market", phone: "(281) 555-0142", email: "hello@calabash.example" };

test("a text names the store and the order, and the first one explains how to stop", () => {
  const facts = { kind: "ready", orderNumber: 1042, amount: null, isFirst: false, link: LINK } as const;
  expect(orderText(facts, shop)).toBe(`Calabash Market: Order 1042 is ready for pickup. ${LINK}`);
  expect(orderText({ ...facts, isFirst: true }, shop)).toBe(
    `Calabash Market: Order 1042 is ready for pickup. ${LINK} Reply STOP to cancel, HELP for help.`,
  );
  expect(orderText({ ...facts, kind: "refund", amount: 12.5 }, shop)).toBe(
    `Calabash Market: $12.50 refunded for order 1042. ${LINK}`,
  );
});

test("every text of a store with a long name and link fits into two segments", () => {
  const link = `https://${"long-name-of-a-store-on-its-own".padEnd(50, "x")}.example/order-link#${"a".repeat(48)}`;
  for (const kind of ORDER_TEXT_KINDS) {
    const facts = { kind, orderNumber: 1_234_567, amount: 12_345.67, isFirst: true, link };
    const text = orderText(facts, { name: "Ọjà Àgbáyé ".repeat(20) });
    expect(text.length, kind).toBeLessThanOrEqual(306);
    expect(smsCharacters(text)).toBe(text);
  }
});

test("characters outside of the SMS alphabet are replaced or left out", () => {
  expect(smsCharacters("Ama’s “Ọjà” – café… 🍠 {~}")).toBe(`Ama's "Ojà" - café...  `);
  expect(smsCharacters("Kòmand ou a pare. ¿Está listo? Prête, garçon")).toBe(
    "Kòmand ou a pare. ¿Esta listo? Prete, garcon",
  );
});

test("the letters of any store's name become letters of the SMS alphabet", () => {
  const named = (name: string) => keywordReply("start", { ...shop, name }, HOST).split(":")[0];
  expect(["Kɔkɔɔ House", "Ɛdan Ŋkyɛ", "Çarşı Işık", "Đặng Thị", "Łódź", "Ọjà"].map(named)).toEqual(
    "Kokoo House | Edan Ngkye | Çarsi Isik | Dang Thi | Lodz | Ojà".split(" | "),
  );
  expect(named("🍠")).toBe(HOST);
});

test("a WhatsApp template gets store, order number, link, and amount", () => {
  const facts = { kind: "refund", orderNumber: 1042, amount: 5, isFirst: false, link: LINK } as const;
  expect(templateVariables(facts, shop)).toEqual({ 1: "Calabash Market", 2: "1042", 3: LINK, 4: "$5.00" });
  expect(templateVariables({ ...facts, amount: null }, shop)["4"]).toBe("-");
});

test("replies to keywords name the store, and HELP contains the phone number", () => {
  expect(keywordReply("help", shop, HOST)).toContain("Call (281) 555-0142 or write to hello@calabash.example.");
  for (const keyword of ["stop", "start", "help"] as const) {
    expect(keywordReply(keyword, shop, HOST)).toMatch(/^Calabash Market/);
    expect(keywordReply(keyword, shop, HOST).length).toBeLessThanOrEqual(306);
  }
});
