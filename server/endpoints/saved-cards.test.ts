import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createPaymentProvider } from "#server/payments/payment-provider.ts";
import { aPaidOrder, confirm, decline, orderOf, stripeOf, untilOrder } from "#tests/paying.ts";
import { postJson, requestAs } from "#tests/requests.ts";
import { anOrder, aProduct, openTestShop, type Person, setUpMfa } from "#tests/running-shop.ts";

const workErrors: unknown[] = [];

const shop = await openTestShop({
  paymentIntentLimit: 100,
  authSettings: { confirmPhone: false },
  onWorkError: (error) => workErrors.push(error),
});
const oil = await aProduct(shop);

/** Signs up a person and verifies the email address with a code. */
const aVerifiedPerson = async (name: string): Promise<Person> => verified(await shop.signUp(name));

async function verified(person: Person): Promise<Person> {
  await shop.guest.auth.signInWithOtp({ email: person.email, options: { shouldCreateUser: false } });
  const code = shop.mails.findLast(({ to }) => to === person.email)?.code ?? "";
  const { data, error } = await person.client.auth.verifyOtp({ email: person.email, token: code, type: "email" });
  if (error || !data.session) throw error ?? new Error("no session");
  return { ...person, accessToken: data.session.access_token };
}

const call = (method: string, path: string, token?: string, body?: object) =>
  body ? postJson(shop, `/api${path}`, body, token, method) : requestAs(token, shop, `/api${path}`, { method });

/** Requests an intent, like the payment page. @returns its id */
async function intentBy(person: Person, path: string, body: object): Promise<string> {
  const response = await call("POST", path, person.accessToken, body);
  expect(response.status).toBe(200);
  return ((await response.json()) as { clientSecret: string }).clientSecret.split("_secret_")[0] ?? "";
}

const openIntent = (person: Person, orderId: string, savesCard: boolean) =>
  intentBy(person, "/create-payment-intent", { orderId, savesCard });

/** Places an order whose card is only held. @returns its id */
async function aHeldOrder(person: Person): Promise<string> {
  const { id } = await anOrder(person, oil);
  await shop.database.admin`update orders set holds_payment = true where id = ${id}`;
  return id;
}

const deleteAccount = (person: Person) =>
  call("DELETE", "/account", person.accessToken, { current_password: "long enough" });

const aPhone = () => `1281${Math.floor(1e6 + Math.random() * 9e6)}`;
const untilPaid = (orderId: string) => untilOrder(shop, orderId, ({ status }) => status === "paid");

async function pay(person: Person, options: { savesCard?: boolean; card?: string } = {}): Promise<string> {
  const order = await anOrder(person, oil);
  const intent = await openIntent(person, order.id, options.savesCard ?? false);
  await confirm(shop, intent, options.card);
  await untilPaid(order.id);
  return intent;
}

async function aPersonWithCard(name: string): Promise<Person> {
  const person = await aVerifiedPerson(name);
  await pay(person, { savesCard: true });
  return person;
}

interface Cards {
  canSave: boolean;
  cards: { id: string; brand: string; last4: string; expiryMonth: number; expiryYear: number }[];
}

async function cardsOf(person: Person): Promise<Cards> {
  const response = await call("GET", "/saved-cards", person.accessToken);
  expect(response.status).toBe(200);
  return (await response.json()) as Cards;
}

async function customerOf(person: Person): Promise<string | null> {
  const [row] = await shop.database.admin<{ customer_id: string }[]>`
    select customer_id from private.stripe_customers where user_id = ${person.id}`;
  return row?.customer_id ?? null;
}

const intentOf = (id: string) => stripeOf(shop).paymentIntents.retrieve(id);
const removeCard = (id: string, token?: string) => call("DELETE", `/saved-cards/${id}`, token);

test("a card is saved only if the shopper wants it, and then pays the next order", async () => {
  const ama = await aVerifiedPerson("Ama");
  expect(await cardsOf(ama)).toEqual({ canSave: true, cards: [] });
  await pay(ama);
  expect(await cardsOf(ama)).toEqual({ canSave: true, cards: [] });
  expect(await customerOf(ama)).toBeNull();

  await pay(ama, { savesCard: true });
  const { cards } = await cardsOf(ama);
  const ofAnyValue = { id: expect.stringMatching(/^pm_/), expiryYear: expect.any(Number) };
  expect(cards).toEqual([{ ...ofAnyValue, brand: "visa", last4: "4242", expiryMonth: 12 }]);
  await pay(ama, { card: cards[0]?.id ?? "" });
  await pay(ama, { card: "pm_card_mastercard" });
  expect((await cardsOf(ama)).cards).toEqual(cards);
});

test("the same card saved twice is listed once, and removed at once", async () => {
  const ama = await aPersonWithCard("Ama");
  await pay(ama, { savesCard: true });
  await pay(ama, { savesCard: true, card: "pm_card_mastercard" });
  const { cards } = await cardsOf(ama);
  expect(cards.map(({ brand }) => brand)).toEqual(["mastercard", "visa"]);
  expect((await removeCard(cards[1]?.id ?? "", ama.accessToken)).status).toBe(204);
  expect((await cardsOf(ama)).cards.map(({ brand }) => brand)).toEqual(["mastercard"]);
  expect((await removeCard(cards[1]?.id ?? "", ama.accessToken)).status).toBe(404);
});

test("a declined card is not saved, and unticking the box before another one saves none", async () => {
  const ama = await aVerifiedPerson("Ama");
  const order = await anOrder(ama, oil);
  const intent = await openIntent(ama, order.id, true);
  await decline(shop, intent);
  expect(await openIntent(ama, order.id, false)).toBe(intent);
  await confirm(shop, intent);
  await untilPaid(order.id);
  expect((await cardsOf(ama)).cards).toEqual([]);
});

test("a saved card holds the amount of products sold by weight", async () => {
  const ama = await aPersonWithCard("Ama");
  const [card] = (await cardsOf(ama)).cards;
  const intent = await openIntent(ama, await aHeldOrder(ama), false);
  await confirm(shop, intent, card?.id);
  expect(await intentOf(intent)).toMatchObject({ status: "requires_capture", capture_method: "manual" });
});

test("a held card can be saved, too", async () => {
  const ama = await aVerifiedPerson("Ama");
  await confirm(shop, await openIntent(ama, await aHeldOrder(ama), true));
  expect((await cardsOf(ama)).cards).toMatchObject([{ last4: "4242" }]);
});

test("a guest and an ended session get 401, and nobody reads or removes another user's card", async () => {
  const [ama, kofi, admin] = await Promise.all([
    aPersonWithCard("Ama"),
    aPersonWithCard("Kofi"),
    shop.signUpAdmin("Ola Owner").then(verified),
  ]);
  const [card] = (await cardsOf(ama)).cards;
  for (const token of [undefined, "a.b.c", shop.keys.anonKey]) {
    expect((await call("GET", "/saved-cards", token)).status).toBe(401);
    expect((await removeCard(card?.id ?? "", token)).status).toBe(401);
  }
  for (const other of [kofi, admin]) {
    expect((await removeCard(card?.id ?? "", other.accessToken)).status).toBe(404);
    expect(JSON.stringify(await cardsOf(other))).not.toContain(card?.id);
    const order = await anOrder(other, oil);
    const intent = await openIntent(other, order.id, false);
    await expect(confirm(shop, intent, card?.id)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
    expect((await orderOf(shop, order.id)).status).toBe("pending");
  }
  expect((await cardsOf(ama)).cards).toEqual([card]);
  await ama.client.auth.signOut();
  expect((await call("GET", "/saved-cards", ama.accessToken)).status).toBe(401);
  expect((await removeCard(card?.id ?? "", ama.accessToken)).status).toBe(401);
});

test("the customer's id comes from the database, whatever the browser sends", async () => {
  const [ama, kofi] = await Promise.all([aPersonWithCard("Ama"), aVerifiedPerson("Kofi")]);
  const order = await anOrder(kofi, oil);
  const customer = await customerOf(ama);
  const body = { orderId: order.id, savesCard: "yes", customerId: customer, customer };
  const intent = await intentBy(kofi, "/create-payment-intent", body);
  expect(await intentOf(intent)).toMatchObject({ customer: null, setup_future_usage: null });
});

test("an unverified account saves no card, so that none is there before its first verification", async () => {
  const una = await shop.signUp("Una Unverified");
  expect(await cardsOf(una)).toEqual({ canSave: false, cards: [] });
  const intent = await pay(una, { savesCard: true });
  expect(await intentOf(intent)).toMatchObject({ customer: null, setup_future_usage: null });
  // A verified phone number proves nothing about the email address.
  expect((await una.client.auth.updateUser({ phone: aPhone() })).error).toBeNull();
  expect(await cardsOf(una)).toEqual({ canSave: false, cards: [] });
  await pay(una, { savesCard: true });
  const { data } = await shop.data.service.rpc("save_card_customer", { user_id: una.id, customer_id: "cus_una" });
  expect(data).toBeNull();
  expect(await customerOf(una)).toBeNull();
  expect(await cardsOf(await verified(una))).toEqual({ canSave: true, cards: [] });
});

test("an account without an email address saves cards with its verified phone number", async () => {
  const pia = await shop.signUp("Pia Phone");
  await shop.database.admin`
    update auth.users set email = null, phone = ${aPhone()}, phone_confirmed_at = now() where id = ${pia.id}`;
  expect(await cardsOf(pia)).toEqual({ canSave: true, cards: [] });
});

test("saved cards stay when the owner of both addresses changes the email", async () => {
  const ama = await aPersonWithCard("Ama");
  const email = `${randomUUID()}@test.example`;
  expect((await ama.client.auth.updateUser({ email })).error).toBeNull();
  for (const kind of ["email_change_new", "email_change_current"]) {
    const mail = shop.mails.findLast((each) => each.kind === kind && (each.to === email || each.to === ama.email));
    if (mail) await ama.client.auth.verifyOtp({ email: mail.to, token: mail.code, type: "email_change" });
  }
  const [user] = await shop.database.admin<{ email: string }[]>`select email from auth.users where id = ${ama.id}`;
  expect(user?.email).toBe(email);
  const { data } = await ama.client.auth.getSession();
  const changed = { ...ama, accessToken: data.session?.access_token ?? ama.accessToken };
  expect(await cardsOf(changed)).toMatchObject({ canSave: true, cards: [{ last4: "4242" }] });
});

test("with MFA, a session without the second step neither sees nor uses the saved card", async () => {
  const ama = await aPersonWithCard("Ama");
  const password = "chosen after the proof";
  expect((await ama.client.auth.updateUser({ password })).error).toBeNull();
  const { accessToken: raised } = await setUpMfa(ama.client);
  const { data } = await shop.newClient().auth.signInWithPassword({ email: ama.email, password });
  const first = { ...ama, accessToken: data.session?.access_token ?? "" };
  expect(await cardsOf(first)).toEqual({ canSave: false, cards: [] });
  const order = await anOrder(ama, oil);
  expect(await intentOf(await openIntent(first, order.id, true))).toMatchObject({ customer: null });
  expect(await cardsOf({ ...ama, accessToken: raised })).toMatchObject({ canSave: true });
});

test("two tabs that pay one order and save the card share one customer and leave one card", async () => {
  const ama = await aVerifiedPerson("Ama");
  const order = await anOrder(ama, oil);
  const intents = await Promise.all([1, 2].map(() => openIntent(ama, order.id, true)));
  expect(new Set(intents).size).toBe(1);
  const customer = (await customerOf(ama)) ?? "";
  expect(await intentOf(intents[0] ?? "")).toMatchObject({ customer });
  const confirmations = await Promise.allSettled(intents.map((intent) => confirm(shop, intent)));
  expect(confirmations.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await untilPaid(order.id);
  expect((await stripeOf(shop).customers.listPaymentMethods(customer)).data).toHaveLength(1);
  expect((await cardsOf(ama)).cards).toHaveLength(1);
});

test("a crash between Stripe and the database leaves one customer, and the next attempt uses it", async () => {
  const ama = await aVerifiedPerson("Ama");
  const order = await anOrder(ama, oil);
  const created = await shop.payments.createCustomer(ama.id);
  expect(await customerOf(ama)).toBeNull();
  await openIntent(ama, order.id, true);
  expect(await customerOf(ama)).toBe(created);
});

test("a customer deleted in Stripe's dashboard does not keep its account from paying", async () => {
  const ama = await aPersonWithCard("Ama");
  const order = await anOrder(ama, oil);
  const first = await openIntent(ama, order.id, false);
  await stripeOf(shop).customers.del((await customerOf(ama)) ?? "");
  const intent = await openIntent(ama, order.id, true);
  expect(await customerOf(ama)).toBeNull();
  expect((await intentOf(first)).status).toBe("canceled");
  await confirm(shop, intent);
  await untilPaid(order.id);
  expect(await cardsOf(ama)).toEqual({ canSave: true, cards: [] });
});

test("the card of a delivery fee is saved, or a saved one pays it", async () => {
  const [ama, manager] = await Promise.all([aVerifiedPerson("Ama"), shop.signUpStaff("Mina Manager", "manager")]);
  const aFee = async () => {
    const { id: orderId } = await aPaidOrder(shop, ama, oil, 1, { delivery: "delivery" });
    await manager.client.rpc("set_delivery_fee", { order_id: orderId, amount: 7.5 }).throwOnError();
    return orderId;
  };
  const payFee = async (orderId: string, savesCard: boolean, card?: string) =>
    await confirm(shop, await intentBy(ama, "/pay-delivery-fee", { orderId, savesCard }), card);
  await payFee(await aFee(), true);
  const [card] = (await cardsOf(ama)).cards;
  expect(card).toMatchObject({ last4: "4242" });
  await payFee(await aFee(), false, card?.id);
});

test("deleting an account deletes its saved cards at Stripe, also after Stripe was away", async () => {
  const ama = await aPersonWithCard("Ama");
  const customer = (await customerOf(ama)) ?? "";
  const { deleteCustomer } = shop.payments;
  shop.payments.deleteCustomer = createPaymentProvider({
    secretKey: "sk_test_shop",
    webhookSecret: "whsec_shop",
    sandboxFetch: () => Promise.reject(new Error("no network")),
    maxNetworkRetries: 0,
  }).deleteCustomer;
  expect((await deleteAccount(ama)).status).toBe(204);
  await shop.worker.runOnce();
  expect(workErrors.map(String)).toContain(`Error: The customer ${customer} was not deleted at Stripe.`);
  expect(await rowsOf(customer)).toHaveLength(1);

  shop.payments.deleteCustomer = deleteCustomer;
  expect((await shop.worker.runOnce()).cardCustomers).toBe(1);
  expect(await stripeOf(shop).customers.retrieve(customer)).toMatchObject({ deleted: true });
  expect(await rowsOf(customer)).toEqual([]);
});

test("a customer deleted by the owner loses the saved cards, and a merged account, too", async () => {
  const owner = await verified(await shop.signUpAdmin("Ola Owner"));
  for (const what of ["delete", "merge"]) {
    const [ama, kofi] = await Promise.all([aPersonWithCard("Ama"), aPersonWithCard("Kofi")]);
    const customer = (await customerOf(ama)) ?? "";
    const path = what === "delete" ? ama.id : `${kofi.id}/merge`;
    const body = { current_password: "long enough", mergedId: ama.id };
    const method = what === "delete" ? "DELETE" : "POST";
    expect((await call(method, `/customers/${path}`, owner.accessToken, body)).status).toBe(204);
    expect((await shop.worker.runOnce()).cardCustomers).toBe(1);
    expect(await stripeOf(shop).customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect((await cardsOf(kofi)).cards).toHaveLength(1);
  }
});

test("the customer of a deleted account stays at Stripe while a hold of its card can be captured", async () => {
  const ama = await aPersonWithCard("Ama");
  const [card] = (await cardsOf(ama)).cards;
  const customer = (await customerOf(ama)) ?? "";
  const orderId = await aHeldOrder(ama);
  await confirm(shop, await openIntent(ama, orderId, false), card?.id);
  await untilPaid(orderId);
  expect((await deleteAccount(ama)).status).toBe(204);
  expect((await shop.worker.runOnce()).cardCustomers).toBe(0);
  await shop.database.admin`update private.stripe_customers set delete_after = now() where customer_id = ${customer}`;
  expect((await shop.worker.runOnce()).cardCustomers).toBe(1);
  expect(await rowsOf(customer)).toEqual([]);
});

function rowsOf(customer: string) {
  return shop.database.admin`select 1 from private.stripe_customers where customer_id = ${customer}`;
}
