import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAccountCopy } from "#app/features/checkout/account-copy-queries.ts";
import { listTexts, retryMessage } from "#app/features/order-admin/order-messages.ts";
import { listShopTroubles } from "#app/features/order-admin/shop-alerts.ts";
import type { TextChannel } from "#app/features/order-texts/order-texts.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { createInboundTextReader, twilioSignature } from "#server/messages/inbound-texts.ts";
import type { OrderText, OrderTextSender } from "#server/messages/order-text-senders.ts";
import { TwilioError } from "#server/messages/twilio.ts";
import { confirm, move, pay, requestIntent, untilOrder } from "./paying.ts";
import { browserOf, call, postJson, readRows } from "./requests.ts";
import { anOrder, aProduct, ORIGIN, openTestShop, type Person } from "./running-shop.ts";

const sent: (OrderText & { channel: TextChannel })[] = [];
/** Texts that the carrier accepted, even if its response was lost. */
const accepted: OrderText[] = [];
let carrier: ((text: OrderText) => void) | null = null;

const senderOf = (channel: TextChannel): OrderTextSender => ({
  send: async (text) => {
    carrier?.(text);
    sent.push({ ...text, channel });
    return `SM${sent.length}`;
  },
  findSent: async ({ link }) => (accepted.some((each) => each.link === link) ? "SMfound" : null),
});

const AUTH_TOKEN = "secret";
const ACCOUNT_SID = "AC0001";

const shop = await openTestShop({
  onWorkError: () => undefined,
  paymentIntentLimit: 1000,
  orderTexts: { sms: senderOf("sms"), whatsapp: senderOf("whatsapp") },
  readInboundText: createInboundTextReader({ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN }),
});
const [ama, kofi, owner, manager, packer] = await shop.signUpAll("customer", "customer", "owner", "manager", "packer");
const oil = await aProduct(shop, { price: 10 });

beforeEach(async () => {
  await switchOn({});
  await shop.data.service.rpc("record_text_channels", { channels: ["sms", "whatsapp"] }).throwOnError();
});
afterEach(async () => {
  sent.length = 0;
  accepted.length = 0;
  carrier = null;
  await shop.database.admin`delete from outgoing_texts`;
  await shop.database.admin`delete from private.text_opt_outs`;
  await shop.database.admin`delete from shop_alerts`;
});

const DAY_AND_NIGHT = { texts_from: "00:00", texts_until: "23:59" };
const switchOn = (settings: Partial<Record<string, string | number | boolean>>) =>
  shop.data.service
    .from("store_settings")
    .update({ has_order_texts: true, texts_per_day: 1000, ...DAY_AND_NIGHT, ...settings })
    .eq("id", true)
    .throwOnError();

let phoneCount = 0;
/** A number that no other order has. */
function aPhone(): string {
  phoneCount += 1;
  return `281555${String(phoneCount).padStart(4, "0")}`;
}

async function aPendingOrder(phone = aPhone(), person = ama): Promise<{ id: string; phone: string }> {
  const { id } = await anOrder(person, oil, 1, { billing: { name: "Ama", phone } });
  return { id, phone: `+1${phone}` };
}

const consent = (person: Pick<Person, "client">, orderId: string, channel = "sms", wording_version = 1) =>
  person.client.rpc("set_order_texts", { order_id: orderId, channel, wording_version });
async function aPaidOrderWithTexts(channel: TextChannel = "sms", phone = aPhone(), person = ama) {
  const order = await aPendingOrder(phone, person);
  await consent(person, order.id, channel).throwOnError();
  await pay(shop, order.id);
  return order;
}
/** Makes every waiting text due. */
const passTime = () => shop.database.admin`update outgoing_texts set next_attempt_at = now() where status = 'waiting'`;
async function sendDue(): Promise<number> {
  await passTime();
  return (await shop.worker.runOnce()).orderTexts;
}
const TEXT = "kind, status, attempts, last_error, carrier_id";
const textsOf = (order_id: string) => readRows(shop, "outgoing_texts", TEXT, { order_id }, "created_at");
const CONSENT = "channel, phone, wording, given_how, given_by, withdrawn_how";
const consentsOf = (order_id: string) => readRows(shop, "text_consents", CONSENT, { order_id }, "given_at");
let messageCount = 0;
/** A text from a phone, as Twilio delivers it. */
async function receive(fields: Record<string, string>, signature?: string) {
  messageCount += 1;
  const form = new URLSearchParams({ AccountSid: ACCOUNT_SID, MessageSid: `SMin${messageCount}`, ...fields });
  const url = `${ORIGIN}/api/texts/inbound`;
  const response = await shop.app.request("/api/texts/inbound", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signature ?? twilioSignature(url, form, AUTH_TOKEN),
    },
    body: form.toString(),
  });
  return { status: response.status, body: await response.text() };
}
const post = (path: string, body: object) => postJson(shop, `/api/${path}`, body);

test("a customer consents for the order's own number, with the wording in use", async () => {
  expect((await consent(ama, (await anOrder(ama, oil)).id)).error?.code).toBe("PT412");
  const order = await aPendingOrder();
  expect((await consent(ama, order.id, "fax")).error?.code).toBe("PT403");
  expect((await consent(ama, order.id, "sms", 9)).error?.code).toBe("PT409");
  expect((await consent(ama, order.id, "sms", 0)).error?.code).toBe("PT409");
  expect(await consentsOf(order.id)).toEqual([]);
  await consent(ama, order.id).throwOnError();
  await consent(ama, order.id).throwOnError();
  expect(await consentsOf(order.id)).toEqual([
    {
      channel: "sms",
      phone: order.phone,
      wording: expect.stringMatching(
        /^By checking this box you agree to receive automated order texts from Calabash Market at \(281\) 555-\d{4}\. Message and data rates may apply\. Message frequency varies\. Reply STOP to cancel, HELP for help\. Consent is not a condition of purchase\.$/,
      ),
      given_how: "checkout",
      given_by: ama.id,
      withdrawn_how: null,
    },
  ]);
  await consent(ama, order.id, "whatsapp").throwOnError();
  expect((await consentsOf(order.id)).map(({ channel, withdrawn_how }) => [channel, withdrawn_how])).toEqual([
    ["sms", "changed"],
    ["whatsapp", null],
  ]);
  await ama.client.rpc("stop_order_texts", { order_id: order.id }).throwOnError();
  expect((await consentsOf(order.id)).map(({ withdrawn_how }) => withdrawn_how)).toEqual(["changed", "customer"]);
});

test("a customer's own copy and the owner's export include the consents, and no other customer's", async () => {
  const order = await aPendingOrder();
  await consent(ama, order.id).throwOnError();
  await ama.client.rpc("stop_order_texts", { order_id: order.id }).throwOnError();
  const expected = {
    id: order.id,
    text_consents: [
      { phone: order.phone, channel: "sms", wording: expect.stringMatching(/^By checking/), withdrawn_how: "customer" },
    ],
  };
  const fetchApi = async () => Response.json({ cards: [] });
  const copyOf = ({ client }: Person) =>
    readAccountCopy({ rest: client, auth: client.auth, fetchApi } as unknown as BrowserData, new Date());
  const { orders } = (await copyOf(ama)) as { orders: { id: string }[] };
  expect(orders.find(({ id }) => id === order.id)).toMatchObject(expected);
  expect(JSON.stringify(await copyOf(kofi))).not.toContain(order.phone);
  const { data } = await owner.client.rpc("export_customer", { customer_id: ama.id }).throwOnError();
  expect((data as { orders: { id: string }[] }).orders.find(({ id }) => id === order.id)).toMatchObject(expected);
});

test("the consent is in the language of the order, and in English where there is none", async () => {
  const versions: Record<string, number> = { en: 1, es: 2, fr: 3, ht: 4, de: 1 };
  const beginnings: Record<string, RegExp> = { es: /^Al marcar/, fr: /^En cochant/, ht: /^Lè w/, en: /^By/, de: /^By/ };
  for (const [language, version] of Object.entries(versions)) {
    const order = await aPendingOrder();
    await shop.database.admin`update orders set language = ${language} where id = ${order.id}`;
    expect(
      (await ama.client.rpc("read_order_texts", { order_id: order.id }).single().throwOnError()).data,
    ).toMatchObject({ wording_version: version, sms_wording: expect.stringMatching(/Calabash Market.*STOP/) });
    await consent(ama, order.id, "sms", version).throwOnError();
    expect((await consentsOf(order.id))[0]?.wording).toMatch(beginnings[language] ?? /^$/);
    expect((await consentsOf(order.id))[0]?.wording).toContain(
      order.phone.replace(/^.*?(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3"),
    );
  }
});

test("the choice of texts changes 20 times at most", async () => {
  const order = await aPendingOrder();
  for (let turn = 0; turn < 20; turn += 1) await consent(ama, order.id, turn % 2 ? "sms" : "whatsapp").throwOnError();
  expect((await consent(ama, order.id, "whatsapp")).error?.code).toBe("PT429");
  await ama.client.rpc("stop_order_texts", { order_id: order.id }).throwOnError();
});

test("the database rejects a changed consent, one for another number, and a text without consent, whoever writes", async () => {
  const order = await aPendingOrder();
  await consent(ama, order.id).throwOnError();
  const { admin } = shop.database;
  const change = (sql: string) => admin.script(sql).catch((error: { code?: string }) => error.code);
  const id = `'${order.id}'`;
  expect(await change(`update text_consents set phone = '+12815559999' where order_id = ${id}`)).toBe("PT409");
  expect(await change(`update text_consents set wording = '' where order_id = ${id}`)).toBe("PT409");
  await ama.client.rpc("stop_order_texts", { order_id: order.id }).throwOnError();
  expect(
    await change(`update text_consents set withdrawn_at = null, withdrawn_how = null where order_id = ${id}`),
  ).toBe("PT409");
  const copy = (phone: string) =>
    `insert into text_consents (order_id, phone, channel, wording_version, wording, given_how)
     values (${id}, '${phone}', 'sms', 1, 'x', 'checkout')`;
  expect(await change(copy("+12815559999"))).toBe("PT409");
  const text = `insert into outgoing_texts (event_key, kind, order_id, consent_id)
    select 'forged', 'ready', order_id, id from text_consents where order_id = ${id}`;
  expect(await change(text)).toBe("PT409");
  await admin`insert into private.text_opt_outs (phone, source) values (${order.phone}, 'keyword')`;
  expect(await change(copy(order.phone))).toBe("PT409");
});

test("a paid order with consent gets each text once, beside its emails, the first with how to stop", async () => {
  const order = await aPaidOrderWithTexts();
  expect(await textsOf(order.id)).toMatchObject([{ kind: "received", status: "waiting" }]);
  // Staff may undo a status for some seconds.
  expect((await shop.worker.runOnce()).orderTexts).toBe(0);
  expect(await sendDue()).toBe(1);
  await move(owner, order.id, "preparing", "ready");
  expect(await sendDue()).toBe(1);
  expect(await sendDue()).toBe(0);
  expect(sent).toMatchObject([
    {
      to: order.phone,
      channel: "sms",
      text: expect.stringMatching(/received order.*order-link#[\w-]{48} Reply STOP to cancel/),
    },
    { to: order.phone, channel: "sms", text: expect.stringMatching(/is ready for pickup\. .*order-link#[\w-]{48}$/) },
  ]);
  expect(await textsOf(order.id)).toMatchObject([{ status: "sent", carrier_id: "SM1" }, { status: "sent" }]);
  const [, token = ""] = (sent[1]?.text ?? "").split("#");
  expect(shop.orderLinks.readForTexts(token)).toBe(order.id);
});

test("an order that is paid in the store is texted when it is placed and when it is ready", async () => {
  const order = await aPendingOrder();
  await consent(ama, order.id).throwOnError();
  const { admin } = shop.database;
  // Without a verified address there is no email before the payment, and so no text.
  await admin`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}' where user_id = ${ama.id}`;
  await admin`
    with waiting as (update orders set pays_in_store = true where id = ${order.id} returning id, total)
    insert into pay_in_store_orders (order_id, pay_by, due_total)
    select id, now() + interval '1 day', total from waiting`;
  await admin.script(`select private.queue_mail('pay_in_store', '${order.id}', 'pay_in_store:${order.id}')`);
  expect(await sendDue()).toBe(1);
  await move(packer, order.id, "preparing", "ready");
  expect(await sendDue()).toBe(1);
  expect(sent.map(({ kind }) => kind)).toEqual(["received", "ready"]);
  expect(await textsOf(order.id)).toMatchObject([{ status: "sent" }, { status: "sent" }]);
});

test("without consent, before payment, or while switched off, no text is queued", async () => {
  const silent = await aPendingOrder();
  await pay(shop, silent.id);
  expect(await textsOf(silent.id)).toEqual([]);
  const unpaid = await aPendingOrder();
  await consent(ama, unpaid.id).throwOnError();
  expect(await textsOf(unpaid.id)).toEqual([]);
  await switchOn({ has_order_texts: false });
  expect((await consent(ama, silent.id)).error?.code).toBe("PT403");
  await pay(shop, unpaid.id);
  expect(await textsOf(unpaid.id)).toEqual([]);
  await switchOn({});
  await shop.data.service.rpc("record_text_channels", { channels: ["whatsapp"] }).throwOnError();
  expect((await consent(ama, silent.id, "sms")).error?.code).toBe("PT403");
  await move(owner, unpaid.id, "preparing", "ready");
  expect(await textsOf(unpaid.id)).toEqual([]);
});

test("a transaction that is rolled back queues no text", async () => {
  const order = await aPaidOrderWithTexts();
  await move(owner, order.id, "preparing");
  const undone = shop.database.admin.begin(async (sql) => {
    await sql`call testing.act_as(${owner.id})`;
    await sql`select move_order(${order.id}, 'ready')`;
    const rows = await sql`select kind from outgoing_texts where order_id = ${order.id} and kind = 'ready'`;
    expect(rows).toHaveLength(1);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await textsOf(order.id)).toHaveLength(1);
});

test("a refund is texted with its amount, and a text that is no longer true is dropped", async () => {
  const order = await aPaidOrderWithTexts();
  await owner.client.rpc("request_refund", { order_id: order.id, amount_cents: 250 }).throwOnError();
  await shop.worker.runOnce();
  await expect
    .poll(async () => (await textsOf(order.id)).map(({ kind }) => kind), { timeout: 5000 })
    .toEqual(["received", "refund"]);
  await move(owner, order.id, "preparing", "ready", "completed");
  expect(await sendDue()).toBe(1);
  expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining("$2.50 refunded for order")]);
  expect(await textsOf(order.id)).toMatchObject([
    { kind: "received", status: "dropped", last_error: "It was no longer true." },
    { kind: "refund", status: "sent" },
    { kind: "ready", status: "dropped" },
  ]);
});

test("a text that is two days late is dropped", async () => {
  const order = await aPaidOrderWithTexts();
  await shop.database.admin`
    update outgoing_texts set created_at = now() - interval '49 hours' where order_id = ${order.id}`;
  expect(await sendDue()).toBe(0);
  expect(await textsOf(order.id)).toMatchObject([{ status: "dropped", last_error: "It was two days late." }]);
});

test("a status that staff undo is texted only if it holds again", async () => {
  const order = await aPaidOrderWithTexts();
  await sendDue();
  await move(owner, order.id, "preparing", "ready");
  await owner.client.rpc("undo_order_moves", { order_ids: [order.id] }).throwOnError();
  expect(await sendDue()).toBe(0);
  await move(owner, order.id, "ready");
  expect(await sendDue()).toBe(1);
  expect(sent).toHaveLength(2);
});

test("in quiet hours texts wait, and leave in the morning", async () => {
  const order = await aPaidOrderWithTexts();
  const [clock] = await shop.database.admin`
    select to_char(now() at time zone time_zone - interval '2 hours', 'HH24:MI') as before,
      to_char(now() at time zone time_zone - interval '1 hour', 'HH24:MI') as just_before,
      to_char(now() at time zone time_zone + interval '1 hour', 'HH24:MI') as after from store_settings`;
  // Around midnight "before" can be later on the clock; then quiet hours cover the rest of the day.
  const isLate = String(clock?.["before"]) > String(clock?.["just_before"]);
  await switchOn(
    isLate
      ? { texts_from: String(clock?.["after"]), texts_until: "23:00" }
      : { texts_from: String(clock?.["before"]), texts_until: String(clock?.["just_before"]) },
  );
  expect(await sendDue()).toBe(0);
  expect(await textsOf(order.id)).toMatchObject([{ status: "waiting", attempts: 0 }]);
  await switchOn({});
  expect(await sendDue()).toBe(1);
});

test("beyond the daily limit customers get emails only, and the store one alert", async () => {
  const orders = [await aPaidOrderWithTexts(), await aPaidOrderWithTexts(), await aPaidOrderWithTexts()];
  await switchOn({ texts_per_day: 1 });
  expect(await sendDue()).toBe(1);
  const states = (await Promise.all(orders.map(({ id }) => textsOf(id)))).flat().map(({ status }) => status);
  expect(states.toSorted()).toEqual(["dropped", "dropped", "sent"]);
  const mails = await shop.database.admin`
    select kind from outgoing_mails where order_id = any (${orders.map(({ id }) => id)}) and kind = 'order_paid'`;
  expect(mails).toHaveLength(3);
  await move(owner, orders[0]?.id ?? "", "preparing", "ready");
  expect(await sendDue()).toBe(0);
  const alerts = await readRows(owner, "shop_alerts", "kind, message");
  expect(alerts).toEqual([{ kind: "texts_limited", message: expect.stringContaining("emails only until tomorrow") }]);
});

test("a number gets 20 texts within a day at most, whoever orders with it and on any channel", async () => {
  const phone = aPhone();
  const [first, second] = [await aPaidOrderWithTexts("sms", phone), await aPaidOrderWithTexts("whatsapp", phone)];
  const other = await aPaidOrderWithTexts();
  await shop.database.admin`
    insert into outgoing_texts (event_key, kind, order_id, consent_id, status, attempts, attempted_at)
    select 'flood ' || place, 'refund', ${first.id}, consents.id, 'sent', 1, now() - interval '23 hours'
    from text_consents as consents, generate_series(1, 19) as place where consents.order_id = ${first.id}`;
  expect(await sendDue()).toBe(2);
  expect(await textsOf(other.id)).toMatchObject([{ status: "sent" }]);
  const all = [...(await textsOf(first.id)), ...(await textsOf(second.id))].filter(({ kind }) => kind === "received");
  expect(all.map(({ status }) => status).toSorted()).toEqual(["dropped", "sent"]);
  expect(all.find(({ status }) => status === "dropped")?.last_error).toBe("The number got 20 texts within a day.");
});

test("a number gets texts about orders of two accounts within a day, and of no third one", async () => {
  const phone = aPhone();
  await aPaidOrderWithTexts("sms", phone);
  await aPaidOrderWithTexts("sms", phone, kofi);
  expect(await sendDue()).toBe(2);
  const third = await aPaidOrderWithTexts("sms", phone, owner);
  const known = await aPaidOrderWithTexts("sms", phone, kofi);
  expect(await sendDue()).toBe(1);
  expect(await textsOf(known.id)).toMatchObject([{ status: "sent" }]);
  expect(await textsOf(third.id)).toMatchObject([
    { status: "dropped", last_error: "The number got texts about orders of two other accounts within a day." },
  ]);
});

test("no text goes to a number that cannot exist", async () => {
  for (const phone of ["1234567890", "9115550177", "2811550177", "2819110177", "0005550177"]) {
    expect((await consent(ama, (await aPendingOrder(phone)).id)).error, phone).toMatchObject({ code: "PT412" });
  }
});

test("a text's link changes the choice of texts 20 times at most, and STOP stays in effect", async () => {
  const order = await aPaidOrderWithTexts();
  const token = shop.orderLinks.signForTexts(order.id, new Date());
  const start = (turn: number) =>
    post("texts/start", { token, channel: turn % 2 ? "sms" : "whatsapp", wordingVersion: 1 });
  const statuses: number[] = [];
  for (let turn = 0; turn < 25; turn += 1) statuses.push((await start(turn)).status);
  expect(statuses.slice(0, 19)).toEqual(Array(19).fill(204));
  expect(statuses.slice(19)).toContain(429);
  expect(await consentsOf(order.id)).toHaveLength(20);
  expect((await post("texts/stop", { token })).status).toBe(204);
  expect((await post("texts", "x".repeat(5000) as never)).status).toBe(413);
});

test("a consent without its wording, channel, or order, or with a phone of its own, is rejected", async () => {
  const order = await aPendingOrder();
  const given = { order_id: order.id, channel: "sms", wording_version: 1 };
  for (const [args, code] of [
    [{ ...given, channel: null }, "PT403"],
    [{ ...given, wording_version: null }, "PT409"],
    [{ ...given, order_id: null }, "PT404"],
    [{ ...given, order_id: randomUUID() }, "PT404"],
    [{ ...given, phone: "+12815559999" }, "PGRST202"],
    [{ ...given, given_how: "start" }, "PGRST202"],
  ] as const) {
    expect([args, (await ama.client.rpc("set_order_texts", args)).error?.code]).toEqual([args, code]);
  }
  expect(await consentsOf(order.id)).toEqual([]);
});

test("two processes that send at once send each text once, and no more than the limit", async () => {
  for (let each = 0; each < 6; each += 1) await aPaidOrderWithTexts();
  await switchOn({ texts_per_day: 4 });
  await passTime();
  const claims = await Promise.all(
    [1, 2, 3].map(() => shop.data.service.rpc("claim_texts", { max_count: 4 }).throwOnError()),
  );
  const ids = claims.flatMap(({ data }) => data.map(({ text_id }) => text_id));
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(4);
});

test("a text that fails is retried eight times, then it is dead, with an alert without the number", async () => {
  const order = await aPaidOrderWithTexts();
  carrier = ({ to }) => {
    throw new TwilioError(503, 20503, `${to} is not reachable`);
  };
  for (let attempt = 1; attempt <= 8; attempt += 1) expect(await sendDue()).toBe(0);
  expect(await textsOf(order.id)).toMatchObject([{ status: "dead", attempts: 8 }]);
  expect(await sendDue()).toBe(0);
  const alerts = await readRows(owner, "shop_alerts", "kind, message");
  expect(alerts).toEqual([{ kind: "text_dead", message: expect.stringContaining("the number is not reachable") }]);
  const [dead] = await readRows(manager, "outgoing_texts", "id", { order_id: order.id });
  for (const { client } of [{ client: shop.guest }, ama, kofi, packer]) {
    expect((await client.rpc("retry_text", { text_id: dead?.id })).error?.code).toBe("42501");
  }
  carrier = null;
  await manager.client.rpc("retry_text", { text_id: dead?.id }).throwOnError();
  expect(await sendDue()).toBe(1);
  expect((await manager.client.rpc("retry_text", { text_id: dead?.id })).error?.code).toBe("PT404");
});

test("a rejected text is dead at once, listed for managers without an alert, and can be sent again", async () => {
  const order = await aPaidOrderWithTexts();
  carrier = () => {
    throw new TwilioError(400, 21211, "no phone");
  };
  await sendDue();
  expect(await textsOf(order.id)).toMatchObject([{ status: "dead", attempts: 1 }]);
  const troubles = await listShopTroubles(browserOf(manager));
  expect(troubles.alerts).toEqual([]);
  expect(troubles.deadTexts).toMatchObject([
    { orderId: order.id, kind: "received", status: "dead", recipient: expect.stringMatching(/^SMS \(\d{3}\) /) },
  ]);
  expect(await listTexts(browserOf(manager), order.id)).toEqual(troubles.deadTexts);
  carrier = null;
  const [dead] = troubles.deadTexts;
  await retryMessage(browserOf(manager), dead ?? { medium: "text", id: "", orderId: "" });
  expect(await readRows(owner, "shop_alerts", "resolved_at")).toEqual([{ resolved_at: expect.any(String) }]);
  expect(await sendDue()).toBe(1);
  expect(await listTexts(browserOf(manager), order.id)).toMatchObject([{ status: "sent" }]);
});

test("a text whose process died after sending is found at the carrier and not sent again", async () => {
  const order = await aPaidOrderWithTexts();
  await passTime();
  const [claim] = (await shop.data.service.rpc("claim_texts", { max_count: 4 }).throwOnError()).data;
  // The carrier accepted it, and the process was killed before recording that.
  const link = `${ORIGIN}/order-link#${shop.orderLinks.signForTexts(order.id, new Date(claim?.created_at ?? ""))}`;
  accepted.push({ link } as OrderText);
  expect((await shop.worker.runOnce()).orderTexts).toBe(0);
  expect(await sendDue()).toBe(1);
  expect(sent).toEqual([]);
  expect(await textsOf(order.id)).toMatchObject([{ status: "sent", attempts: 2, carrier_id: "SMfound" }]);
});

test("a text whose process died before sending is sent by the next attempt", async () => {
  const order = await aPaidOrderWithTexts();
  await passTime();
  await shop.data.service.rpc("claim_texts", { max_count: 4 }).throwOnError();
  expect(await sendDue()).toBe(1);
  expect(sent).toHaveLength(1);
  expect(await textsOf(order.id)).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("STOP ends all texts to a number on every channel, and START gives them back", async () => {
  const phone = aPhone();
  const order = await aPaidOrderWithTexts("sms", phone);
  const other = await aPaidOrderWithTexts("whatsapp", phone);
  expect(await receive({ From: order.phone, Body: "Stop" })).toMatchObject({
    status: 200,
    body: expect.not.stringContaining("<Message>"),
  });
  expect(await sendDue()).toBe(0);
  expect([...(await textsOf(order.id)), ...(await textsOf(other.id))]).toMatchObject([
    { status: "dropped", last_error: "The customer stopped the texts." },
    { status: "dropped" },
  ]);
  expect((await consent(ama, order.id)).error?.code).toBe("PT409");
  const later = await aPendingOrder(phone);
  expect((await consent(ama, later.id)).error?.code).toBe("PT409");
  expect((await ama.client.rpc("read_order_texts", { order_id: later.id }).single()).data).toMatchObject({
    has_opted_out: true,
    active_channel: null,
  });
  await move(owner, order.id, "preparing", "ready");
  expect(await textsOf(order.id)).toHaveLength(1);
  await receive({ From: `whatsapp:${order.phone}`, Body: "START" });
  expect((await consentsOf(order.id)).map(({ given_how }) => given_how)).toEqual(["checkout", "start"]);
  await move(owner, other.id, "preparing", "ready");
  expect(await sendDue()).toBe(1);
  expect(sent).toMatchObject([{ channel: "whatsapp", to: order.phone }]);
});

test("a STOP that only the carrier knows is recorded when it rejects a text", async () => {
  const order = await aPaidOrderWithTexts();
  carrier = () => {
    throw new TwilioError(400, 21610, "unsubscribed");
  };
  expect(await sendDue()).toBe(1);
  expect(await textsOf(order.id)).toMatchObject([{ status: "dropped", attempts: 1 }]);
  expect((await consent(ama, order.id)).error?.code).toBe("PT409");
  expect(await readRows(owner, "shop_alerts", "kind")).toEqual([]);
});

test("STOP that arrives while a text is on its way holds, and the text counts as sent", async () => {
  const order = await aPaidOrderWithTexts();
  await passTime();
  const { data: claimed } = await shop.data.service.rpc("claim_texts", { max_count: 4 }).throwOnError();
  await receive({ From: order.phone, Body: "STOP" });
  await call(shop, "finalize_text", { text_id: claimed[0]?.text_id ?? "", outcome: "sent", carrier_id: "SM9" });
  expect(await textsOf(order.id)).toMatchObject([{ status: "sent", carrier_id: "SM9" }]);
  expect((await consent(ama, order.id)).error?.code).toBe("PT409");
});

test("requests without Twilio's signature change nothing, and a repeated one changes nothing twice", async () => {
  const order = await aPaidOrderWithTexts();
  expect((await receive({ From: order.phone, Body: "STOP" }, "forged")).status).toBe(403);
  expect((await receive({ From: order.phone, Body: "STOP", AccountSid: "AC2" })).status).toBe(403);
  expect((await ama.client.rpc("read_order_texts", { order_id: order.id }).single()).data).toMatchObject({
    has_opted_out: false,
    active_channel: "sms",
  });
  await receive({ From: order.phone, Body: "START", MessageSid: "SMstart" });
  await receive({ From: order.phone, Body: "STOP" });
  // Replays Twilio's earlier request.
  await receive({ From: order.phone, Body: "START", MessageSid: "SMstart" });
  expect((await consent(ama, order.id)).error?.code).toBe("PT409");
  expect((await receive({ From: order.phone, Body: "x".repeat(20_000) })).status).toBe(413);
});

test("HELP gets one reply, STOP on WhatsApp too, and a flood three a day", async () => {
  const From = `whatsapp:+1${aPhone()}`;
  const help = await receive({ From, Body: "help" });
  expect(help.body).toMatch(/<Message>Calabash Market order texts\. Call .*Reply STOP to cancel\.<\/Message>/);
  expect((await receive({ From, Body: "STOP" })).body).toContain("no more texts");
  expect((await receive({ From, Body: "ARRÊT" })).body).toContain("no more texts");
  await receive({ From, Body: "HELP" });
  for (let each = 0; each < 5; each += 1) {
    expect((await receive({ From, Body: "HELP" })).body).not.toContain("<Message>");
  }
});

test("the link of a text shows the order, stops its texts, and starts them again with consent", async () => {
  const order = await aPaidOrderWithTexts();
  await sendDue();
  const [, token] = (sent[0]?.text ?? "").match(/#([\w-]{48})/) ?? [];
  const read = async () => (await post("texts", { token })).json();
  expect(await read()).toMatchObject({
    order: { order_id: order.id, status: "paid" },
    texts: { active_channel: "sms", channels: ["sms", "whatsapp"], phone: `(•••) •••-${order.phone.slice(-4)}` },
  });
  expect((await post("texts/stop", { token })).status).toBe(204);
  expect(await read()).toMatchObject({ texts: { active_channel: null } });
  const start = { token, channel: "whatsapp", wordingVersion: 1 };
  expect((await post("texts/start", { ...start, wordingVersion: 9 })).status).toBe(409);
  expect((await post("texts/start", { ...start, channel: 1 })).status).toBe(403);
  expect((await post("texts/start", start)).status).toBe(204);
  expect((await consentsOf(order.id)).map(({ given_how, withdrawn_how }) => [given_how, withdrawn_how])).toEqual([
    ["checkout", "link"],
    ["link", null],
  ]);
  const cancelLink = shop.orderLinks.sign(order.id, new Date());
  for (const wrong of [undefined, "", "x".repeat(48), cancelLink, `${token}A`]) {
    for (const path of ["texts", "texts/start", "texts/stop"]) {
      expect((await post(path, { ...start, token: wrong })).status).toBe(404);
    }
  }
  expect((await post("order-link/cancel", { token })).status).toBe(404);
});

test("texts of a deleted account are deleted, and its consents stay as proof", async () => {
  const leaving = await shop.signUp("Lea Leaving");
  const { id } = await anOrder(leaving, oil);
  const { admin } = shop.database;
  await admin`insert into billing_details (order_id, name, email, phone, line1, city, state, postal_code, country)
    values (${id}, 'Lea', 'lea@test.example', '2815558888', '1', 'Houston', 'TX', '77073', 'US')`;
  await consent(leaving, id).throwOnError();
  await confirm(shop, await requestIntent(shop, leaving, id));
  await untilOrder(shop, id, ({ status }) => status === "paid");
  await move(owner, id, "preparing", "ready", "completed");
  expect(await textsOf(id)).toHaveLength(2);
  await admin`delete from auth.users where id = ${leaving.id}`;
  expect(await textsOf(id)).toEqual([]);
  expect(await consentsOf(id)).toMatchObject([{ phone: "+12815558888" }]);
});

test("a text without a keyword reaches staff once, and gets HELP's reply", async () => {
  const From = "+12815550466";
  const alerts = async () => {
    const data = await readRows(owner, "shop_alerts", "message", { kind: "text_received" });
    return data.map(({ message }) => message).filter((message) => message.includes(From));
  };
  const fields = { From, Body: "Where is my yam?", MessageSid: "SMquestion" };
  expect((await receive(fields)).body).toContain("order texts. Call");
  expect((await receive(fields)).body).not.toContain("<Message>");
  expect(await alerts()).toEqual([`Text from ${From}: Where is my yam?`]);
  expect((await shop.guest.from("shop_alerts").select()).error?.code).toBe("42501");

  for (let sent = 0; sent < 12; sent += 1) await receive({ From, Body: "x".repeat(2000) });
  expect(await alerts()).toHaveLength(10);
});
