import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { aPaidOrder, leftOut, move } from "./paying.ts";
import { call, insert, readRows, update } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ama, kofi, manager, owner] = await shop.signUpAll("customer", "customer", "manager", "owner");
const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });

const search = async (filter: object, page: object = {}, person = manager): Promise<FunctionRow<"search_orders">[]> =>
  await call(person, "search_orders", { filter, ...page });

const found = async (filter: object, page: object = {}) => (await search(filter, page)).map(({ id }) => id);

const countOf = async (filter: object): Promise<number> => (await call(manager, "count_orders", { filter })) as number;

async function billTo(person: Person, order_id: string, billing: { name: string; email: string; phone: string }) {
  const address = { line1: "1 Palm Street", city: "Houston", state: "TX", postal_code: "77073", country: "US" };
  await insert(person, "billing_details", { order_id, ...address, ...billing });
}

/** Changes rows with triggers off, because they protect orders. */
async function set(id: string, columns: Record<string, string | number | boolean | null>) {
  for (const [name, value] of Object.entries(columns)) {
    await shop.withoutTriggers`update orders set ${shop.database.admin.identifier(name)} = ${value} where id = ${id}`;
  }
}

test("an order is found by number, name, phone, last digits, email, and product", async () => {
  const palava = await aProduct(shop, { name: "Palava Sauce", price: 8.5 });
  const order = await anOrder(await shop.signUp("Efua"), palava, 2, {
    billing: { name: "Adébáyọ̀ Okonkwo-Brown", email: "ade.okonkwo@mail.example", phone: "8325550134" },
  });
  const other = await anOrder(ama, yam);
  const number = order.order_number;
  for (const words of [
    `${number}`,
    `#${number}`,
    `order ${number}`,
    "okonkwo",
    "Adebayo",
    "brown adé",
    "(832) 555-0134",
    "8325550134",
    "+1 832 555 0134",
    "832 555",
    "50134",
    "555-0134",
    "ade.okonkwo@mail.example",
    "ADE.OKONKWO@",
    "palava",
    "okonkwo sauce",
    "okonkwo 0134",
  ]) {
    expect([words, await found({ words })]).toEqual([words, [order.id]]);
  }
  for (const words of ["%", "okonkwo yam", "konkwo", "8325550135", "34", "' | 'nobody", "\\"]) {
    expect([words, await found({ words })]).toEqual([words, []]);
  }
  expect(await found({ words: "puna" })).toEqual([other.id]);
  expect((await search({ words: "palava" }))[0]).toMatchObject({
    number,
    name: "Adébáyọ̀ Okonkwo-Brown",
    phone: "8325550134",
    email: "ade.okonkwo@mail.example",
    item_count: 2,
    total: 17,
    payment_state: "unpaid",
  });
});

test("the search follows changed names, phones, and products, and forgets a deleted account", async () => {
  const esi = await shop.signUp("Esi Quartey");
  const order = await anOrder(esi, yam);
  expect(await found({ words: "quartey" })).toEqual([order.id]);
  await update(esi, "profiles", { id: esi.id }, { name: "Esi Tetteh" });
  expect([await found({ words: "quartey" }), await found({ words: "tetteh" })]).toEqual([[], [order.id]]);
  await billTo(esi, order.id, { name: "Esi Zormelo", email: "esi@zorm.example", phone: "2815550777" });
  expect(await found({ words: "zormelo" })).toEqual([order.id]);
  await update(esi, "billing_details", { order_id: order.id }, { phone: "2815550778" });
  expect([await found({ words: "2815550777" }), await found({ words: "2815550778" })]).toEqual([[], [order.id]]);
  const second = await anOrder(ama, yam);
  await shop.database.admin`update billing_details set order_id = ${second.id} where order_id = ${order.id}`;
  expect(await found({ words: "zormelo" })).toEqual([second.id]);
  await shop.database.admin`update billing_details set order_id = ${order.id} where order_id = ${second.id}`;
  expect(await found({ words: "zormelo" })).toEqual([order.id]);
  await shop.data.service.auth.admin.deleteUser(esi.id);
  for (const words of ["zormelo", "tetteh", "2815550778", "esi@zorm.example"]) {
    expect([words, await found({ words })]).toEqual([words, []]);
  }
  expect(await found({ words: `#${order.order_number}` })).toEqual([order.id]);
});

test("several words find only orders that have all of them", async () => {
  const first = await anOrder(await shop.signUp("Yaa Asantewaa"), yam);
  const second = await anOrder(await shop.signUp("Yaa Baah"), yam);
  expect(await found({ words: "yaa" })).toEqual([second.id, first.id]);
  expect(await found({ words: "yaa asan" })).toEqual([first.id]);
});

test("orders are filtered by status, fulfillment, payment, day, and window", async () => {
  const product = await aProduct(shop, { name: "Filterfish", price: 10 });
  const buyer = await shop.signUp("Filter Person");
  const words = "filterfish";
  const [paid, partly, refunded] = [
    await aPaidOrder(shop, buyer, product),
    await aPaidOrder(shop, buyer, product),
    await aPaidOrder(shop, buyer, product),
  ];
  for (const [id, amount_cents] of [
    [partly.id, 300],
    [refunded.id, 1000],
  ] as const) {
    const refund = { order_id: id, amount_cents, reason: "requested_by_customer", request_key: randomUUID() };
    await call(owner, "request_refund", refund);
  }
  await shop.worker.runOnce();
  const unpaid = await anOrder(buyer, product);
  const delivery = await aPaidOrder(shop, kofi, product);
  await set(delivery.id, {
    delivery_address: "1 Palm Street",
    delivery_phone_number: "(281) 555-0123",
    delivery_type: "delivery",
    delivery_included: false,
    created_at: "2026-03-09T05:30:00Z",
    window_starts_at: "2026-03-10T15:00:00Z",
    window_ends_at: "2026-03-10T17:00:00Z",
  });
  await shop.database.admin`
    update private.order_documents set created_at = '2026-03-09T05:30:00Z' where order_id = ${delivery.id}`;
  await move(owner, paid.id, "preparing");
  const canceled = await anOrder(ama, product);
  await call(ama, "cancel_order", { order_id: canceled.id });

  const all = [canceled.id, unpaid.id, refunded.id, partly.id, paid.id, delivery.id];
  const cases: [filter: object, ids: string[]][] = [
    [{}, all],
    [{ payment_states: ["unpaid"] }, [unpaid.id]],
    [{ payment_states: ["none"] }, [canceled.id]],
    [{ payment_states: ["partly_refunded", "refunded"] }, [refunded.id, partly.id]],
    [{ payment_states: ["paid"], statuses: ["preparing", "paid"] }, [paid.id, delivery.id]],
    [{ statuses: ["preparing"] }, [paid.id]],
    [{ statuses: ["no such status"] }, []],
    [{ delivery_type: "delivery" }, [delivery.id]],
    // The date in the store's time zone, five hours behind UTC in March.
    [{ last_day: "2026-03-08" }, []],
    [{ first_day: "2026-03-09", last_day: "2026-03-09" }, [delivery.id]],
    [{ first_day: "2026-03-10" }, all.slice(0, -1)],
    [{ slot_day: "2026-03-10", delivery_type: "delivery" }, [delivery.id]],
    [{ slot_day: "2026-03-10", delivery_type: "pickup" }, []],
    [{ slot_day: "2026-03-11" }, []],
    [{ needs: "fee" }, [delivery.id]],
    [{ needs: "missing_line" }, []],
  ];
  for (const [filter, ids] of cases) {
    expect([filter, await found({ ...filter, words })]).toEqual([filter, ids]);
    expect([filter, await countOf({ ...filter, words })]).toEqual([filter, ids.length]);
    // The same filter without words, which runs another query.
    const plain = (await found(filter, { max_count: 500 })).filter((id) => all.includes(id));
    expect([filter, plain]).toEqual([filter, ids]);
  }
  expect((await search({ words, needs: "fee" }))[0]?.needs_fee).toBe(true);
  await call(owner, "set_delivery_fee", { order_id: delivery.id, amount: 0 });
  expect(await found({ words, needs: "fee" })).toEqual([]);
  expect((await search({ words, delivery_type: "delivery" })).map(({ needs_fee }) => needs_fee)).toEqual([false]);
});

test("an order with an open substitution needs a decision about a line", async () => {
  const order = await aPaidOrder(shop, kofi, yam, 2);
  await move(owner, order.id, "preparing");
  await call(owner, "substitute_line", leftOut(order.lines[0]));
  expect(await found({ needs: "missing_line" })).toEqual([order.id]);
});

test.for([
  ["without a filter", {}],
  ["with words", { words: "pagination" }],
  ["with a filter", { words: "", delivery_type: "pickup", payment_states: ["unpaid", "none"] }],
] as const)("pages %s have no gaps and no repeats while orders arrive", async ([, filter]) => {
  const product = await aProduct(shop, { name: "Pagination Pepper", price: 5 });
  const buyer = await shop.signUp("Page Turner");
  for (let n = 0; n < 7; n += 1) await anOrder(buyer, product);
  // Two orders with the same timestamp.
  const expected = await search(filter, { max_count: 500 });
  await set(expected[2]?.id ?? "", { created_at: expected[1]?.created_at ?? "" });
  await shop.database.admin`
    update private.order_documents set created_at = ${expected[1]?.created_at ?? ""} where order_id = ${expected[2]?.id ?? ""}`;
  const seen: Awaited<ReturnType<typeof search>> = [];
  for (;;) {
    const last = seen.at(-1);
    const page = await search(filter, { max_count: 3, after_at: last?.created_at, after_number: last?.number });
    if (page.length === 0) break;
    seen.push(...page);
    await anOrder(buyer, product);
  }
  expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  const [, , , fourth] = seen;
  const before = { is_backward: true, max_count: 2, after_at: fourth?.created_at, after_number: fourth?.number };
  expect((await search(filter, before)).map(({ id }) => id)).toEqual(seen.slice(1, 3).map(({ id }) => id));
});

test("frequent words page through the newest orders, and rare ones of the same filter are still found", async () => {
  const made = await shop.withoutTriggers`
    insert into orders (status, paid_amount, total, created_at)
    select 'completed', 20, 20, '2020-01-01'::timestamptz - n * interval '1 minute' from generate_series(1, 21000) as n
    returning id`;
  await shop.withoutTriggers`
    insert into private.order_documents (order_id, created_at, order_number, document)
    select orders.id, orders.created_at, orders.order_number,
      array_to_tsvector(array['everywhere', case when orders.created_at < '2019-12-17 11:00+00' then 'oldest' else 'newer' end])
    from orders where created_at < '2020-01-01'`;
  expect(made).toHaveLength(21000);
  const everywhere = await search({ words: "everywhere" }, { max_count: 3 });
  expect(everywhere).toEqual(await search({ last_day: "2019-12-31" }, { max_count: 3 }));
  expect([await countOf({ words: "everywhere" }), await countOf({})]).toEqual([1001, 1001]);
  // The search must read beyond the newest 20,000 entries to find these.
  const both = await search({ words: "everywhere oldest" }, { max_count: 3 });
  expect(both).toHaveLength(3);
  expect((both[0]?.created_at ?? "") < "2019-12-17T11").toBe(true);
  expect(await search({ words: "everywhere oldest", delivery_type: "pickup" }, { max_count: 3 })).toEqual(both);
  expect(await search({ words: "every", statuses: ["ready"] })).toEqual([]);
  await shop.withoutTriggers`delete from private.order_documents where created_at < '2020-01-01'`;
  await shop.withoutTriggers`delete from orders where created_at < '2020-01-01'`;
});

test("a filter that is not an object is rejected", async () => {
  for (const filter of [[{ words: "yam" }], "yam", null]) {
    expect((await manager.client.rpc("search_orders", { filter })).error?.code).toBe("22023");
    expect((await manager.client.rpc("count_orders", { filter })).error?.code).toBe("22023");
  }
});

test("staff save, read, and delete only their own views", async () => {
  const view = { name: "Rush", search: "status=paid" };
  const { data: saved } = await manager.client
    .from("order_views")
    .insert(view)
    .select("id, name, search")
    .throwOnError();
  expect(saved).toMatchObject([view]);
  await insert(owner, "order_views", view);
  const names = (person: Person) => readRows(person, "order_views", "name");
  expect([await names(manager), await names(owner)]).toEqual([[{ name: "Rush" }], [{ name: "Rush" }]]);
  await manager.client.from("order_views").delete().eq("name", "Rush").throwOnError();
  expect([await names(manager), await names(owner)]).toEqual([[], [{ name: "Rush" }]]);
});

test("a view needs a unique name of at most 40 characters, and a person saves at most twenty", async () => {
  const mina = await shop.signUpStaff("Mina Second", "manager");
  const save = async (name: string, text = "") =>
    (await mina.client.from("order_views").insert({ name, search: text })).error?.code ?? "saved";
  expect(await save("Today")).toBe("saved");
  expect([
    await save("TODAY"),
    await save(""),
    await save(" x"),
    await save("x".repeat(41)),
    await save("a\u202Eb"),
  ]).toEqual(["23505", "23514", "23514", "23514", "23514"]);
  expect(await save("Long", "x".repeat(501))).toBe("23514");
  for (let n = 2; n <= 20; n += 1) expect(await save(`View ${n}`)).toBe("saved");
  expect(await save("One more")).toBe("PT409");
});
