import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { aPaidOrder, count, leftOf, move, orderOf, type PaidOrder, refundOfLine } from "./paying.ts";
import { call, insert, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ama, admin] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpAdmin("Ola Owner")]);
const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });
const potato = await aProduct(shop, { table: "more", name: "Sweet Potato", price: 12.49 });
const garri = await aProduct(shop, { table: "grain_flour_cereal", name: "Garri", price: 6.49 });
const dress = await aProduct(shop, { table: "authentic_african_wear", name: "Madras Dress", price: 49.99 });
const soap = await aProduct(shop, { table: "beauty_and_household", name: "Black Soap", price: 10 });
await shop.database.admin`insert into tax_rates (class_id, valid_from, percent)
  select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;

const aPaid = (...lines: [product: { id: number; size_id?: number }, quantity: number][]) =>
  aPaidOrder(shop, ama, lines);

const change = (person: Pick<Person, "client">, order_item_id: number | undefined, more: object = {}) =>
  person.client.rpc("substitute_line", { order_item_id, kind: "left_out", quantity: 1, ...more });
const by = (product: { id: number; size_id?: number }, replacement_quantity?: number) => ({
  kind: "replaced",
  replacement_product_id: product.id,
  replacement_size_id: product.size_id ?? null,
  ...(replacement_quantity ? { replacement_quantity } : {}),
});
const changesOf = async (person: Pick<Person, "client">, order_id: string) =>
  (await person.client.from("substitutions").select().eq("order_id", order_id).order("id").throwOnError()).data;

/**
 * Packs the order, which finalizes its substitutions.
 * @returns their refund in cents, or null
 */
async function settle(order: PaidOrder): Promise<{ amount_cents: number; tax_cents: number } | null> {
  await move(admin, order.id, "preparing", "ready");
  const rows = await shop.database.admin<{ amount_cents: string; tax_cents: string }[]>`
    select amount_cents, tax_cents from refunds where order_id = ${order.id}`;
  expect(rows.length).toBeLessThanOrEqual(1);
  const [made] = rows;
  return made ? { amount_cents: Number(made.amount_cents), tax_cents: Number(made.tax_cents) } : null;
}

test("a substitution and a removal are finalized with one refund and one email", async () => {
  const order = await aPaid([yam, 2], [garri, 1]);
  const [yams, garris] = order.lines;
  expect((await change(admin, yams, by(potato)).throwOnError()).data).toMatchObject({
    quantity: 1,
    replacement_name: "Sweet Potato",
    replacement_unit_price: 12.49,
    refund_cents: 550,
    changed_by: admin.id,
    settled_at: null,
  });
  await change(admin, garris).throwOnError();
  expect(await changesOf(admin, order.id)).toHaveLength(2);
  const { data: sheets } = await admin.client.rpc("read_pick_lists", { order_ids: [order.id] }).throwOnError();
  const [sheet]: FunctionRow<"read_pick_lists">[] = sheets;
  expect(sheet?.substitution_ids, "other packers see them").toHaveLength(2);
  expect(sheet?.lines.flatMap(({ changes }) => changes)).toMatchObject([
    { kind: "left_out", quantity: 1, given_back: 6.49, is_settled: false },
    { kind: "replaced", name: "Sweet Potato", replacement_quantity: 1, given_back: 5.5, is_settled: false },
  ]);
  expect(await changesOf(ama, order.id)).toEqual([]);
  expect((await orderOf(shop, order.id)).refunds).toEqual([]);

  expect(await settle(order)).toEqual({ amount_cents: 550 + 649, tax_cents: 0 });
  await shop.worker.runOnce();
  expect(await orderOf(shop, order.id)).toMatchObject({
    status: "ready",
    total: 42.47,
    paid_amount: 42.47,
    refunded_amount: 11.99,
    refunds: [{ amount_cents: 1199, reason: "missing", status: "succeeded", requested_by: admin.id }],
  });
  expect((await changesOf(ama, order.id))?.map(({ kind, refund_cents }) => [kind, refund_cents])).toEqual([
    ["replaced", 550],
    ["left_out", 649],
  ]);
  const mails = shop.mailbox.list().filter(({ subject }) => /is ready|given back/.test(subject));
  expect(mails.map(({ to }) => to)).toEqual([ama.email]);
  expect(mails[0]?.text).toContain("1 × Puna Yam replaced by 1 × Sweet Potato, $5.50 back");
  expect(mails[0]?.text).toContain("1 × Garri left out, $6.49 back");
  expect(mails[0]?.text).toContain("$11.99 will be refunded to your card.");
  const { data: linked } = await shop.data.service.rpc("linked_order", { order_id: order.id }).throwOnError();
  expect(linked.items.map(({ changes }) => changes)).toMatchObject([
    [{ kind: "replaced", name: "Sweet Potato", given_back: 5.5 }],
    [{ kind: "left_out", given_back: 6.49 }],
  ]);
  // The printed pick list also names lines that were left out completely.
  const { data: printed } = await admin.client.rpc("read_pick_lists", { order_ids: [order.id] }).throwOnError();
  const [paper]: FunctionRow<"read_pick_lists">[] = printed;
  expect(paper?.lines.map(({ name, quantity, bag_quantity }) => [name, quantity, bag_quantity]).sort()).toEqual([
    ["Garri", 0, 0],
    ["Puna Yam", 2, 1],
  ]);
  // A missing product is marked sold out and cannot be ordered.
  const { data: sold } = await shop.guest.from("products").select("name, is_sold_out").in("id", [yam.id, garri.id]);
  expect(sold?.every(({ is_sold_out }) => is_sold_out)).toBe(true);
  await shop.database.admin`update products set availability = 'available' where id in (${yam.id}, ${garri.id})`;
});

test("a more expensive replacement costs the same and refunds nothing", async () => {
  const order = await aPaid([potato, 1], [garri, 1]);
  const { data } = await change(admin, order.lines[0], { ...by(yam), mark_sold_out: false }).throwOnError();
  expect(data).toMatchObject({ replacement_cents: 1249, refund_cents: 0 });
  expect(await settle(order)).toBeNull();
  expect(await changesOf(ama, order.id)).toMatchObject([{ refund_id: null, refund_cents: 0 }]);
  expect((await shop.guest.from("products").select("is_sold_out").eq("id", potato.id).single()).data).toEqual({
    is_sold_out: false,
  });
});

test("a replacement has the discount and tax of the item it replaces, to the cent", async () => {
  await insert(admin, "discount_codes", { code: "TENTH", percent: 10, amount: null, categories: [] });
  expect((await ama.client.rpc("enter_discount_code", { code: "TENTH" })).error).toBeNull();
  const order = await aPaid([dress, 2], [garri, 1]);
  // $99.98 minus 10 % is $89.98 (rounded shares: $10.00), with 8.25 % tax of $7.42; one of two: $44.99 and $3.71.
  const { data } = await change(admin, order.lines[0], { ...by(soap), mark_sold_out: false }).throwOnError();
  expect(data).toMatchObject({
    paid_cents: 4499,
    paid_tax_cents: 371,
    replacement_cents: 900,
    replacement_tax_cents: 74,
  });
  expect(await settle(order)).toEqual({ amount_cents: 4499 + 371 - 900 - 74, tax_cents: 371 - 74 });
  // Returning the other dress refunds its own price, then the soap's.
  const one = { lines: [{ order_item_id: order.lines[0], quantity: 1 }], reason: "returned" };
  const give = async () =>
    (await admin.client.rpc("request_refund", { order_id: order.id, ...one }).throwOnError()).data;
  expect(await give()).toMatchObject({ amount_cents: 4499 + 371, tax_cents: 371 });
  expect(await give()).toMatchObject({ amount_cents: 900 + 74, tax_cents: 74 });
  const { data: rest } = await admin.client.rpc("request_refund", { order_id: order.id }).throwOnError();
  await shop.worker.runOnce();
  const end = await orderOf(shop, order.id);
  expect([end.status, end.refunded_amount]).toEqual(["refunded", end.paid_amount]);
  expect(rest.tax_cents).toBe(0);
});

test("a taxed replacement of exempt food costs what was paid, and the report counts the tax in it", async () => {
  const month = async () => {
    const { data } = await admin.client.rpc("report_sales_tax", { year: new Date().getFullYear() }).throwOnError();
    return data.slice(-1)[0] as Record<string, number>;
  };
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format();
  const taxOn = async (day: string) =>
    Math.round((await call(admin, "daily_report", { first_day: day, last_day: day })).tax * 100);
  const [before, taxBefore] = [await month(), await taxOn(today)];
  const order = await aPaid([yam, 1], [garri, 1]);
  const { data } = await change(admin, order.lines[0], { ...by(dress), mark_sold_out: false }).throwOnError();
  // $17.99 including 8.25 % tax.
  expect(data).toMatchObject({ replacement_cents: 1662, replacement_tax_cents: 137, refund_cents: 0 });
  expect(await settle(order)).toBeNull();
  const after = await month();
  const grown = (key: string) => Math.round(((after[key] ?? 0) - (before[key] ?? 0)) * 100);
  expect(["gross", "taxable", "collected", "exempt"].map(grown)).toEqual([649 + 1662, 1662, 137, 649]);
  expect([(await taxOn(today)) - taxBefore, await taxOn("2026-01-01")]).toEqual([137, 0]);
  const book = await call(admin, "export_accounting", { what: "changes", first_day: today, last_day: today });
  expect(book.at(-1)).toMatchObject({
    product: "Puna Yam",
    kind: "replaced",
    replacement: "Madras Dress",
    paid: 17.99,
    charged: 16.62,
    charged_tax: 1.37,
    refunded: 0,
  });
  // A return refunds its tax, too.
  const lines = [{ order_item_id: order.lines[0], quantity: 1 }];
  const back = await call(admin, "request_refund", { order_id: order.id, lines, reason: "returned" });
  expect(back).toMatchObject({ amount_cents: 1799, tax_cents: 137 });
});

test("a substitution can be undone until it is finalized", async () => {
  const order = await aPaid([yam, 2], [garri, 1]);
  const { data: first } = await change(admin, order.lines[0], { mark_sold_out: false }).throwOnError();
  const { data: second } = await change(admin, order.lines[0], { mark_sold_out: false }).throwOnError();
  await admin.client.rpc("undo_substitution", { substitution_id: first.id }).throwOnError();
  expect(await changesOf(admin, order.id)).toMatchObject([{ id: second.id, refund_cents: 1799 }]);
  expect((await admin.client.rpc("undo_substitution", { substitution_id: first.id })).status).toBe(404);
  expect(await settle(order)).toEqual({ amount_cents: 1799, tax_cents: 0 });
  const late = await admin.client.rpc("undo_substitution", { substitution_id: second.id });
  expect([late.status, late.error?.message]).toEqual([409, "You can no longer undo this substitution."]);
});

test("a repeated request key makes one change, and is rejected with another choice", async () => {
  const order = await aPaid([yam, 3], [garri, 1]);
  const key = { request_key: randomUUID(), mark_sold_out: false };
  const first = { ...by(potato, 2), ...key };
  const { data: made } = await change(admin, order.lines[0], first).throwOnError();
  expect((await change(admin, order.lines[0], first)).data).toEqual(made);
  const others = [
    { ...first, quantity: 2 },
    { ...first, replacement_quantity: 1 },
    { ...first, mark_sold_out: true },
    { ...first, replacement_product_id: soap.id },
    key,
  ];
  for (const other of others) expect((await change(admin, order.lines[0], other)).error?.code).toBe("PT409");
  expect((await change(admin, order.lines[1], first)).error?.code).toBe("PT409");
  expect(await changesOf(admin, order.id)).toMatchObject([{ id: made.id }]);
});

test("simultaneous changes and moves finalize an order once", async () => {
  const order = await aPaid([yam, 3], [garri, 1]);
  await change(admin, order.lines[0], { mark_sold_out: false }).throwOnError();
  await move(admin, order.id, "preparing");
  const late = [1, 2, 3, 4].map(() => change(admin, order.lines[0], { mark_sold_out: false }));
  const moves = [1, 2, 3].map(() => admin.client.rpc("move_order", { order_id: order.id, to_status: "ready" }));
  const [changed] = await Promise.all([Promise.all(late), Promise.all(moves)]);
  const made = changed.filter(({ error }) => error === null).length;
  // The line has three units: one was changed before, so at most two more can be, and none once the order is ready.
  expect(made).toBeLessThanOrEqual(2);
  for (const { status } of changed.filter(({ error }) => error !== null)) expect(status).toBe(409);
  const rows = await changesOf(admin, order.id);
  expect(rows?.every(({ settled_at, refund_id }) => settled_at !== null && refund_id !== null)).toBe(true);
  const { refunds } = await orderOf(shop, order.id);
  expect(refunds.map(({ amount_cents }) => amount_cents)).toEqual([1799 * (1 + made)]);
});

test("a failure while finalizing leaves nothing half done", async () => {
  const order = await aPaid([yam, 1], [garri, 1]);
  await change(admin, order.lines[0]).throwOnError();
  await move(admin, order.id, "preparing");
  const sql = shop.database.admin;
  await sql.script(`create function private.fall_over() returns trigger language plpgsql as $$
    begin raise exception 'the machine fell over'; end $$;
    create trigger fall_over before insert on public.outgoing_mails for each row execute function private.fall_over();`);
  const fallen = await admin.client.rpc("move_order", { order_id: order.id, to_status: "ready" });
  await sql.script("drop trigger fall_over on public.outgoing_mails; drop function private.fall_over()");
  expect(fallen.error?.message).toBe("the machine fell over");
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "preparing", refunds: [] });
  expect(await changesOf(admin, order.id)).toMatchObject([{ settled_at: null, refund_id: null }]);
  expect((await shop.guest.from("products").select("is_sold_out").eq("id", yam.id).single()).data).toEqual({
    is_sold_out: false,
  });
  await sql`update substitutions set mark_sold_out = false where order_id = ${order.id}`;
  expect(await settle(order)).toEqual({ amount_cents: 1799, tax_cents: 0 });
});

test("substitutions cover at most what is left, never all of it, and none after handover", async () => {
  const order = await aPaid([yam, 2], [garri, 1]);
  const [yams, garris] = order.lines;
  const rejected = async (answer: ReturnType<typeof change>) => {
    const { status, error } = await answer;
    return [status, error?.message];
  };
  await call(admin, "request_refund", refundOfLine(order.id, yams, "missing"));
  expect(await rejected(change(admin, yams, { quantity: 2 }))).toEqual([409, "You can change 1 of this line at most."]);
  await change(admin, yams, { mark_sold_out: false }).throwOnError();
  const again = await admin.client.rpc("request_refund", refundOfLine(order.id, yams, "missing"));
  expect([again.status, again.error?.message]).toEqual([409, "Only 0 of this line can be refunded."]);
  expect(await rejected(change(admin, garris))).toEqual([409, "This would leave the order empty. Cancel it instead."]);
  for (const wrong of [
    { quantity: 0 },
    { quantity: -1 },
    { kind: "burnt" },
    { kind: "replaced" },
    { replacement_product_id: yam.id },
    { ...by(garri) },
    { ...by(potato), replacement_quantity: 1000 },
  ]) {
    expect([wrong, (await change(admin, garris, wrong)).status]).toEqual([wrong, 400]);
  }
  expect((await change(admin, garris, by({ id: 999_999 }))).status).toBe(409);
  await move(admin, order.id, "preparing", "ready");
  expect(await rejected(change(admin, garris, by(potato)))).toEqual([
    409,
    "The order is ready: its lines can't change anymore.",
  ]);
});

test("a canceled order drops its open substitutions and is refunded in full", async () => {
  const order = await aPaid([yam, 1], [garri, 1]);
  await change(admin, order.lines[0]).throwOnError();
  await ama.client.rpc("cancel_order", { order_id: order.id }).throwOnError();
  expect(await changesOf(admin, order.id)).toEqual([]);
  await shop.worker.runOnce();
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", refunded_amount: 24.48 });
});

test("an amount refunded before is not refunded again", async () => {
  const order = await aPaid([yam, 1], [garri, 1]);
  await admin.client.rpc("request_refund", { order_id: order.id, amount_cents: 2000 }).throwOnError();
  await change(admin, order.lines[0], { mark_sold_out: false }).throwOnError();
  await move(admin, order.id, "preparing", "ready");
  const { refunds } = await orderOf(shop, order.id);
  expect(refunds.map(({ amount_cents }) => amount_cents).toSorted()).toEqual([2000, 448]);
});

test("replacements reduce the stock, and missing items are not restocked", async () => {
  const [rice, beans] = await Promise.all([
    aProduct(shop, { name: "Rice", price: 8 }),
    aProduct(shop, { name: "Beans", price: 6 }),
  ]);
  await Promise.all([count(shop, rice, 5), count(shop, beans, 1)]);
  const gown = await aProductInSizes(shop, { name: "Gown" }, [{ label: "S", stock_count: 4 }, { label: "M" }]);
  const order = await aPaid([rice, 2], [gown.inSize("M"), 1]);
  await change(admin, order.lines[0], by(beans)).throwOnError();
  await change(admin, order.lines[1], by(gown.inSize("S"))).throwOnError();
  await settle(order);
  const [small] = await shop.database.admin<{ stock_count: number }[]>`
    select stock_count from size_stock where size_id = ${gown.inSize("S").size_id}`;
  expect([await leftOf(shop, rice), await leftOf(shop, beans), small?.stock_count]).toEqual([0, 0, 3]);
  expect((await shop.guest.from("products").select("sizes").eq("id", gown.id).single()).data?.sizes).toMatchObject([
    { label: "S", is_sold_out: false },
    { label: "M", is_sold_out: true },
  ]);
  // Everything is returned, but only the one bag of rice that was in stock is restocked.
  await admin.client.rpc("request_refund", { order_id: order.id, reason: "returned" }).throwOnError();
  await shop.worker.runOnce();
  expect(await leftOf(shop, rice)).toBe(1);
});

test("a product that was a replacement is archived, not deleted", async () => {
  const plantain = await aProduct(shop, { name: "Plantain", price: 3 });
  const order = await aPaid([garri, 1], [soap, 1]);
  await change(admin, order.lines[0], { ...by(plantain), mark_sold_out: false }).throwOnError();
  await admin.client.from("condiments").delete().eq("id", plantain.id).throwOnError();
  const [kept] = await shop.database
    .admin`select archived_at is not null as archived from products where id = ${plantain.id}`;
  expect(kept).toEqual({ archived: true });
  // The packer already has it in hand, so the order can still be packed with it.
  expect(await settle(order)).toMatchObject({ amount_cents: 349 });
});

test("suggested replacements list the same category first, with the money each returns", async () => {
  const order = await aPaid([yam, 1], [dress, 1]);
  const list = async (typed: string, more: object = {}) => {
    const data = await call(admin, "list_replacements", { order_item_id: order.lines[0], quantity: 1, typed, ...more });
    return data as { name: string; is_same_category: boolean; refund_cents: number }[];
  };
  expect(await list("")).toMatchObject([{ name: "Sweet Potato", is_same_category: true, refund_cents: 550 }]);
  const found = await list("soap");
  expect(found).toMatchObject([{ name: "Black Soap", is_same_category: false }]);
  // The replacement costs $10.00 plus tax instead of $17.99.
  expect(found[0]?.refund_cents).toBe(1799 - 1083);
  expect(await list("nothing of that name")).toEqual([]);
  // Two cost more than the original, which nobody is charged for.
  expect(await list("", { replacement_quantity: 2 })).toMatchObject([{ refund_cents: 0 }]);
  for (const replacement_quantity of [0, 1000]) {
    const given = { order_item_id: order.lines[0], quantity: 1, replacement_quantity };
    expect((await admin.client.rpc("list_replacements", given)).status).toBe(400);
  }
});

test("replacements of the same kind come first, then shared names, then a similar price", async () => {
  const { data } = await shop.data.service
    .from("grain_flour_cereal")
    .insert([
      { name: "Ofada Rice", also_called: "local rice", price: 12, size: "5 lb" },
      { name: "Fonio", also_called: "acha", price: 12, size: "1 lb" },
      { name: "Rice Flour", also_called: "", price: 30, size: "1 lb" },
      { name: "Long Grain Rice", also_called: "", price: 40, size: "20 lb" },
    ])
    .select("id, name, price")
    .order("id")
    .throwOnError();
  const order = await aPaid([{ id: data[0]?.id ?? 0 }, 1]);
  const listed = await call(admin, "list_replacements", { order_item_id: order.lines[0], quantity: 1, typed: "" });
  const names = (listed as { name: string }[]).map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(["Long Grain Rice", "Rice Flour", "Fonio"]);
});

test("sizes that are sold out or have no stock, and the line's own size, are no suggested replacements", async () => {
  const sizes = [{ label: "S", stock_count: 0 }, { label: "M", stock_count: 1 }, { label: "L" }, { label: "XL" }];
  const gown = await aProductInSizes(shop, { name: "Kente Gown", price: 40 }, sizes);
  await update(shop, "product_sizes", { id: gown.inSize("XL").size_id }, { availability: "sold_out" });
  const order = await aPaid([gown.inSize("L"), 1]);
  const given = { order_item_id: order.lines[0], quantity: 1, typed: "kente gown" };
  expect(await call(admin, "list_replacements", given)).toMatchObject([{ size_label: "M" }]);
});

test("a cheaper replacement in a larger quantity costs what the suggestion stated", async () => {
  const order = await aPaid([yam, 2], [soap, 1]);
  const given = { order_item_id: order.lines[0], quantity: 1, typed: "garri", replacement_quantity: 2 };
  const { data } = await admin.client.rpc("list_replacements", given).throwOnError();
  // $17.99 - 2 × $6.49
  expect(data).toMatchObject([{ name: "Garri", refund_cents: 501 }]);
  await change(admin, order.lines[0], { ...by(garri, 2), mark_sold_out: false }).throwOnError();
  expect(await changesOf(admin, order.id)).toMatchObject([{ quantity: 1, replacement_quantity: 2, refund_cents: 501 }]);
});

test("a packer substitutes in current orders, up to the owner's refund limit", async () => {
  const paul = await shop.signUpStaff("Paul Packer", "packer", 10);
  const order = await aPaid([yam, 1], [garri, 2]);
  await change(paul, order.lines[1], { mark_sold_out: false }).throwOnError();
  expect(await changesOf(paul, order.id)).toMatchObject([{ changed_by: paul.id, refund_cents: 649 }]);
  const tooMuch = await change(paul, order.lines[1], { mark_sold_out: false });
  expect([tooMuch.status, tooMuch.error?.message]).toEqual([
    403,
    "You can refund up to $10.00 of an order. Ask a manager.",
  ]);
  await move(paul, order.id, "preparing", "ready");
  expect((await orderOf(shop, order.id)).refunds).toMatchObject([{ amount_cents: 649, requested_by: paul.id }]);
});

test("a packer's limit covers what a replacement is worth beyond what was paid", async () => {
  const paul = await shop.signUpStaff("Paul Packer", "packer", 10);
  const order = await aPaid([garri, 1], [yam, 1]);
  const worth = { mark_sold_out: false };
  expect((await change(paul, order.lines[0], { ...by(yam), ...worth })).status).toBe(403);
  expect((await change(paul, order.lines[0], { ...by(yam, 100), ...worth })).status).toBe(403);
  // $12.49 instead of $6.49; then only $4.00 of the ten are left.
  await change(paul, order.lines[0], { ...by(potato), ...worth }).throwOnError();
  expect((await change(paul, order.lines[1], { ...by(potato), ...worth })).status).toBe(403);
  await move(paul, order.id, "preparing", "ready");
  const refund = (amount_cents: number) => paul.client.rpc("request_refund", { order_id: order.id, amount_cents });
  expect([(await refund(401)).status, (await refund(400)).status]).toEqual([403, 200]);
  // Managers have no limit.
  await change(admin, (await aPaid([garri, 1])).lines[0], { ...by(dress), ...worth }).throwOnError();
});

test("substitutions are finalized in the name of who made them, whoever moves the order", async () => {
  const paul = await shop.signUpStaff("Paul Packer", "packer", 10);
  const order = await aPaid([yam, 2], [garri, 1]);
  await change(admin, order.lines[0], { mark_sold_out: false }).throwOnError();
  await change(paul, order.lines[1], { mark_sold_out: false }).throwOnError();
  await move(paul, order.id, "preparing", "ready");
  const { refunds } = await orderOf(shop, order.id);
  expect(refunds).toHaveLength(2);
  expect(refunds).toContainEqual(expect.objectContaining({ amount_cents: 1799, requested_by: admin.id }));
  expect(refunds).toContainEqual(expect.objectContaining({ amount_cents: 649, requested_by: paul.id }));
  const refundOf = (cents: number) => refunds.find(({ amount_cents }) => amount_cents === cents)?.id;
  expect((await changesOf(admin, order.id)).map(({ refund_id }) => refund_id)).toEqual([refundOf(1799), refundOf(649)]);
});
