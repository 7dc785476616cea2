import type { SendAuthMail } from "@calabash/data-service/auth";
import { expect, test, vi } from "vitest";
import { openTranslations } from "#server/base/locale.ts";
import type { MailMessage } from "#server/messages/mailer.ts";
import { createAuthEmailSender } from "#server/messages/send-auth-email.ts";
import { orderInput } from "./order-input.ts";
import { confirm, requestIntent, untilOrder } from "./paying.ts";
import { requestAs } from "./requests.ts";
import { aProduct, openTestShop, type Person, requestOrder } from "./running-shop.ts";

/** Emails of the auth service. */
const notices: string[] = [];

openTranslations();
let sendMail: SendAuthMail | null = null;
const shop = await openTestShop({ paymentIntentLimit: 100, sendMail: async (mail) => sendMail?.(mail) });
const mailer = {
  send: async ({ to, subject }: MailMessage) => void notices.push(`${to}: ${subject}`),
  close: async () => {},
};
sendMail = createAuthEmailSender(mailer, shop.data);
const ama = await shop.signUp("Ama Mensah");
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 10 });
await shop.data.service.auth.admin.updateUserById(ama.id, { email_confirm: true });

function place(language: string | null, quantity = 1) {
  const call = requestOrder(ama.client, [{ product_id: oil.id, size_id: null, quantity }], oil.price * quantity);
  return language === null ? call : call.setHeader("accept-language", language);
}

async function cancel(id: string): Promise<void> {
  await ama.client.rpc("cancel_order", { order_id: id }).throwOnError();
}

test.for([
  ["es", "es"],
  ["fr-CA,fr;q=0.9", "fr"],
  ["HT", "ht"],
  [`"}', 'x`, "en"],
  ["x".repeat(5000), "en"],
] as const)("an order placed with the language %s is in %s", async ([header, language]) => {
  const { data } = await place(header).throwOnError();
  expect(data.language).toBe(language);
  await cancel(data.id);
});

test("an order's emails are in its language and link to its pages", async () => {
  const { data: order } = await place("es").throwOnError();
  await confirm(shop, await requestIntent(shop, ama, order.id), "pm_card_visa");
  await untilOrder(shop, order.id, ({ status }) => status === "paid");
  await shop.worker.runOnce();
  const mail = shop.mailbox
    .list()
    .find(({ to, subject }) => to === ama.email && subject.includes(String(order.order_number)));
  expect(mail?.subject).toMatch(/pedido/i);
  expect(mail?.html).toContain('<html lang="es">');
  expect(mail?.text).toMatch(/http:\/\/shop\.test\/es\/order-link#/);
  expect(mail?.text).not.toMatch(/\b(Order|Thank you|Hello|Pickup)\b|Gratis/);
});

test("the order board and pick lists name the language of an order", async () => {
  const { data: order } = await place("ht").throwOnError();
  await confirm(shop, await requestIntent(shop, ama, order.id), "pm_card_visa");
  await untilOrder(shop, order.id, ({ status }) => status === "paid");
  const packer = await shop.signUpStaff("Paul Packer", "packer");
  const { data } = await packer.client.rpc("read_pick_lists", { order_ids: [order.id] }).throwOnError();
  expect(data).toMatchObject([{ id: order.id, language: "ht" }]);
});

test("an error of the database has its values in the message and in the detail", async () => {
  const one = await shop.database.admin`
    select private.raise_error('PT409', 'Order {order} is not packed.', 7::bigint)`.catch((error: unknown) => error);
  expect(one).toMatchObject({
    code: "PT409",
    message: "Order 7 is not packed.",
    detail: '{"key": "Order {order} is not packed.", "params": {"order": 7}}',
  });
  const two = await shop.database.admin`
    select private.raise_error('23514', '{a} of {b} left.', '{"a": "{b}", "b": "50% {x}"}'::jsonb, 'stock')
  `.catch((error: unknown) => error);
  expect(two).toMatchObject({ code: "23514", message: "{b} of 50% {x} left.", hint: "stock" });
});

/** Sends JSON from a page in that language. */
const sendIn = (language: string, method: string, path: string, body: object, by: Person) => {
  const headers = { apikey: shop.keys.anonKey, "content-type": "application/json", "accept-language": language };
  return requestAs(by, shop, path, { method, headers, body: JSON.stringify(body) });
};

test("errors of the database and the endpoints are in the language of the page", async () => {
  const call = async (path: string, body: object) => {
    const response = await sendIn("es", "POST", path, body, ama);
    return response.json() as Promise<{ message?: string; error?: string; details?: unknown }>;
  };
  const order = orderInput([], oil.price);
  const noItems = "Un pedido necesita de 1 a 200 artículos distintos.";
  expect(await call("/rest/v1/rpc/place_order", order)).toMatchObject({ message: noItems, details: null });
  expect(await call("/api/order", order)).toMatchObject({ error: noItems });
  order.items = [{ product_id: oil.id, size_id: null, quantity: 1, note: "x".repeat(1000) }];
  const longNote = "Una nota puede tener 120 caracteres como máximo.";
  expect(await call("/rest/v1/rpc/place_order", order)).toMatchObject({ message: longNote });
  expect(await call("/api/order", order)).toMatchObject({ error: longNote });
  const { data: placed } = await place("es").throwOnError();
  await cancel(placed.id);
  const isCanceled = { error: "Este pedido ya está cancelado." };
  expect(await call("/api/create-payment-intent", { orderId: placed.id })).toEqual(isCanceled);
});

test("a notice of the auth service is in the language of the page", async () => {
  const kofi = await shop.signUp("Kofi Boateng");
  await shop.data.service.auth.admin.updateUserById(kofi.id, { email_confirm: true });
  const response = await sendIn("fr", "PUT", "/auth/v1/user", { password: "a new password for Kofi" }, kofi);
  expect(response.status).toBe(200);
  await vi.waitFor(() => expect(notices).toContain(`${kofi.email}: Votre mot de passe a été modifié`));
});
