import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { expectReply } from "#tests/expect-reply.ts";
import { aPaidOrder, move, orderOf, requestIntent, stripeOf } from "#tests/paying.ts";
import { call, insert, postJson, requestAs } from "#tests/requests.ts";
import { anOrder, aProduct, BILLING, openTestShop, type Person, setUpMfa } from "#tests/running-shop.ts";

const logged: unknown[] = [];

const shop = await openTestShop({ logError: (error) => void logged.push(error) });
const admin = await shop.signUpAdmin("Ola Owner");
const oil = await aProduct(shop);

const leave = (accessToken?: string, current_password: unknown = "long enough") =>
  postJson(shop, "/api/account", { current_password }, accessToken, "DELETE");

const aDelivery = async (person: Person): Promise<string> =>
  (await anOrder(person, oil, 1, { delivery: "delivery", billing: {} })).id;

/** Returns the tables of the store and its accounts that still contain the person's data. */
async function tracesOf(person: Person): Promise<string[]> {
  const tables = await shop.database.admin<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'private', 'auth') and table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await shop.database.admin.run(
      `select 1 from ${name} as t
       where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 or strpos(t::text, 'Cypress Bend') > 0
         or strpos(t::text, 'Palm Street') > 0`,
      [person.email, person.id],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("deleting an account deletes what it saved, and anonymizes its orders", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const place = { street: "18 Cypress Bend", unit: "", city: "Humble", postal_code: "77338", instructions: "" };
  await call(ama, "save_address", { ...place, phone: "2815550177" });
  await insert(ama, "saved_billing", BILLING);
  await insert(ama, "saved_preferences", { substitution_preference: "contact" });
  await insert(ama, "saved_carts", { id: randomUUID(), items: [{ id: 1, name: "Yam", quantity: 1 }] });
  const pending = await aDelivery(ama);
  const intent = await requestIntent(shop, ama, pending);
  const done = await aPaidOrder(shop, ama, oil, 1, { billing: {} });
  // The alert about an undeliverable email names its address.
  const [mail] = await shop.database.admin<{ id: string }[]>`
    update public.outgoing_mails set attempts = 8 where order_id = ${done.id} and kind = 'order_paid' returning id`;
  const failed = [{ id: mail?.id, error: `550 ${ama.email} is unknown` }];
  await shop.data.service.rpc("finalize_mails", { sent_ids: [], failed }).throwOnError();
  await move(admin, done.id, "preparing", "ready", "completed");

  expect((await leave(ama.accessToken)).status).toBe(204);
  expect(await orderOf(shop, pending)).toMatchObject({ status: "cancelled", cancelled_by: "customer" });
  expect(await orderOf(shop, done.id)).toMatchObject({ status: "completed", total: 14.99, paid_amount: 14.99 });
  // Sends the remaining emails, which still contain the person's address.
  await shop.worker.runOnce();
  expect(await tracesOf(ama)).toEqual([]);
  const [alert] = await shop.database.admin`select facts from public.shop_alerts where order_id = ${done.id}`;
  expect(alert).toEqual({ facts: { recipient: "a deleted account", reason: "550 a deleted account is unknown" } });
  expect((await stripeOf(shop).paymentIntents.retrieve(intent)).status).toBe("canceled");

  const again = await shop.newClient().auth.signInWithPassword({ email: ama.email, password: "long enough" });
  expect(again.error?.code).toBe("invalid_credentials");
  expect((await leave(ama.accessToken)).status).toBe(401);
});

test("an order on its way keeps its address until it is delivered", async () => {
  const kofi = await shop.signUp("Kofi Adom");
  const id = await aDelivery(kofi);
  await shop.database.admin`update public.orders set delivery_address = '18 Cypress Bend' where id = ${id}`;
  const paid = await requestIntent(shop, kofi, id);
  await stripeOf(shop).paymentIntents.confirm(paid, { payment_method: "pm_card_visa" });
  await expect.poll(async () => (await orderOf(shop, id)).status).toBe("paid");
  await move(admin, id, "preparing");
  expect((await leave(kofi.accessToken)).status).toBe(204);
  const addressOf = async () => {
    const [row] = await shop.database.admin<{ delivery_address: string; delivery_phone_number: string }[]>`
      select delivery_address, delivery_phone_number from public.orders where id = ${id}`;
    return row;
  };
  expect(await addressOf()).toEqual({ delivery_address: "18 Cypress Bend", delivery_phone_number: "(281) 555-0177" });
  await move(admin, id, "out_for_delivery", "completed");
  expect(await addressOf()).toEqual({ delivery_address: "", delivery_phone_number: "" });
  await shop.worker.runOnce();
  expect(await tracesOf(kofi)).toEqual([]);
});

test("an account is deleted while its customer cancels an order, without a deadlock", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const { id } = await aPaidOrder(shop, ama, oil);
  const { leaving } = await shop.database.admin.begin(async (sql) => {
    await sql`select from public.orders where id = ${id} for update`;
    const leaving = leave(ama.accessToken);
    const waiting = () =>
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(waiting).toHaveLength(1);
    await sql`call testing.act_as(${ama.id})`;
    await sql`select public.cancel_order(${id})`;
    // Waits for the end of this transaction.
    return { leaving };
  });
  expect((await leaving).status).toBe(204);
});

test("a guest, a forged token, and an ended session cannot delete an account", async () => {
  const ama = await shop.signUp("Ama Mensah");
  expect((await leave()).status).toBe(401);
  expect((await leave("a.b.c")).status).toBe(401);
  const [head, , signature] = ama.accessToken.split(".");
  const foreign = Buffer.from(JSON.stringify({ sub: admin.id, aal: "aal2" })).toString("base64url");
  expect((await leave(`${head}.${foreign}.${signature}`)).status).toBe(401);
  expect((await leave(shop.keys.serviceRoleKey)).status).toBe(401);
  await ama.client.auth.signOut({ scope: "global" });
  expect((await leave(ama.accessToken)).status).toBe(401);
  expect((await shop.data.service.auth.admin.getUserById(ama.id)).error).toBeNull();
  expect((await shop.data.service.auth.admin.getUserById(admin.id)).error).toBeNull();
});

test("deleting an account requires the password or a recent login by code", async () => {
  const [ama, anotherUser] = [await shop.signUp("Ama Mensah"), await shop.signUp("Stranger")];
  for (const [given, status, code] of [
    ["", 403, "current_password_required"],
    [null, 403, "current_password_required"],
    [["long enough"], 403, "current_password_required"],
    ["not the one", 400, "current_password_invalid"],
  ] as const) {
    const rejected = await leave(ama.accessToken, given);
    expect([rejected.status, await rejected.json()]).toMatchObject([status, { code }]);
  }
  expect((await requestAs(ama, shop, "/api/account", { method: "DELETE" })).status).toBe(403);
  // The password check leaves no session behind.
  const sessions = () => shop.database.admin`select 1 from auth.sessions where user_id = ${ama.id}`;
  expect(await sessions()).toHaveLength(1);

  const client = shop.newClient();
  await client.auth.signInWithOtp({ email: ama.email });
  await expect.poll(() => shop.mails.some(({ to }) => to === ama.email)).toBe(true);
  const { code } = shop.mails.findLast(({ to }) => to === ama.email) ?? { code: "" };
  const { data } = await client.auth.verifyOtp({ email: ama.email, token: code, type: "email" });
  expect((await leave(data.session?.access_token, "")).status).toBe(204);
  expect((await shop.data.service.auth.admin.getUserById(anotherUser.id)).error).toBeNull();
});

test("wrong passwords when deleting an account count toward the login limit", async () => {
  const ama = await shop.signUp("Ama Mensah");
  for (let guess = 0; guess < 10; guess += 1) await leave(ama.accessToken, `guess ${guess}`);
  expect((await leave(ama.accessToken)).status).toBe(429);
  expect((await shop.data.service.auth.admin.getUserById(ama.id)).error).toBeNull();
});

test("an account with MFA is deleted only by a session that has completed it", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const { accessToken: raised } = await setUpMfa(ama.client);
  const first = await shop.newClient().auth.signInWithPassword({ email: ama.email, password: "long enough" });
  const rejected = await leave(first.data.session?.access_token);
  await expectReply(rejected, 403, { error: "Confirm that it's you with a code from your authenticator app first." });
  expect((await leave(raised)).status).toBe(204);
});

test("the last admin cannot be deleted, even by two requests at once or directly in the database", async () => {
  const rejected = await leave(admin.accessToken);
  await expectReply(rejected, 409, { error: "You are the only admin. Make someone else an admin first." });
  await expect(shop.database.admin`delete from auth.users where id = ${admin.id}`).rejects.toThrow(
    "You can't delete the last admin of the store.",
  );
  const second = await shop.signUpAdmin("Second Owner");
  const responses = await Promise.all([leave(admin.accessToken), leave(second.accessToken)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
});

test("an order without a customer may lack an address, an order with a customer may not", async () => {
  const { id } = await anOrder(await shop.signUp("Ama Mensah"), oil);
  await expect(
    shop.database.admin`update public.orders set delivery_type = 'delivery' where id = ${id}`,
  ).rejects.toThrow("delivery_has_address_and_phone");
});
