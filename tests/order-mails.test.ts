import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { createSmtpMailer, type Mailer, type MailMessage } from "#server/messages/mailer.ts";
import { orderEmail } from "#server/messages/order-emails.ts";
import type { OrderFacts, OutgoingEmail } from "#server/messages/outgoing-email.ts";
import { startMailServer } from "./mail-server.ts";
import {
  anotherIntent,
  aPaidOrder,
  confirm,
  decline,
  deliver,
  eventsOf,
  move,
  orderOf,
  requestIntent,
  untilOrder,
} from "./paying.ts";
import { call, readRow, update } from "./requests.ts";
import { anOrder, aProduct, openShopForTest, openTestShop } from "./running-shop.ts";

/** Error of the mailer for the next messages; null to accept them. */
let rejection: Error | null = null;
const taken: MailMessage[] = [];
const mailer: Mailer = {
  send: async (message) => {
    if (rejection) throw rejection;
    taken.push(message);
  },
  close: async () => undefined,
};

const shop = await openTestShop({ mailer, paymentIntentLimit: 100, onWorkError: () => undefined });
const [ama, admin] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpAdmin("Ola Owner")]);
const oil = await aProduct(shop, { name: "Red Palm Oil <b>", price: 10 });
const { error } = await shop.data.service.auth.admin.updateUserById(ama.id, { email_confirm: true });
if (error) throw error;

async function mailsOf(orderId: string): Promise<{ id: string; kind: string; status: string; recipient: string }[]> {
  const { data } = await admin.client
    .from("outgoing_mails")
    .select("id, kind, status, recipient")
    .eq("order_id", orderId)
    .order("created_at")
    .order("kind")
    .throwOnError();
  return data ?? [];
}

const kindsOf = async (orderId: string) => (await mailsOf(orderId)).map(({ kind }) => kind);
const sentAbout = (orderId: string) => taken.filter(({ text }) => text.includes(`/orders/${orderId}`));

test("each status is emailed once to the billing address, with a copy to the store", async () => {
  const placed = await aPaidOrder(shop, ama, oil, 2, { billing: { email: "bills@test.example" } });
  await move(admin, placed.id, "preparing", "ready", "completed");
  expect(await kindsOf(placed.id)).toEqual(["order_paid", "shop_order_paid", "order_ready", "order_completed"]);
  await shop.worker.runOnce();
  await shop.worker.runOnce();
  const sent = sentAbout(placed.id);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(
    "bills@test.example bills@test.example bills@test.example hello@calabash.example".split(" "),
  );
  const paid = sent.find(({ subject }) => subject.startsWith("We received your order"));
  expect(paid?.text).toContain("2 × Red Palm Oil <b>: $20.00");
  expect(paid?.html).toContain("2 × Red Palm Oil &lt;b&gt;");
  expect(paid?.text).toContain(`http://shop.test/orders/${placed.id}`);
});

test("without billing details emails go to the account's address", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  expect((await mailsOf(order.id)).map(({ recipient }) => recipient)).toEqual([ama.email, "hello@calabash.example"]);
});

test("before payment emails go only to the account's address", async () => {
  const victim = `${randomUUID()}@victim.example`;
  const order = await anOrder(ama, oil, 1, { billing: { email: victim, name: "Win\nhttps://evil.example/now" } });
  await decline(shop, await requestIntent(shop, ama, order.id));
  await expect.poll(() => kindsOf(order.id)).toEqual(["payment_failed"]);
  await call(ama, "cancel_order", { order_id: order.id });
  expect((await mailsOf(order.id)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["payment_failed", ama.email],
    ["order_cancelled", ama.email],
  ]);
});

test("an unverified address gets no email about an unpaid order", async () => {
  const anotherUser = await shop.signUp("Stranger");
  const order = await anOrder(anotherUser, oil, 1, { billing: { email: `${randomUUID()}@victim.example` } });
  await call(anotherUser, "cancel_order", { order_id: order.id });
  expect(await mailsOf(order.id)).toEqual([]);
});

test("ten declined cards of one order send one email", async () => {
  const order = await anOrder(ama, oil);
  const intent = await requestIntent(shop, ama, order.id);
  for (let card = 0; card < 10; card += 1) await decline(shop, intent);
  const failures = async () =>
    (
      await shop.database.admin`
      select 1 from public.payment_events where order_id = ${order.id} and outcome = 'failed'`
    ).length;
  await expect.poll(failures).toBe(10);
  expect(await kindsOf(order.id)).toEqual(["payment_failed"]);
});

test("a name appears in emails as one short line without links", async () => {
  for (const [typed, expectedName] of [
    ["Win now\r\n\r\nhttps://evil.example/a?b", "Win now https evil. example a?b"],
    ["www.evil.example", "www. evil. example"],
    ["evil\u3002example \u202ekcilc", "evil. example kcilc"],
    ["J.R. Ewing", "J. R. Ewing"],
    ["Nana Ama Konadu Agyeman-O\u2019Neil", "Nana Ama Konadu Agyeman-O\u2019Neil"],
    ["x".repeat(200), "x".repeat(60)],
  ] as const) {
    const order = await anOrder(ama, oil, 1, { billing: { name: typed } });
    const [facts] = await shop.database.admin<{ name: string }[]>`
      select private.order_facts(${order.id}) ->> 'customer_name' as name`;
    expect(facts?.name).toBe(expectedName);
  }
});

test("an address gets at most a hundred emails a day, until staff send the rest", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const recipient = `${randomUUID()}@test.example`;
  await shop.database.admin`
    insert into public.billing_details (order_id, name, email, phone, line1, city, state, postal_code, country)
    values (${order.id}, 'Ama', ${recipient}, '2815550123', '1 Palm Street', 'Houston', 'TX', '77073', 'US')`;
  await shop.database.admin`
    insert into public.outgoing_mails (event_key, kind, order_id, recipient, facts, status)
    select 'earlier:' || ${recipient} || number, 'order_ready', ${order.id}, upper(${recipient}), '{}', 'sent'
    from generate_series(1, 99) as number`;
  await move(admin, order.id, "preparing", "ready", "completed");
  const received = (await mailsOf(order.id)).filter((mail) => mail.recipient === recipient);
  expect(received.map(({ kind, status }) => [kind, status])).toEqual([
    ["order_ready", "waiting"],
    ["order_completed", "dead"],
  ]);
});

test("duplicate events send no second email", async () => {
  const order = await anOrder(ama, oil);
  const intent = await requestIntent(shop, ama, order.id);
  await decline(shop, intent);
  await expect.poll(() => kindsOf(order.id)).toEqual(["payment_failed"]);
  await confirm(shop, intent);
  await untilOrder(shop, order.id, ({ status }) => status === "paid");
  for (const event of await eventsOf(shop, intent)) {
    await deliver(shop, event);
    await deliver(shop, { ...event, id: `evt_${randomUUID()}` });
  }
  expect((await kindsOf(order.id)).toSorted()).toEqual(["order_paid", "payment_failed", "shop_order_paid"]);
});

test("an email about a failed payment states the bank's reason", async () => {
  const order = await anOrder(ama, oil);
  await decline(shop, await requestIntent(shop, ama, order.id), "pm_card_visa_chargeDeclinedInsufficientFunds");
  await expect.poll(() => kindsOf(order.id)).toEqual(["payment_failed"]);
  await shop.worker.runOnce();
  expect(sentAbout(order.id)[0]?.text).toContain("Your card has insufficient funds.");
});

test("canceling a paid order emails customer and store, and the refund is emailed once it is sent", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await call(ama, "cancel_order", { order_id: order.id });
  expect((await kindsOf(order.id)).slice(2)).toEqual(["order_cancelled", "shop_order_cancelled"]);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  expect((await kindsOf(order.id)).slice(4)).toEqual(["order_refunded"]);
  await shop.worker.runOnce();
  const texts = sentAbout(order.id).map(({ text }) => text);
  expect(texts.find((text) => text.includes("as you asked"))).toContain("We are refunding $10.00");
  expect(texts.find((text) => text.startsWith("Your refund"))).toContain("fully refunded");
});

test("a buyer who paid too late gets the reason and no email about a paid order", async () => {
  const last = await aProduct(shop, { name: "Last yam" });
  const order = await anOrder(ama, last);
  const intent = await requestIntent(shop, ama, order.id);
  await update(shop, "products", { id: last.id }, { availability: "sold_out" });
  await confirm(shop, intent);
  await untilOrder(shop, order.id, ({ status }) => status === "cancelled");
  expect(await kindsOf(order.id)).toEqual(["order_cancelled"]);
  await shop.worker.runOnce();
  expect(sentAbout(order.id)[0]?.text).toContain("sold out just before your payment arrived");
});

test("the email about a refunded second payment says that it was a second payment", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await confirm(shop, await anotherIntent(shop, order.id, 1000));
  await untilOrder(shop, order.id, ({ refunds }) => refunds.length === 1);
  await shop.worker.runOnce();
  await expect.poll(async () => (await kindsOf(order.id)).at(-1)).toBe("order_refunded");
  await shop.worker.runOnce();
  const texts = sentAbout(order.id).map(({ text }) => text);
  expect(texts.filter((text) => text.includes("We received two payments"))).toHaveLength(1);
  expect((await orderOf(shop, order.id)).status).toBe("paid");
});

test("an unavailable mail server is retried with backoff, and the eighth failure is final", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  rejection = new Error("connect ECONNREFUSED");
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await shop.worker.runOnce();
    const [row] = await shop.database.admin<{ attempts: number; wait: string; status: string }[]>`
      select attempts, extract(epoch from next_attempt_at - now())::int as wait, status
      from public.outgoing_mails where order_id = ${order.id} and kind = 'order_paid'`;
    expect(row?.attempts).toBe(attempt);
    waits.push(Math.round(Number(row?.wait) / 60));
    expect(row?.status).toBe(attempt < 8 ? "waiting" : "dead");
    // Nothing is sent before its time.
    expect((await shop.worker.runOnce()).mails).toBe(0);
    await shop.database.admin`update public.outgoing_mails set next_attempt_at = now()`;
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  rejection = null;
  const { data: alerts } = await admin.client
    .from("shop_alerts")
    .select("message")
    .eq("kind", "mail_dead")
    .eq("order_id", order.id);
  expect(alerts).toHaveLength(2);
  expect(alerts?.[0]?.message).toContain("ECONNREFUSED");
  expect((await shop.worker.runOnce()).mails).toBe(0);

  await call(admin, "retry_mail", { mail_id: (await mailsOf(order.id))[0]?.id });
  expect((await shop.worker.runOnce()).mails).toBe(1);
  expect((await mailsOf(order.id))[0]?.status).toBe("sent");
  const again = await admin.client.rpc("retry_mail", { mail_id: (await mailsOf(order.id))[0]?.id ?? "" });
  expect([again.status, again.error?.message]).toEqual([409, "This email was sent already. Reload the page."]);
});

test("two workers never send one email twice", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const claims = await Promise.all(
    [1, 2, 3, 4].map(() => shop.data.service.rpc("claim_mails", { max_count: 1 }).throwOnError()),
  );
  const ids = claims.flatMap(({ data }) => (data as { id: string }[]).map(({ id }) => id));
  expect(ids).toHaveLength(2);
  expect(new Set(ids)).toEqual(new Set((await mailsOf(order.id)).map(({ id }) => id)));
});

test("a message keeps its Message-ID when it is sent again", async () => {
  const { received, smtpUrl } = await startMailServer();
  const smtp = createSmtpMailer({ smtpUrl, from: "Shop <shop@test.example>" }, []);
  const other = await openShopForTest({ mailer: smtp });
  const buyer = await other.signUp("Buyer");
  const order = await aPaidOrder(other, buyer, await aProduct(other));
  await other.worker.runOnce();
  // Simulates a process that was killed between the mail server's response and recording it.
  await other.database.admin`update public.outgoing_mails set status = 'waiting', next_attempt_at = now()`;
  await other.worker.runOnce();
  const { data } = await other.data.service.from("outgoing_mails").select("id").eq("order_id", order.id);
  const ids = received.map(({ content }) => /^Message-ID: <(\S+)@shop\.test>/im.exec(content)?.[1]);
  expect(ids.toSorted()).toEqual((data ?? []).flatMap(({ id }) => [id, id]).toSorted());
  await smtp.close();
});

test("the local mailbox stores a message that arrives twice once", async () => {
  const other = await openShopForTest();
  const buyer = await other.signUp("Buyer");
  await aPaidOrder(other, buyer, await aProduct(other));
  await other.worker.runOnce();
  await other.database.admin`update public.outgoing_mails set status = 'waiting', next_attempt_at = now()`;
  expect((await other.worker.runOnce()).mails).toBe(2);
  expect(other.mailbox.list()).toHaveLength(2);
});

const LINKS = { publicOrigin: "http://shop.test", linkToken: "signed" };

/** Returns the text of an order's email of this kind. */
async function textOf(orderId: string, kind: OutgoingEmail["kind"]): Promise<string> {
  const data = await readRow(shop, "outgoing_mails", "id, kind, order_id, recipient, created_at, facts", {
    order_id: orderId,
    kind,
  });
  return orderEmail(data as OutgoingEmail, { ...LINKS, shop: defaultStoreSettings }).text;
}

async function aPaidDelivery(quantity: number): Promise<string> {
  const { id } = await aPaidOrder(shop, await shop.signUp("Kofi Far"), oil, quantity, {
    delivery: "delivery",
    delivery_phone_number: "281-555-0177",
  });
  return id;
}

test("a small delivery's note is for the customer before it leaves; a large one is free", async () => {
  const [small, large] = [await aPaidDelivery(3), await aPaidDelivery(10)];
  await move(admin, small, "preparing", "out_for_delivery");
  const notes = [
    [
      "order_paid",
      "Delivery is not included for orders below $100. Our team will contact you about it, or call us at (281) 555-0142.",
    ],
    ["shop_order_paid", "Delivery is not included. Agree on a fee with the customer."],
    ["order_out_for_delivery", undefined],
  ] as const;
  for (const [kind, note] of notes) {
    const text = await textOf(small, kind);
    expect(text).toContain("Delivery to 18 Cypress Bend, Humble, TX 77338, phone (281) 555-0177.");
    expect(/Delivery is not included.*/.exec(text)?.[0]).toBe(note);
  }
  for (const kind of ["order_paid", "shop_order_paid"] as const) {
    expect(await textOf(small, kind)).toContain("Delivery: Not included");
    expect(await textOf(large, kind)).toContain("Delivery: Free");
    expect(await textOf(large, kind)).not.toContain("not included");
  }
});

test("emails about a pickup tell the customer place, hours, and phone, and nobody about delivery", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(admin, order.id, "preparing", "ready");
  const toStore = await textOf(order.id, "shop_order_paid");
  expect(toStore).toContain("\nPickup.\n");
  for (const kind of ["order_paid", "order_ready"] as const) {
    const text = await textOf(order.id, kind);
    expect(text).toContain("Pickup at Calabash Market, 1000 Market Street, Houston, Texas 77073.");
    expect(text).toContain("Open Mon-Sat 9AM-8PM, Sun 10AM-6PM.");
    expect(text).toContain("Telephone (281) 555-0142.");
    expect(text + toStore).not.toMatch(/delivery/i);
  }
});

/** Returns the outbox data of an order's email in which every text field has this value. */
function factsWith(typed: string): OrderFacts {
  return {
    order_id: randomUUID(),
    order_number: 1001,
    placed_at: "2026-11-21T15:05:00Z",
    total: 1,
    delivery_cost: 0,
    delivery_included: false,
    paid_amount: 1,
    refunded_amount: 0,
    delivery_type: "delivery",
    delivery_address: typed,
    delivery_phone_number: typed,
    customer_name: typed,
    cancelled_by: "customer",
    cancel_reason: "requested",
    items: [{ name: typed, quantity: 1, unit_price: 1 }],
    refund: { amount: 1, reason: "provider", is_whole: true, lines: [{ name: typed, quantity: 1 }] },
    failure_message: typed,
  };
}

const anyMail = () => ({ id: randomUUID(), recipient: "a@test.example", created_at: "2026-11-21T15:05:00Z" });

test("emails use the time zone and name of the store settings", () => {
  const facts = { ...factsWith("Ama"), delivery_type: "pickup" as const };
  const record = { ...defaultStoreSettings, name: "Mama & Sons", city: "Hilo", timeZone: "Pacific/Honolulu" };
  const mail = { ...anyMail(), order_id: facts.order_id, facts };
  const { text, html } = orderEmail({ ...mail, kind: "shop_order_paid" }, { ...LINKS, shop: record });
  expect(text).toContain("Placed Nov 21, 2026, 5:05 AM.");
  expect(text).toContain("Mama & Sons");
  expect(text + html).not.toMatch(/Calabash Market|Houston/);
});

test.for([
  ["2026-11-28T20:00:00Z", "2026-11-28T22:00:00Z"],
  [null, null],
] as const)("the email that a pickup from %s is ready says once to bring the order number", ([from, to]) => {
  const facts = { ...factsWith("Ama"), delivery_type: "pickup" as const, window_starts_at: from, window_ends_at: to };
  const mail = { ...anyMail(), order_id: facts.order_id, kind: "order_ready" as const, facts };
  const { text } = orderEmail(mail, { ...LINKS, shop: defaultStoreSettings });
  expect(text.match(/Bring your order number\./g)).toHaveLength(1);
});

test("emails about a delivery fee state the amount, that it is free, withdrawn, or paid", () => {
  const facts = { ...factsWith("Ama"), total: 20, paid_amount: 20 };
  const fee = { amount: 7.5, tax_amount: 0.62, is_paid: false };
  const mailOf = (kind: OutgoingEmail["kind"], more: Partial<OrderFacts>) =>
    orderEmail(
      { ...anyMail(), order_id: facts.order_id, kind, facts: { ...facts, ...more } },
      { ...LINKS, shop: defaultStoreSettings },
    );
  const feeMail = mailOf("delivery_fee", { delivery_fee: fee });
  expect(feeMail.subject).toBe("Delivery fee of $8.12 for order 1001");
  expect(feeMail.text).toContain("The delivery of order 1001 costs $8.12 (with $0.62 of sales tax).");
  expect(feeMail.text).toContain(`/checkout/${facts.order_id}/delivery-fee`);
  expect(feeMail.text).not.toContain("Our team will contact you");
  const free = mailOf("delivery_fee", { delivery_fee: { amount: 0, tax_amount: 0, is_paid: false } });
  expect(free.text).toContain("We deliver order 1001 for free.");
  expect(free.text).not.toContain("/delivery-fee");
  expect(mailOf("delivery_fee", { delivery_fee: null }).text).toContain("We withdrew the delivery fee");
  const paid = mailOf("delivery_fee_paid", { delivery_fee: { ...fee, is_paid: true } });
  expect(paid.text).toContain("Your payment of $8.12 for the delivery of order 1001 has arrived.");
  expect(paid.text).toMatch(/Delivery\W+\$7\.50/);
  expect(paid.text).toMatch(/Total\W+\$28\.12/);
  const refund = { amount: 8.12, reason: "requested_by_customer", is_whole: false, lines: null };
  expect(mailOf("order_refunded", { refund: { ...refund, purpose: "delivery_fee" } }).text).toContain(
    "We refunded $8.12 of the delivery fee of order 1001 to your card.",
  );
  expect(mailOf("order_refunded", { refund: { ...refund, purpose: "withdrawn_fee" } }).text).toContain(
    "We received $8.12 for a delivery fee of order 1001 that was no longer due.",
  );
});

test("customer input stays plain text in every email", () => {
  const evil = `<img src=x onerror="alert(1)">`;
  const facts = factsWith(evil);
  const kinds: OutgoingEmail["kind"][] = [
    "order_paid",
    "order_ready",
    "order_out_for_delivery",
    "order_completed",
    "order_cancelled",
    "order_refunded",
    "refund_failed",
    "payment_failed",
    "shop_order_paid",
    "shop_order_cancelled",
  ];
  const sender = { ...defaultStoreSettings, name: evil, street: evil, phone: evil, email: evil };
  for (const kind of kinds) {
    const mail = { ...anyMail(), kind, order_id: facts.order_id, facts };
    const { html, text } = orderEmail(mail, { ...LINKS, shop: sender });
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img");
    expect(text).toContain(`http://shop.test/orders/${facts.order_id}`);
  }
});
