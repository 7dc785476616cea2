import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { expectReply } from "./expect-reply.ts";
import { aPaidOrder, move, orderOf } from "./paying.ts";
import { call, insert, insertRow, postJson, readRows, update } from "./requests.ts";
import { anOrder, aProduct, openTestShop, PASSWORD, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, kofi, manager, otherManager, owner] = await shop.signUpAll(
  "customer",
  "customer",
  "manager",
  "manager",
  "owner",
);
const packer = await shop.signUpStaff("Paul Packer", "packer", 100);
const yam = await aProduct(shop, { name: "Puna Yam", price: 10 });
const FIG_COURT = { street: "5 Fig Court", city: "Houston", postal_code: "77073", phone: "2815550123" };

type Listed = FunctionRow<"list_customers">;

const list = (filter: object = {}) => call(manager, "list_customers", filter);
const read = (customer_id: string) => call(manager, "read_customer", { customer_id });
const takeCash = (order_id: string, person = manager) =>
  call(person, "record_store_payment", { order_id, method: "store_cash", request_key: randomUUID() });

async function aGuestOrder(customer: { name: string; phone?: string; email?: string }, isPaid = true) {
  const { id, order_number } = await call(manager, "create_point_of_sale_order", {
    items: [{ product_id: yam.id, quantity: 1 }],
    delivery_type: "pickup",
    customer,
    expected_total: yam.price,
    request_key: randomUUID(),
  });
  if (isPaid) await takeCash(id);
  return { id, order_number };
}

const requestsIn = () => readRows(owner, "audit_log", "subject, actor, after", { kind: "customer" }, "id");

const remove = (customerId: string, person: Person | null, current_password = PASSWORD) =>
  postJson(shop, `/api/customers/${customerId}`, { current_password }, person, "DELETE");

test("every account is a customer immediately, with its current name and email", async () => {
  const nana = await shop.signUp("Nana Addo");
  expect(await list({ words: nana.email })).toEqual([
    {
      id: nana.id,
      is_guest: false,
      name: "Nana Addo",
      email: nana.email,
      phone: null,
      order_count: 0,
      spend: 0,
      last_order_at: null,
      tags: [],
      sort_value: "-infinity",
    },
  ]);
  await update(nana, "profiles", { id: nana.id }, { name: "Nana Owusu" });
  const email = `nana.${randomUUID()}@test.example`;
  await shop.data.service.auth.admin.updateUserById(nana.id, { email });
  expect(await list({ words: "owusu" })).toMatchObject([{ name: "Nana Owusu", email }]);
});

test("order count and spend equal the reports' sales minus refunds, to the cent", async () => {
  const first = await aPaidOrder(shop, ama, yam, 3);
  await aPaidOrder(shop, ama, yam, 1);
  await anOrder(ama, yam, 7);
  await call(owner, "request_refund", { order_id: first.id, amount_cents: 1234, request_key: randomUUID() });
  await shop.worker.runOnce();
  await call(kofi, "cancel_order", { order_id: (await aPaidOrder(shop, kofi, yam, 2)).id });
  await shop.worker.runOnce();
  expect(await list({ words: ama.email })).toMatchObject([{ order_count: 2, spend: 27.66 }]);
  expect(await list({ words: kofi.email })).toMatchObject([{ order_count: 1, spend: 0 }]);
  const [different] = await shop.database.admin`
    with sales as (
      select order_id, count(*) filter (where purpose = 'order') as order_count, sum(amount_cents) as cents
      from private.list_sales('-infinity', 'infinity') group by order_id
    ), refunds as (
      select order_id, sum(amount_cents) as cents from private.list_refunds('-infinity', 'infinity') group by order_id
    ), sums as (
      select orders.user_id, sum(sales.order_count) as order_count,
        sum(sales.cents - coalesce(refunds.cents, 0)) / 100 as spend, max(orders.paid_at) as last_order_at
      from sales join public.orders on orders.id = sales.order_id left join refunds on refunds.order_id = orders.id
      where orders.user_id is not null group by orders.user_id
    )
    select customers.email from private.customers left join sums on sums.user_id = customers.user_id
    where customers.user_id is not null and (customers.order_count <> coalesce(sums.order_count, 0)
      or customers.spend <> coalesce(sums.spend, 0) or customers.last_order_at is distinct from sums.last_order_at)`;
  expect(different).toBeUndefined();
});

test("orders without an account are one guest per email, or per phone number without an email", async () => {
  await aGuestOrder({ name: "Kwame Asante", phone: "281 555 0123", email: "Kwame@Test.example" });
  await aGuestOrder({ name: "Kwame A.", phone: "(832) 555-0188", email: "kwame@test.example" });
  await aGuestOrder({ name: "Efua", phone: "7135550144" });
  await aGuestOrder({ name: "Walk-in", phone: "+1 713 555 0144" }, false);
  const before = (await list()).length;
  await aGuestOrder({ name: "Walk-in" });
  expect(await list()).toHaveLength(before);
  expect(await list({ words: "kwame" })).toMatchObject([
    { is_guest: true, name: "Kwame A.", email: "kwame@test.example", phone: "8325550188", order_count: 2, spend: 20 },
  ]);
  expect(await list({ words: "0144" })).toMatchObject([{ is_guest: true, name: "Efua", email: null, order_count: 1 }]);
});

test("payments of one guest at the same moment are all counted", async () => {
  const customer = { name: "Busy Buyer", phone: "2815550190" };
  const placed = await Promise.all(Array.from({ length: 8 }, () => aGuestOrder(customer, false)));
  await Promise.all(placed.map(({ id }, place) => takeCash(id, place % 2 === 0 ? manager : owner)));
  expect(await list({ words: "5550190" })).toMatchObject([{ name: "Busy Buyer", order_count: 8, spend: 80 }]);
});

test("an order whose contact is corrected moves to the guest of the new contact", async () => {
  const { id } = await aGuestOrder({ name: "Abena", email: "abena.old@test.example" });
  await shop.database.admin`update public.orders set customer_email = 'abena.new@test.example' where id = ${id}`;
  expect(await list({ words: "abena.old@" })).toMatchObject([{ order_count: 0, spend: 0 }]);
  expect(await list({ words: "abena.new@" })).toMatchObject([{ name: "Abena", order_count: 1, spend: 10 }]);
});

test("a ringing number finds its customer by four or more digits in any format", async () => {
  await anOrder(ama, yam, 1, { billing: { phone: "3465550171" } });
  await aPaidOrder(shop, ama, yam, 1, { billing: { phone: "3465550199" } });
  for (const words of ["0171", "(346) 555-0171", "+1 346.555.0171", "13465550171", "555-0199"]) {
    expect([words, await list({ words })]).toEqual([
      words,
      [expect.objectContaining({ id: ama.id, phone: "3465550199" })],
    ]);
  }
  expect((await list({ words: "171" })).map(({ id }) => id)).not.toContain(ama.id);
  expect(await list({ words: "346 555 0172" })).toEqual([]);
});

test("all words of a search must match, without accents, and % and _ are ordinary characters", async () => {
  const adjoa = await shop.signUp("Adjoa Bénédicte");
  expect(await list({ words: "benedicte ADJOA" })).toMatchObject([{ id: adjoa.id }]);
  expect(await list({ words: "adjoa mensah" })).toEqual([]);
  expect(await list({ words: "%" })).toEqual([]);
  expect(await list({ words: "_" })).toEqual([]);
});

test.for(["last_order", "spend", "name"])("pages sorted by %s list every customer once, in order", async (sort) => {
  const all = await list({ sort, max_count: 200 });
  const paged: Listed[] = [];
  let after: Listed | undefined;
  do {
    const place = after ? { after_value: after.sort_value, after_id: after.id } : {};
    const page: Listed[] = await list({ sort, max_count: 2, ...place });
    paged.push(...page);
    after = page.length === 2 ? page[1] : undefined;
  } while (after);
  expect(paged).toEqual(all);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(6);
  const values = all.map(({ spend, last_order_at, name, email, phone }) =>
    sort === "spend" ? -spend : sort === "name" ? (name || email || phone || "").toLowerCase() : last_order_at,
  );
  const inOrder =
    sort === "spend"
      ? values.toSorted((a, b) => Number(a) - Number(b))
      : sort === "name"
        ? values.toSorted()
        : values.toSorted((a, b) => Date.parse(String(b ?? 0)) - Date.parse(String(a ?? 0)));
  expect(values).toEqual(inOrder);
});

test("tags are cleaned, limited, suggested by use, and filter the list", async () => {
  const set = (customer_id: string, tags: (string | null)[] | null, person = manager) =>
    person.client.rpc("set_customer_tags", { customer_id, tags });
  expect((await set(ama.id, ["  VIP ", "vip", "Calls   ahead"])).data).toEqual(["VIP", "Calls ahead"]);
  expect((await set(kofi.id, ["VIP"])).data).toEqual(["VIP"]);
  const tags = await call(manager, "list_customer_tags");
  expect(tags).toEqual([
    { tag: "VIP", customer_count: 2 },
    { tag: "Calls ahead", customer_count: 1 },
  ]);
  expect((await list({ tag: "VIP" })).map(({ id }) => id).toSorted()).toEqual([ama.id, kofi.id].toSorted());
  expect(await list({ tag: "VIP", words: "mensah" })).toMatchObject([{ id: ama.id, tags: ["VIP", "Calls ahead"] }]);
  for (const [given, message] of [
    [["x".repeat(31)], "A tag has 1 to 30 characters."],
    [["  "], "A tag has 1 to 30 characters."],
    [[null], "A tag has 1 to 30 characters."],
    [Array.from({ length: 21 }, (_, place) => `Tag ${place}`), "A customer can have 20 tags at most."],
    // A missing list removes no tags.
    [null, "A customer can have 20 tags at most."],
  ] as const) {
    expect((await set(ama.id, given && [...given])).error).toMatchObject({ code: "PT422", message });
  }
  expect((await read(ama.id)).tags).toEqual(["VIP", "Calls ahead"]);
  expect((await set(randomUUID(), ["VIP"])).error?.code).toBe("PT404");
  expect((await set(kofi.id, [])).data).toEqual([]);
});

test("a note is changed and deleted by its author and the owner, and by no other manager", async () => {
  const row = { customer_id: ama.id, text: "Wants ripe plantain." };
  const note = await insertRow(manager, "customer_notes", row, "id, author_id, edited_at");
  expect(note).toMatchObject({ author_id: manager.id, edited_at: null });
  const change = (person: Person, text: string) =>
    person.client.from("customer_notes").update({ text }).eq("id", note?.id).select("text");
  expect((await change(otherManager, "Other")).data).toEqual([]);
  expect((await otherManager.client.from("customer_notes").delete().eq("id", note?.id).select("id")).data).toEqual([]);
  expect((await change(manager, "Wants green plantain.")).data).toEqual([{ text: "Wants green plantain." }]);
  expect((await change(owner, "Wants very green plantain.")).data).toHaveLength(1);
  expect((await read(ama.id)).notes).toMatchObject([
    { text: "Wants very green plantain.", author: "Mina Manager", edited_at: expect.any(String) },
  ]);
  const { error: forged } = await manager.client
    .from("customer_notes")
    .insert({ customer_id: ama.id, text: "Forged", author_id: owner.id });
  expect(forged?.code).toBe("42501");
  for (const [row, code] of [
    [{ text: " " }, "23514"],
    [{ text: "x".repeat(2001) }, "23514"],
    [{ text: "Nobody", customer_id: randomUUID() }, "23503"],
  ] as const) {
    const { error } = await manager.client.from("customer_notes").insert({ customer_id: ama.id, ...row });
    expect([row.text.slice(0, 9), error?.code]).toEqual([row.text.slice(0, 9), code]);
  }
  await owner.client.from("customer_notes").delete().eq("id", note?.id).throwOnError();
  await insert(manager, "customer_notes", { customer_id: ama.id, kind: "call" });
  expect((await read(ama.id)).notes).toMatchObject([{ kind: "call", text: "" }]);
});

test("a customer's page has order addresses, the latest preference, and who shares a number", async () => {
  const yaa = await shop.signUp("Yaa Asantewaa");
  for (const [street, preference] of [
    ["1 Palm Street", "contact"],
    ["2 Oak Lane", "replace"],
    ["1 Palm Street", "leave_out"],
  ] as const) {
    const place = { delivery_address: `${street}, Houston, TX 77073`, delivery_phone_number: "2815550161" };
    await anOrder(yaa, yam, 1, { delivery: "delivery", ...place, substitution_preference: preference });
  }
  await aGuestOrder({ name: "Yaa", phone: "2815550161" });
  const page = await read(yaa.id);
  expect(page).toMatchObject({
    is_guest: false,
    is_staff: false,
    phone: "2815550161",
    order_count: 0,
    substitution_preference: "leave_out",
    related: [{ is_guest: true, order_count: 1 }],
  });
  expect(page.addresses.map(({ address }) => address)).toEqual([
    "1 Palm Street, Houston, TX 77073",
    "2 Oak Lane, Houston, TX 77073",
  ]);
  expect((await read(page.related[0]?.id ?? "")).related).toMatchObject([{ id: yaa.id }]);
  expect(await read(packer.id)).toMatchObject({ is_staff: true });
  expect((await manager.client.rpc("read_customer", { customer_id: randomUUID() })).error?.code).toBe("PT404");

  const orders = (after: object = {}) =>
    call(manager, "list_customer_orders", { customer_id: yaa.id, max_count: 2, ...after });
  const first = await orders();
  const second = await orders({ after_at: first[1]?.created_at, after_id: first[1]?.id });
  expect([...first, ...second].map(({ status }) => status)).toEqual(["pending", "cancelled", "cancelled"]);
});

test("the owner exports everything about one customer, and the audit log records it", async () => {
  await insert(ama, "saved_addresses", FIG_COURT);
  await insert(manager, "customer_notes", { customer_id: ama.id, text: "Secret." });
  const file = (await call(owner, "export_customer", { customer_id: ama.id })) as { orders: object[] };
  expect(file).toMatchObject({
    customer: { name: "Ama Mensah", order_count: 3, spend: 37.66, tags: ["VIP", "Calls ahead"] },
    account: { email: ama.email, name: "Ama Mensah", tax_exemption: null },
    saved_addresses: [{ street: "5 Fig Court" }],
    sessions: [expect.anything()],
    staff_notes: [{ kind: "call" }, { kind: "note", text: "Secret." }],
  });
  expect(file.orders[0]).toMatchObject({
    status: "paid",
    total: 30,
    lines: [{ product_name: "Puna Yam", quantity: 3, unit_price: 10 }],
    payments: [{ amount: 30, method: "card" }],
    refunds: [{ amount: 12.34, status: "succeeded" }],
  });
  const text = JSON.stringify(file);
  for (const foreign of [kofi.email, kofi.id, manager.id, "Mina Manager", "_secret_", "Kwame"]) {
    expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
  }
  expect(await requestsIn()).toEqual([
    { subject: `Customer ${ama.email}`, actor: "Ola Owner", after: { request: "data exported" } },
  ]);
});

test("the owner deletes an account by the rules of its own deletion, and the audit log names it", async () => {
  const leaving = await shop.signUp("Lea Leaving");
  const done = await aPaidOrder(shop, leaving, yam, 1, { billing: { phone: "8325550111" } });
  await move(owner, done.id, "preparing", "ready", "completed");
  const pending = await anOrder(leaving, yam);
  await insert(manager, "customer_notes", { customer_id: leaving.id, text: "Leaving." });
  expect((await remove(leaving.id, owner)).status).toBe(204);
  expect(await orderOf(shop, done.id)).toMatchObject({ status: "completed", paid_amount: 10 });
  expect(await orderOf(shop, pending.id)).toMatchObject({ status: "cancelled" });
  expect(await list({ words: leaving.email })).toEqual([]);
  const left = await shop.database.admin`
    select (select count(*) from public.customer_notes where text = 'Leaving.')::int as notes,
      (select count(*) from public.billing_details where order_id = ${done.id})::int as bills,
      (select count(*) from auth.users where id = ${leaving.id})::int as accounts`;
  expect(left[0]).toEqual({ notes: 0, bills: 0, accounts: 0 });
  const entry = { subject: `Customer ${leaving.email}`, actor: "Ola Owner", after: { request: "data deleted" } };
  expect((await requestsIn()).at(-1)).toEqual(entry);
  expect((await remove(leaving.id, owner)).status).toBe(404);
  expect((await remove("nobody", owner)).status).toBe(404);
});

test("a guest is deleted once every order has ended; products and money of the orders stay", async () => {
  const { id, order_number } = await aGuestOrder({ name: "Gia Guest", phone: "8325550122", email: "gia@test.example" });
  const [guest] = await list({ words: "gia@test.example" });
  const rejected = await remove(guest?.id ?? "", owner);
  const error = `Order ${order_number} is still open. Complete or cancel it first.`;
  await expectReply(rejected, 409, { error });
  const logged = (await requestsIn()).length;
  await move(owner, id, "preparing", "ready", "completed");
  expect((await remove(guest?.id ?? "", owner)).status).toBe(204);
  const [order] = await shop.database.admin`
    select customer_name, customer_email, delivery_phone_number, paid_amount::float as paid_amount, status
    from public.orders where id = ${id}`;
  const anonymous = { customer_name: "", customer_email: null, delivery_phone_number: "" };
  expect(order).toEqual({ ...anonymous, paid_amount: 10, status: "completed" });
  expect(await list({ words: "gia@test.example" })).toEqual([]);
  expect((await requestsIn()).slice(logged)).toMatchObject([
    { subject: "Guest gia@test.example", after: { request: "data deleted" } },
  ]);
});

const merge = (customerId: string, mergedId: string, person: Person | null, current_password = PASSWORD) =>
  postJson(shop, `/api/customers/${customerId}/merge`, { mergedId, current_password }, person);

const canLogIn = async ({ email }: Person) => {
  const { error } = await shop.newClient().auth.signInWithPassword({ email, password: PASSWORD });
  return error === null ? true : error.code;
};

test("a merge moves orders, notes, tags, and addresses, closes the login, and leaves money as it was", async () => {
  const [main, second] = [await shop.signUp("Main Account"), await shop.signUp("Second Account")];
  const first = await aPaidOrder(shop, second, yam, 4);
  await call(owner, "request_refund", { order_id: first.id, amount_cents: 500, request_key: randomUUID() });
  await shop.worker.runOnce();
  await aPaidOrder(shop, main, yam, 2);
  await call(manager, "set_customer_tags", { customer_id: main.id, tags: ["VIP"] });
  await call(manager, "set_customer_tags", { customer_id: second.id, tags: ["vip", "Late"] });
  await insert(manager, "customer_notes", { customer_id: second.id, text: "Second." });
  for (const street of ["5 FIG COURT", "6 Elm Way"]) await insert(second, "saved_addresses", { ...FIG_COURT, street });
  await insert(main, "saved_addresses", FIG_COURT);
  const preview = await call(owner, "preview_customer_merge", { customer_id: main.id, merged_id: second.id });
  expect(preview).toEqual({ order_count: 1, note_count: 1, address_count: 2, tags: ["vip", "Late"] });
  const moneyOf = () => shop.database.admin`
    select (select jsonb_agg(to_jsonb(payments) order by payment_intent_id) from public.payments) as payments,
      (select jsonb_agg(to_jsonb(refunds) order by id) from public.refunds) as refunds,
      (select jsonb_agg(to_jsonb(orders) - array['user_id', 'request_key'] order by id) from public.orders) as orders,
      (select jsonb_agg(to_jsonb(changes) order by id) from public.order_status_changes as changes) as changes`;
  const before = await moneyOf();

  expect((await merge(main.id, second.id, owner)).status).toBe(204);
  expect(await moneyOf()).toEqual(before);
  expect(await read(main.id)).toMatchObject({
    order_count: 2,
    spend: 55,
    tags: ["VIP", "Late"],
    notes: [{ text: "Second." }],
    related: [{ id: second.id, is_merged: true, order_count: 0 }],
  });
  expect(await read(second.id)).toMatchObject({ merged_into: main.id, order_count: 0, spend: 0, tags: [], notes: [] });
  expect(await list({ words: second.email })).toEqual([]);
  // The address that the customer used last stays the last one.
  const saved = await readRows(main, "saved_addresses", "street", {}, "used_at");
  expect(saved).toEqual([{ street: "6 Elm Way" }, { street: "5 Fig Court" }]);
  expect(await readRows(main, "orders", "id", { id: first.id })).toHaveLength(1);
  expect([await canLogIn(main), await canLogIn(second)]).toEqual([true, "user_banned"]);
  expect((await second.client.from("orders").select("id")).data ?? []).toEqual([]);
  const after = { request: "account merged", merged: second.email };
  expect((await requestsIn()).at(-1)).toEqual({ subject: `Customer ${main.email}`, actor: "Ola Owner", after });
});

test("only the owner deletes and merges customers", async () => {
  const logged = await requestsIn();
  for (const [person, status] of [
    [null, 401],
    [kofi, 404],
    [ama, 404],
    [packer, 404],
    [manager, 404],
  ] as const) {
    const responses = [await remove(ama.id, person), await merge(ama.id, kofi.id, person)];
    expect([person?.email, ...responses.map((each) => each.status)]).toEqual([person?.email, status, status]);
  }
  expect(await requestsIn()).toEqual(logged);
});

test("accounts that cannot be merged stay as they are, with their logins", async () => {
  const [main, second, third] = [await shop.signUp("Main"), await shop.signUp("Second"), await shop.signUp("Third")];
  await aGuestOrder({ name: "Guest", email: "merge.guest@test.example" });
  const [guest] = await list({ words: "merge.guest@" });
  const pending = await anOrder(second, yam);
  const { data: order } = await second.client.from("orders").select("order_number").eq("id", pending.id).single();
  for (const [id, otherId, status, message] of [
    [main.id, main.id, 422, "Choose another account than this one."],
    [main.id, guest?.id ?? "", 409, "Only accounts can be merged. A guest has none."],
    [guest?.id ?? "", main.id, 409, "Only accounts can be merged. A guest has none."],
    [main.id, packer.id, 409, "Staff accounts can't be merged."],
    [owner.id, main.id, 409, "Staff accounts can't be merged."],
    [main.id, randomUUID(), 404, "This customer doesn't exist."],
    [main.id, "nobody", 404, "This customer doesn't exist."],
    [main.id, second.id, 409, `Order ${order?.order_number} is not paid yet. Wait until it is paid or canceled.`],
  ] as const) {
    await expectReply(await merge(id, otherId, owner), status, { error: message });
  }
  const direct = await owner.client.rpc("merge_customers", { customer_id: main.id, merged_id: third.id });
  expect(direct.error?.message).toBe("The login of the merged account must be closed first.");
  for (const person of [main, second, third, packer, owner]) expect(await canLogIn(person)).toBe(true);

  expect((await merge(main.id, third.id, owner)).status).toBe(204);
  await expectReply(await merge(second.id, third.id, owner), 409, { error: "This account was merged before." });
  // Only a recorded merge changes the owner of a paid order.
  const paid = await aPaidOrder(shop, main, yam);
  await expect(
    shop.database.admin`update public.orders set user_id = ${third.id} where id = ${paid.id}`,
  ).rejects.toThrow("An order with a payment keeps its total, its owner and its day.");
});

test("staff are listed as customers only with orders of their own", async () => {
  expect(await list({ words: packer.email })).toEqual([]);
  const buyer = await shop.signUpStaff("Buying Packer", "packer", 100);
  await aPaidOrder(shop, buyer, yam);
  expect(await list({ words: buyer.email })).toMatchObject([{ id: buyer.id, order_count: 1 }]);
  expect(await read(packer.id)).toMatchObject({ is_staff: true, order_count: 0 });
});

test("staff accounts are not deleted as customers", async () => {
  for (const { id } of [packer, manager, owner]) {
    const rejected = await remove(id, owner);
    const error = "This account is on staff. Remove its role first.";
    await expectReply(rejected, 409, { error });
  }
  expect(await read(manager.id)).toMatchObject({ is_staff: true });
});

test("a session alone neither deletes nor merges customers", async () => {
  const [main, second] = [await shop.signUp("Main"), await shop.signUp("Second")];
  await aGuestOrder({ name: "Guest", email: "session.guest@test.example" });
  const [guest] = await list({ words: "session.guest@" });
  for (const attempt of [
    (password: string) => remove(main.id, owner, password),
    (password: string) => remove(guest?.id ?? "", owner, password),
    (password: string) => merge(main.id, second.id, owner, password),
  ]) {
    for (const [password, status, code] of [
      ["", 403, "current_password_required"],
      ["not this one", 400, "current_password_invalid"],
    ] as const) {
      const rejected = await attempt(password);
      expect([rejected.status, await rejected.json()]).toMatchObject([status, { code }]);
    }
  }
  for (const person of [main, second]) expect(await canLogIn(person)).toBe(true);
  expect(await read(main.id)).toMatchObject({ email: main.email, merged_into: null });
  expect(await list({ words: "session.guest@" })).toHaveLength(1);
});
