import { afterEach, beforeEach, expect, test } from "vitest";
import type { TextMessage } from "#server/messages/twilio.ts";
import { call, postJson, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, type Person, verifyEmail } from "./running-shop.ts";

const texts: TextMessage[] = [];
let mailError: Error | null = null;

const shop = await openTestShop({
  onWorkError: () => undefined,
  texts: {
    send: async (message) => {
      texts.push(message);
      return null;
    },
  },
});
const { mailbox } = shop;
const send = mailbox.send.bind(mailbox);
mailbox.send = async (mail) => {
  if (mailError) throw mailError;
  await send(mail);
};
const [ama, kofi, owner, manager, packer] = await shop.signUpAll("customer", "customer", "owner", "manager", "packer");
await Promise.all([verifyEmail(shop, ama), verifyEmail(shop, kofi)]);

beforeEach(() => switchOn(true));
afterEach(async () => {
  mailError = null;
  texts.length = 0;
  await shop.database.admin`delete from back_in_stock_requests`;
});

const switchOn = (has_back_in_stock: boolean) =>
  shop.database.admin`update store_settings set has_back_in_stock = ${has_back_in_stock}`;
const request = ({ client }: Pick<Person, "client">, product_id: number, size_id: number | null = null) =>
  client.rpc("request_back_in_stock", { product_id, size_id });
const setAvailability = (id: number, availability: "available" | "sold_out") =>
  manager.client.from("products").update({ availability }).eq("id", id).throwOnError();
async function aSoldOut(name: string) {
  const product = await aProduct(shop, { name, price: 10 });
  await setAvailability(product.id, "sold_out");
  return product;
}
/** Lets the minute pass in which staff may correct a count. */
const passMinute = () =>
  shop.database.admin`update back_in_stock_requests set next_attempt_at = now() where queued_at is not null`;
async function sendDue(): Promise<number> {
  await passMinute();
  return (await shop.worker.runOnce()).stockMessages;
}
const mailsAbout = (name: string) => shop.mailbox.list().filter(({ subject }) => subject.includes(name));
const waitingFor = async (id: number) => {
  const rows = await shop.database.admin`select queued_at from back_in_stock_requests where product_id = ${id}`;
  return rows.map(({ queued_at }) => queued_at !== null);
};

test("a customer with a verified address requests a message for a sold-out product, others are rejected", async () => {
  const yam = await aSoldOut("Requested Yam");
  const oil = await aProduct(shop, { name: "Requested Oil" });
  const gown = await aProductInSizes(shop, { name: "Requested Gown" }, [{ label: "S", stock_count: 0 }]);
  const unverified = await shop.signUp("Una Unverified");
  expect((await request({ client: shop.guest }, yam.id)).error?.code).toBe("42501");
  expect((await request(unverified, yam.id)).error?.code).toBe("PT412");
  expect((await request(ama, oil.id)).error?.code).toBe("PT409");
  expect((await request(ama, 999_999_999)).error?.code).toBe("PT404");
  expect((await request(ama, gown.id)).error?.code).toBe("PT404");
  expect((await request(ama, yam.id, gown.inSize("S").size_id)).error?.code).toBe("PT404");
  await switchOn(false);
  expect((await request(ama, yam.id)).error?.code).toBe("PT403");
  await switchOn(true);
  expect((await request(ama, yam.id)).error).toBeNull();
  expect((await request(ama, yam.id)).error).toBeNull();
  expect((await request(ama, gown.id, gown.inSize("S").size_id)).error).toBeNull();
  expect(await waitingFor(yam.id)).toEqual([false]);
  await shop.database.admin`update products set archived_at = now() where id = ${oil.id}`;
  expect((await request(ama, oil.id)).error?.code).toBe("PT404");
});

test("customers read and withdraw their own requests", async () => {
  const yam = await aSoldOut("Own Yam");
  await request(ama, yam.id).throwOnError();
  const own = await ama.client.rpc("list_own_back_in_stock_requests");
  expect(own.data).toMatchObject([{ name: "Own Yam", category: "condiments", size_label: null }]);
  for (const { client } of [kofi, packer, manager, owner]) {
    expect((await client.rpc("list_own_back_in_stock_requests")).data).toEqual([]);
  }
  const removed = await ama.client.from("back_in_stock_requests").delete().eq("product_id", yam.id).select("id");
  expect(removed.data).toHaveLength(1);
});

test("owner and managers see how many wait for each product and size, without names", async () => {
  const gown = await aProductInSizes(shop, { name: "Counted Gown" }, [
    { label: "S", stock_count: 0 },
    { label: "M", stock_count: 0 },
  ]);
  await request(ama, gown.id, gown.inSize("S").size_id).throwOnError();
  await request(ama, gown.id, gown.inSize("M").size_id).throwOnError();
  await request(kofi, gown.id, gown.inSize("M").size_id).throwOnError();
  for (const { client } of [owner, manager]) {
    const data = await call(client, "list_back_in_stock_requests");
    expect(data).toMatchObject([
      { name: "Counted Gown", size_label: "M", waiting_count: 2 },
      { name: "Counted Gown", size_label: "S", waiting_count: 1 },
    ]);
    expect(JSON.stringify(data)).not.toContain(ama.id);
  }
});

test("everyone who waits gets one email when the product is back, and their requests end", async () => {
  const yam = await aSoldOut("Returning Yam");
  await Promise.all([request(ama, yam.id), request(kofi, yam.id)]);
  expect(await sendDue()).toBe(0);
  await setAvailability(yam.id, "available");
  expect(await waitingFor(yam.id)).toEqual([true, true]);
  // Staff may correct a count within a minute.
  expect((await shop.worker.runOnce()).stockMessages).toBe(0);
  expect(await sendDue()).toBe(2);
  const mails = mailsAbout("Returning Yam");
  expect(mails.map(({ to }) => to).toSorted()).toEqual([ama.email, kofi.email].toSorted());
  expect(mails[0]).toMatchObject({ subject: "Back in stock: Returning Yam" });
  expect(mails[0]?.text).toContain(`http://shop.test/products/condiments/${yam.id}`);
  expect(await waitingFor(yam.id)).toEqual([]);
  await setAvailability(yam.id, "sold_out");
  await setAvailability(yam.id, "available");
  expect(await sendDue()).toBe(0);
  expect(mailsAbout("Returning Yam")).toHaveLength(2);
});

test("stock that flips up and down queues one message, and none while the product is sold out", async () => {
  const yam = await aSoldOut("Flipping Yam");
  await request(ama, yam.id).throwOnError();
  for (const availability of ["available", "sold_out", "available", "sold_out"] as const) {
    await setAvailability(yam.id, availability);
  }
  expect(await sendDue()).toBe(0);
  expect(await waitingFor(yam.id)).toEqual([false]);
  await setAvailability(yam.id, "available");
  expect(await sendDue()).toBe(1);
  expect(mailsAbout("Flipping Yam")).toHaveLength(1);
});

test("a transaction that raises the stock and is rolled back queues nothing", async () => {
  const yam = await aSoldOut("Rolled-back Yam");
  await request(ama, yam.id).throwOnError();
  const undone = shop.database.admin.begin(async (sql) => {
    await sql`update products set availability = 'available' where id = ${yam.id}`;
    const rows = await sql`select queued_at from back_in_stock_requests where product_id = ${yam.id}`;
    expect([...rows]).toEqual([{ queued_at: expect.anything() }]);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await waitingFor(yam.id)).toEqual([false]);
});

test("a counted size that is received again is reported to those who wait for it only", async () => {
  const gown = await aProductInSizes(shop, { name: "Restocked Gown" }, [
    { label: "S", stock_count: 0 },
    { label: "M", stock_count: 0 },
  ]);
  const [small, medium] = [gown.inSize("S").size_id, gown.inSize("M").size_id];
  await request(ama, gown.id, small).throwOnError();
  await request(kofi, gown.id, medium).throwOnError();
  await update(manager, "size_stock", { size_id: medium }, { stock_count: 3 });
  expect(await sendDue()).toBe(1);
  expect(mailsAbout("Restocked Gown")).toMatchObject([
    { to: kofi.email, subject: "Back in stock: Restocked Gown, size M" },
  ]);
  expect(mailsAbout("Restocked Gown")[0]?.text).toContain(`?size=${medium}`);
  expect((await request(ama, gown.id, medium)).error?.code).toBe("PT409");
  expect(await waitingFor(gown.id)).toEqual([false]);
});

test("a hidden product is not reported, and one that is shown again is", async () => {
  const yam = await aSoldOut("Hidden Yam");
  await request(ama, yam.id).throwOnError();
  await shop.database.admin`update products set archived_at = now() where id = ${yam.id}`;
  await setAvailability(yam.id, "available");
  expect(await sendDue()).toBe(0);
  await shop.database.admin`update products set archived_at = null where id = ${yam.id}`;
  expect(await sendDue()).toBe(1);
});

test("a request ends after 90 days, and a new one starts over", async () => {
  const yam = await aSoldOut("Old Yam");
  await request(ama, yam.id).throwOnError();
  const [made] = await shop.database.admin`
    select expires_at - created_at = interval '90 days' as is_90 from back_in_stock_requests`;
  expect(made?.["is_90"]).toBe(true);
  await shop.database.admin`update back_in_stock_requests set expires_at = now() - interval '1 minute'`;
  await setAvailability(yam.id, "available");
  expect(await sendDue()).toBe(0);
  expect(await waitingFor(yam.id)).toEqual([]);
  await setAvailability(yam.id, "sold_out");
  await request(ama, yam.id).throwOnError();
  expect(await waitingFor(yam.id)).toEqual([false]);
});

test("a customer waits for at most 50 products", async () => {
  const yam = await aSoldOut("Fiftieth Yam");
  const more = await aSoldOut("Fifty-first Yam");
  await shop.database.admin`
    with added as (
      insert into products (category, name, price, availability)
      select 'condiments', 'Many ' || number, 1, 'sold_out' from generate_series(1, 49) as number returning id
    )
    insert into back_in_stock_requests (user_id, product_id) select ${ama.id}, added.id from added`;
  expect((await request(ama, yam.id)).error).toBeNull();
  expect(await request(ama, more.id)).toMatchObject({ status: 429, error: { code: "PT429" } });
  expect((await request(ama, yam.id)).error).toBeNull();
});

test("a message that fails is retried eight times, then its request ends", async () => {
  const yam = await aSoldOut("Failing Yam");
  await request(ama, yam.id).throwOnError();
  await setAvailability(yam.id, "available");
  mailError = new Error("The mail server is down.");
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(await waitingFor(yam.id)).toEqual([true]);
    expect(await sendDue()).toBe(0);
  }
  expect(await waitingFor(yam.id)).toEqual([]);
});

test("an account with a verified phone number and no email gets a text message", async () => {
  const phone = await shop.signUp("Pia Phone");
  await shop.database.admin`
    update auth.users set email = null, phone = '12815550177', phone_confirmed_at = now() where id = ${phone.id}`;
  const yam = await aSoldOut("Texted Yam");
  await request(phone, yam.id).throwOnError();
  await setAvailability(yam.id, "available");
  expect(await sendDue()).toBe(1);
  expect(texts).toEqual([
    {
      to: "+12815550177",
      text: `Calabash Market: Texted Yam is back in stock. http://shop.test/products/condiments/${yam.id} Stop: http://shop.test/account`,
    },
  ]);
});

test("the link of a message ends the other requests of its account, and other links do not", async () => {
  const [yam, rice] = [await aSoldOut("Linked Yam"), await aSoldOut("Linked Rice")];
  await request(ama, yam.id).throwOnError();
  await request(ama, rice.id).throwOnError();
  await request(kofi, rice.id).throwOnError();
  await setAvailability(yam.id, "available");
  expect(await sendDue()).toBe(1);
  const token = /\/stock-messages#([\w.-]+)/.exec(mailsAbout("Linked Yam")[0]?.text ?? "")?.[1] ?? "";
  const stop = (value: string) => postJson(shop, "/api/stop-messages", { token: value });
  const orderToken = shop.orderLinks.sign(ama.id, new Date());
  const oldToken = shop.orderLinks.signForStopping(ama.id, new Date(Date.now() - 91 * 86_400_000));
  for (const wrong of ["", `${token}x`, orderToken, oldToken]) expect((await stop(wrong)).status).toBe(404);
  expect(await waitingFor(rice.id)).toHaveLength(2);
  expect(await shop.orderLinks.read(token)).toBeNull();
  expect((await stop(token)).status).toBe(204);
  expect(await waitingFor(rice.id)).toHaveLength(1);
  expect((await kofi.client.rpc("list_own_back_in_stock_requests")).data).toHaveLength(1);
  expect((await stop(token)).status).toBe(204);
});

test("requests are part of a customer's data, and end with the account", async () => {
  const yam = await aSoldOut("Exported Yam");
  const leaving = await shop.signUp("Lea Leaving");
  await verifyEmail(shop, leaving);
  await request(leaving, yam.id).throwOnError();
  const exported = await call(owner, "export_customer", { customer_id: leaving.id });
  expect(exported).toMatchObject({ back_in_stock_requests: [{ product: "Exported Yam", size: null }] });
  await shop.data.service.auth.admin.deleteUser(leaving.id);
  expect(await waitingFor(yam.id)).toEqual([]);
});
