import { expect, test } from "vitest";
import { aPaidOrder, move } from "./paying.ts";
import { addLine, call, readRow, readRows } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, admin] = await shop.signUpAll("customer", "owner");
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 12.99 });
const garri = await aProduct(shop, { name: "Ijebu Garri", price: 10.99 });

interface PreferenceInput {
  substitution_preference?: unknown;
  note?: unknown;
}

/** Places an order of two products, so that one line can have another preference. */
function place(
  person: Pick<Person, "client">,
  order: PreferenceInput,
  line: PreferenceInput = {},
  expected_total = 23.98,
) {
  return requestOrder(
    person.client,
    [
      { product_id: oil.id, quantity: 1, ...line },
      { product_id: garri.id, quantity: 1 },
    ],
    expected_total,
    { ...order },
  );
}

const change = (client: Person["client"], order_id: string, input: Record<string, unknown> = {}) =>
  client.rpc("set_substitution_preferences", { order_id, substitution_preference: "contact", note: "", ...input });

async function preferencesOf(orderId: string) {
  const columns = "substitution_preference, note, total, status, order_items(id, substitution_preference, note)";
  const data = await readRow(shop, "orders", columns, { id: orderId });
  const lines = data.order_items.toSorted((one, other) => one.id - other.id);
  return {
    ...data,
    order_items: lines.map(({ substitution_preference, note }) => ({ substitution_preference, note })),
  };
}

const linesOf = (orderId: string) => readRows(shop, "order_items", "id", { order_id: orderId }, "id");

test("an order has a preference and notes, which do not change its price", async () => {
  const input = { substitution_preference: "replace", note: " Ring twice.\r\nThe dog is kind. " };
  const { data } = await place(ama, input, {
    substitution_preference: "leave_out",
    note: "the small bottle",
  }).throwOnError();
  expect(data).toMatchObject({
    substitution_preference: "replace",
    note: "Ring twice.\nThe dog is kind.",
    total: 23.98,
  });
  expect((await preferencesOf(data.id)).order_items).toEqual([
    { substitution_preference: "leave_out", note: "the small bottle" },
    { substitution_preference: null, note: "" },
  ]);
  const { data: without } = await place(ama, {}).throwOnError();
  expect(without).toMatchObject({ substitution_preference: null, note: "" });
});

test("merged lines of one product keep all notes and preferences", async () => {
  const { data } = await requestOrder(
    ama.client,
    [
      { product_id: oil.id, quantity: 1, note: "one dark" },
      { product_id: oil.id, quantity: 1, note: "one light", substitution_preference: "contact" },
    ],
    25.98,
  ).throwOnError();
  expect((await preferencesOf(data.id)).order_items).toEqual([
    { substitution_preference: "contact", note: "one dark; one light" },
  ]);
});

const LONG_ORDER_NOTE = "n".repeat(301);
const LONG_LINE_NOTE = "n".repeat(121);

test.for<[what: string, order: PreferenceInput, line: PreferenceInput]>([
  ["an unknown preference", { substitution_preference: "burn" }, {}],
  ["a note of 301 characters", { note: LONG_ORDER_NOTE }, {}],
  ["a note with a control character", { note: "ring\u0007 twice" }, {}],
  ["a note with a direction override", { note: "ring \u202etwice" }, {}],
  ["a line's unknown preference", {}, { substitution_preference: "burn" }],
  ["a line's preference that is not text", {}, { substitution_preference: ["contact"] }],
  ["a line's note of 121 characters", {}, { note: LONG_LINE_NOTE }],
  ["a line's note of two lines", {}, { note: "very\nripe" }],
  ["a line's note that is not text", {}, { note: { text: "ripe" } }],
])("%s is rejected, and no order is created", async ([, order, line]) => {
  const person = await shop.signUp("Says Too Much");
  expect((await place(person, order, line)).status).toBe(400);
  expect((await person.client.from("orders").select("id")).data).toEqual([]);
});

test("notes of the maximum length are saved", async () => {
  const { data } = await place(ama, { note: "é".repeat(300) }, { note: "é".repeat(120) }).throwOnError();
  const saved = await preferencesOf(data.id);
  expect([saved.note.length, saved.order_items[0]?.note.length]).toEqual([300, 120]);
});

test("plain inserts of orders and lines follow the same rules", async () => {
  const order = await anOrder(ama, oil);
  const insert = (input: PreferenceInput) => addLine(ama, order.id, { product_id: garri.id, ...input });
  expect((await insert({ note: LONG_LINE_NOTE })).status).toBe(400);
  expect((await insert({ substitution_preference: "burn" })).status).toBe(400);
  await insert({ note: "fine grains", substitution_preference: "replace" }).throwOnError();
  expect((await preferencesOf(order.id)).order_items[1]).toEqual({
    note: "fine grains",
    substitution_preference: "replace",
  });
});

test("the owner changes the preferences of a pending and of a paid order, and nothing else changes", async () => {
  const pending = await anOrder(ama, oil);
  await change(ama.client, pending.id, { note: "Ring twice." }).throwOnError();
  expect(await preferencesOf(pending.id)).toMatchObject({
    substitution_preference: "contact",
    note: "Ring twice.",
    total: 12.99,
  });

  const kofi = await shop.signUp("Kofi");
  const order = await aPaidOrder(shop, kofi, oil);
  await change(kofi.client, order.id, {
    substitution_preference: "replace",
    lines: [{ id: (await linesOf(order.id))[0]?.id, substitution_preference: "leave_out", note: "the small bottle" }],
  }).throwOnError();
  expect(await preferencesOf(order.id)).toEqual({
    substitution_preference: "replace",
    note: "",
    total: 12.99,
    status: "paid",
    order_items: [{ substitution_preference: "leave_out", note: "the small bottle" }],
  });
  await change(kofi.client, order.id, { substitution_preference: null, note: null }).throwOnError();
  expect(await preferencesOf(order.id)).toMatchObject({ substitution_preference: null, note: "" });
  expect((await kofi.client.from("order_status_changes").select("id").eq("order_id", order.id)).data).toHaveLength(2);
});

test("once preparation starts, preferences stay fixed, and so do those of a canceled order", async () => {
  const kofi = await shop.signUp("Kofi");
  const order = await aPaidOrder(shop, kofi, oil);
  await move(admin, order.id, "preparing");
  const rejected = await change(kofi.client, order.id);
  expect([rejected.status, rejected.error?.message]).toEqual([
    409,
    "You can no longer change the preferences of this order.",
  ]);
  const pending = await anOrder(kofi, oil);
  await call(kofi, "cancel_order", { order_id: pending.id });
  expect((await change(kofi.client, pending.id)).status).toBe(409);
});

test("lines of another order and invalid input are rejected, and nothing changes", async () => {
  const kofi = await shop.signUp("Kofi");
  const other = await anOrder(ama, oil);
  const order = await anOrder(kofi, oil);
  const [[own], [foreign]] = await Promise.all([linesOf(order.id), linesOf(other.id)]);
  for (const lines of [
    [{ id: foreign?.id, substitution_preference: "contact", note: "" }],
    [{ substitution_preference: "contact" }],
    [{ id: own?.id, substitution_preference: "burn" }],
    [{ id: own?.id, note: 7 }],
    [{ id: own?.id, note: LONG_LINE_NOTE }],
    [{ id: own?.id, quantity: 2 }],
    [{ id: String(own?.id), note: "" }],
    { id: own?.id },
    [7],
    null,
  ]) {
    expect([lines, (await change(kofi.client, order.id, { lines })).status]).toEqual([lines, 400]);
  }
  expect((await change(kofi.client, order.id, { note: LONG_ORDER_NOTE })).status).toBe(400);
  expect((await change(kofi.client, order.id, { substitution_preference: "burn" })).status).toBe(400);
  expect(await preferencesOf(order.id)).toMatchObject({
    substitution_preference: null,
    order_items: [{ substitution_preference: null, note: "" }],
  });
  expect(await preferencesOf(other.id)).toMatchObject({ order_items: [{ substitution_preference: null }] });
});

test("notes are deleted with the account, once the order has ended", async () => {
  const kofi = await shop.signUp("Kofi");
  const { data: pending } = await place(kofi, { note: "Ask for Kofi." }, { note: "for my mother" }).throwOnError();
  await call(kofi, "cancel_order", { order_id: pending.id });
  const paid = await aPaidOrder(shop, kofi, oil);
  await change(kofi.client, paid.id, { note: "Ask for Kofi." }).throwOnError();
  await shop.data.service.auth.admin.deleteUser(kofi.id);
  expect(await preferencesOf(pending.id)).toMatchObject({ note: "", order_items: [{ note: "" }, { note: "" }] });
  expect(await preferencesOf(paid.id)).toMatchObject({ note: "Ask for Kofi." });
  await move(admin, paid.id, "preparing", "ready", "completed");
  expect(await preferencesOf(paid.id)).toMatchObject({ note: "", substitution_preference: "contact" });
});
