import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { leftOut, move, orderOf, payAtSandbox, refundOfLine, replacedBy, stripeOf } from "./paying.ts";
import { addLine, call, readRow, readRows } from "./requests.ts";
import { aChoiceGroup, aProduct, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ama, packer, manager] = await shop.signUpAll("customer", "packer", "manager");
const goat = await aProduct(shop, { table: "meat_sea_food", name: "Goat Leg", price: 9.99 });
const fish = await aProduct(shop, { table: "meat_sea_food", name: "Red Snapper", price: 8 });
const garri = await aProduct(shop, { table: "grain_flour_cereal", name: "Garri", price: 6.49 });
await sellByWeight(goat, 5);
await sellByWeight(fish, 0.5);

test("a line sold by weight costs its maximum weight, in quote, cart, and order", async () => {
  const items = [of(goat), of(fish, 4)];
  const quote = await call(shop.guest, "quote_cart", { items });
  // 5 lb plus 10 % at $9.99; 4 × 0.5 lb plus 10 % at $8.00, each rounded to $4.40.
  expect(quote).toMatchObject({ subtotal: 72.55, total: 72.55 });
  expect(await linesOf(await place(items, 72.55))).toMatchObject([
    {
      unit_price: 54.95,
      quantity: 1,
      pounds_each: 5,
      weight_tolerance: 10,
      price_per_pound: 9.99,
      packed_pounds: null,
    },
    { unit_price: 4.4, quantity: 4, pounds_each: 0.5, price_per_pound: 8, packed_pounds: null },
  ]);
  const outdated = await requestOrder(ama.client, items, 65.95);
  expect(outdated.status).toBe(409);
  expect(JSON.parse(outdated.error?.details ?? "")).toMatchObject({ total: 72.55, items: [{ unit_price: 54.95 }, {}] });
});

test("an offer lowers the price per pound, and choices are added to each piece", async () => {
  const turkey = await aProduct(shop, { table: "meat_sea_food", name: "Turkey", price: 4 });
  await sellByWeight(turkey, 10);
  const group = await aChoiceGroup(manager, "Turkey cut", [{ label: "in pieces", price: 2, is_default: true }], {
    is_required: true,
  });
  await call(manager, "set_product_choice_groups", { product_id: turkey.id, group_ids: [group] });
  await shop.data.service.from("meat_sea_food").update({ discount_price: 3 }).eq("id", turkey.id).throwOnError();
  const order = await aPaid([of(turkey)], 35);
  expect(await linesOf(order)).toMatchObject([{ unit_price: 35, price_per_pound: 3 }]);
  expect(await weighed(packer, order, 0, 9.5)).toEqual([{ packed_pounds: 9.5, amount: 30.5 }]);
});

test("a weighed order holds the card, then charges its actual weight to the cent, once", async () => {
  const order = await place([of(goat), of(garri)], 61.44);
  const intent = await payAtSandbox(shop, ama, order);
  const charged = async () => (await stripeOf(shop).paymentIntents.retrieve(intent)).amount_received;
  expect(await charged()).toBe(0);
  expect(await weighed(packer, order, 0, 4.62)).toEqual([{ packed_pounds: 4.62, amount: 46.15 }]);
  await move(packer, order, "preparing", "ready");
  const { refunds } = await orderOf(shop, order);
  expect(refunds).toMatchObject([{ amount_cents: 880, reason: "weight", requested_by: null }]);
  await shop.worker.runOnce();
  expect(await charged()).toBe(6144 - 880);
  expect(await orderOf(shop, order)).toMatchObject({ status: "ready", paid_amount: 52.64, refunded_amount: 0 });
  expect(await linesOf(order)).toMatchObject([
    { packed_pounds: 4.62, weight_refund: 8.8, weight_tax_refund: 0 },
    { packed_pounds: null, weighed_at: null, weight_refund: 0 },
  ]);
  // A later return refunds the final price.
  const [line] = await linesOf(order);
  const returned = await call(manager, "request_refund", refundOfLine(order, line?.id, "returned"));
  expect(returned).toMatchObject({ amount_cents: 4615 });
});

test("only what is captured of a hold is a sale, and the rest is nowhere a refund", async () => {
  const sam = await shop.signUpAdmin("Sam Owner");
  const days = { first_day: "2020-01-01", last_day: "2020-12-30" };
  const order = await aPaid([of(goat), of(garri)], 61.44);
  // In a year of its own.
  await shop.database.admin`update payments set received_at = '2020-05-05 17:00Z' where order_id = ${order}`;
  const report = async () => (await call(sam, "daily_report", days)) as object;
  const book = async (what: string) => (await call(sam, "export_accounting", { ...days, what })) as object[];
  expect(await report()).toMatchObject({ order_count: 0, sales: 0, held: 61.44, refunded: 0, best: [] });
  expect([await book("orders"), await book("payments")]).toEqual([[], []]);
  await weighed(packer, order, 0, 4.62);
  await move(packer, order, "preparing", "ready");
  await shop.worker.runOnce();
  await shop.database.admin`update payments set captured_at = '2020-05-06 17:00Z' where order_id = ${order}`;
  await shop.database.admin`update refunds set settled_at = '2020-05-06 17:00Z' where order_id = ${order}`;
  expect(await report()).toMatchObject({ order_count: 1, sales: 52.64, held: 0, refunded: 0, refund_count: 0 });
  expect(await book("orders")).toMatchObject([{ subtotal: 52.64, total: 52.64, refunded: 0 }]);
  expect((await book("lines")).map((line) => (line as { amount: number }).amount)).toEqual([46.15, 6.49]);
  expect(await book("payments")).toMatchObject([{ amount: 52.64, refunded: 0 }]);
  expect(await book("refunds")).toEqual([]);
  const charts = await call(sam, "report_sales", days);
  expect(charts).toMatchObject({ refund_reasons: [], best: [{ amount: 46.15 }, { amount: 6.49 }] });
  const taxes = await call(sam, "report_sales_tax", { year: 2020 });
  expect(taxes[4]).toMatchObject({ month: "2020-05-01", order_count: 1, gross: 52.64, exempt: 52.64, refunded: 0 });
  const named = await readRow(sam, "orders", "order_number", { id: order });
  const log = await readRows(sam, "audit_log", "after", { kind: "refund", subject: `Order ${named.order_number}` });
  expect(log).toEqual([{ after: { amount: 8.8, reason: "weight", method: "release" } }]);
});

test("an order is not ready before every line is weighed", async () => {
  const order = await aPaid([of(goat)], 54.95);
  await move(packer, order, "preparing");
  const update = () => packer.client.rpc("move_order", { order_id: order, to_status: "ready" });
  expect((await update()).error?.message).toBe("Weigh Goat Leg first.");
  await weighed(packer, order, 0, 5);
  await weighed(packer, order, 0, null);
  expect((await update()).error?.message).toBe("Weigh Goat Leg first.");
  await weighed(packer, order, 0, 5);
  await update().throwOnError();
  expect((await weigh(packer, order, 0, 5)).error?.message).toBe("The weight of this line can't change anymore.");
});

test("a weight outside the tolerance needs confirmation, and overweight costs no more than was paid", async () => {
  const order = await aPaid([of(goat)], 54.95);
  const heavy = await weigh(packer, order, 0, 6.1);
  expect([heavy.status, heavy.error?.message]).toEqual([422, "Goat Leg should weigh about 5 lb."]);
  expect(JSON.parse(heavy.error?.details ?? "")).toEqual({
    key: "{product} should weigh about {pounds} lb.",
    params: { product: "Goat Leg", pounds: 5 },
  });
  expect((await linesOf(order))[0]?.packed_pounds).toBeNull();
  expect(await weighed(packer, order, 0, 6.1, true)).toEqual([{ packed_pounds: 6.1, amount: 54.95 }]);
  await move(packer, order, "preparing", "ready");
  expect((await orderOf(shop, order)).refunds).toEqual([]);
});

test.for([0, -1, 10_000, 0.0004])("a confirmed weight of %d lb is rejected", async (pounds) => {
  const order = await aPaid([of(goat)], 54.95);
  expect((await weigh(packer, order, 0, pounds, true)).error?.message).toBe("Enter a weight above 0 lb.");
});

test("discount and tax shrink with the weight", async () => {
  await shop.database.admin`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  const soap = await aProduct(shop, { table: "beauty_and_household", name: "Soap by Weight", price: 10 });
  await sellByWeight(soap, 2);
  // 2 x 2.2 lb at $10.00 is $44.00, and 8.25 % of it $3.63.
  const order = await aPaid([of(soap, 2)], 47.63);
  await weighed(packer, order, 0, 4);
  await move(packer, order, "preparing", "ready");
  const { data } = await manager.client.from("refunds").select().eq("order_id", order).throwOnError();
  expect(data).toMatchObject([{ amount_cents: 433, tax_cents: 33 }]);
});

test("removed and replaced units are not weighed", async () => {
  const order = await aPaid([of(fish, 4)], 17.6);
  const [line] = await linesOf(order);
  await call(packer, "substitute_line", leftOut(line?.id));
  await call(packer, "substitute_line", replacedBy(line?.id, garri));
  expect((await weigh(packer, order, 0, 2)).error?.message).toBe("Red Snapper should weigh about 1 lb.");
  await weighed(packer, order, 0, 1);
  await move(packer, order, "preparing", "ready");
  // One of four is refunded at $4.40, garri replaces another $4.40, and two weigh $8.00 instead of $8.80.
  const { refunds } = await orderOf(shop, order);
  expect(refunds.map(({ amount_cents }) => Number(amount_cents)).sort()).toEqual([440, 80]);
  expect((await linesOf(order))[0]).toMatchObject({ weight_refund: 0.8, packed_pounds: 1 });
});

test("a line is weighed again after a unit is removed or restored", async () => {
  const order = await aPaid([of(goat, 2)], 109.9);
  const [line] = await linesOf(order);
  await weighed(packer, order, 0, 9.5);
  const change = await call(manager, "substitute_line", leftOut(line?.id));
  const weights = async () => {
    const data = await call(packer, "read_pick_lists", { order_ids: [order] });
    return (data as FunctionRow<"read_pick_lists">[])[0]?.packed_pounds;
  };
  expect(await weights()).toEqual({});
  await move(packer, order, "preparing");
  const ready = () => packer.client.rpc("move_order", { order_id: order, to_status: "ready" });
  expect((await ready()).error?.message).toBe("Weigh Goat Leg first.");
  await call(manager, "undo_substitution", { substitution_id: (change as { id: number }).id });
  expect(await weights()).toEqual({ [line?.id ?? 0]: 9.5 });
  await call(manager, "request_refund", refundOfLine(order, line?.id, "damaged"));
  expect((await ready()).error?.message).toBe("Weigh Goat Leg first.");
  await weighed(packer, order, 0, 4.8);
  await ready().then(({ error }) => expect(error).toBeNull());
  // One was refunded whole, and the other costs $47.95 instead of $54.95.
  expect((await orderOf(shop, order)).refunds.map(({ amount_cents }) => Number(amount_cents)).sort()).toEqual([
    5495, 700,
  ]);
  expect(await weights()).toEqual({ [line?.id ?? 0]: 4.8 });
});

test("a fully removed line needs no weight", async () => {
  const order = await aPaid([of(fish), of(garri)], 10.89);
  const [line] = await linesOf(order);
  await weighed(packer, order, 0, 0.5);
  await call(packer, "substitute_line", leftOut(line?.id));
  expect((await weigh(packer, order, 0, 0.5)).error?.message).toBe("Nothing of this line is left to weigh.");
  await move(packer, order, "preparing", "ready");
  expect((await orderOf(shop, order)).refunds).toMatchObject([{ amount_cents: 440, reason: "missing" }]);
});

test("a weight far too low counts against a packer's limit, as a refund does", async () => {
  const order = await aPaid([of(goat)], 54.95);
  await shop.database.admin`update staff set refund_limit = 20 where user_id = ${packer.id}`;
  expect((await weigh(packer, order, 0, 1, true)).error?.message).toBe(
    "You can refund up to $20.00 of an order. Ask a manager.",
  );
  await weighed(packer, order, 0, 4, true);
  await weighed(manager, order, 0, 1, true);
  // Refunds by other staff do not count against the packer's limit.
  const shared = await aPaid([of(goat), of(fish, 4)], 72.55);
  await weighed(manager, shared, 0, 1, true);
  await weighed(packer, shared, 1, 2);
  // The refund for the missing weight does not count against the limit.
  await shop.database.admin`update staff set refund_limit = 0 where user_id = ${packer.id}`;
  const other = await aPaid([of(goat)], 54.95);
  await weighed(packer, other, 0, 4.6);
  await move(packer, other, "preparing", "ready");
  expect((await orderOf(shop, other)).refunds).toMatchObject([{ amount_cents: 900 }]);
});

test("a weight counts against a packer's limit only while it is that of the units in the bag", async () => {
  await shop.database.admin`update staff set refund_limit = 8 where user_id = ${packer.id}`;
  const order = await aPaid([of(fish, 4)], 17.6);
  // $6.40 below the tolerance; the piece that is left out is $4.40.
  await weighed(packer, order, 0, 1, true);
  await call(packer, "substitute_line", leftOut((await linesOf(order))[0]?.id));
});

test("a packer's limit counts weights that are too low, before and after they are final", async () => {
  const items = [of(goat), of(garri, 4)];
  await shop.database.admin`update staff set refund_limit = 20 where user_id = ${packer.id}`;
  const refundGarri = async (order: string, quantity: number) => {
    const refund = refundOfLine(order, (await linesOf(order))[1]?.id, "damaged", quantity);
    return (await packer.client.rpc("request_refund", refund)).error?.message;
  };
  const limit = "You can refund up to $20.00 of an order. Ask a manager.";
  // 1 lb is 3.5 lb below the tolerance: $34.97. 2.6 lb is 1.9 lb below it: $18.98.
  const order = await aPaid(items, 80.91);
  await weighed(packer, order, 0, 2.6, true);
  expect(await refundGarri(order, 1)).toBe(limit);
  await move(packer, order, "preparing", "ready");
  expect(await refundGarri(order, 1)).toBe(limit);
  // The refund first, then the weight.
  const other = await aPaid(items, 80.91);
  expect(await refundGarri(other, 3)).toBeUndefined();
  expect((await weigh(packer, other, 0, 2.6, true)).error?.message).toBe(limit);
  await weighed(packer, other, 0, 4.5);
});

test("a size with an amount in pounds has that weight, others their product's", async () => {
  const leg = await aProduct(shop, { table: "meat_sea_food", name: "Lamb Leg", price: 8 });
  await sellByWeight(leg, 5);
  const sizes = [
    { label: "Half", amount: 2.5, unit: "lb" },
    { label: "Whole", price: 7, amount: null, unit: null },
  ];
  await call(manager, "set_product_sizes", { product_id: leg.id, sizes: sizes as never });
  const ids = await shop.database.admin<{ id: number }[]>`
    select id::int from product_sizes where product_id = ${leg.id} order by position`;
  const items = ids.map(({ id }) => ({ product_id: leg.id, size_id: id, quantity: 1 }));
  // 2.5 lb plus 10 % at $8.00; 5 lb plus 10 % at $7.00.
  expect(await call(shop.guest, "quote_cart", { items })).toMatchObject({ subtotal: 60.5 });
  expect(await linesOf(await place(items, 60.5))).toMatchObject([
    { unit_price: 22, pounds_each: 2.5, price_per_pound: 8 },
    { unit_price: 38.5, pounds_each: 5, price_per_pound: 7 },
  ]);
});

test("the point of sale charges the measured weight, immediately and finally", async () => {
  const items = [{ ...of(goat), pounds: 4.62 }, { ...of(goat), pounds: 4.62 }, of(garri), of(fish, 2)];
  const quote = await call(manager, "quote_sale", { items });
  // Twice 4.62 lb at $9.99, and the maximum for the line without a weight.
  expect(quote).toMatchObject({ subtotal: 107.59, total: 107.59 });
  const made = await call(manager, "create_point_of_sale_order", {
    items,
    delivery_type: "pickup",
    customer: { name: "Walk-in" },
    expected_total: 107.59,
    request_key: randomUUID(),
  });
  expect(made).toMatchObject({ total: 107.59, holds_payment: true });
  expect(await linesOf(made.id)).toMatchObject([
    { unit_price: 46.15, quantity: 1, packed_pounds: 4.62 },
    { unit_price: 46.15, quantity: 1, packed_pounds: 4.62 },
    { unit_price: 6.49, packed_pounds: null },
    { unit_price: 4.4, quantity: 2, packed_pounds: null },
  ]);
  await call(manager, "record_store_payment", { order_id: made.id, method: "store_cash", request_key: randomUUID() });
  expect((await weigh(packer, made.id, 0, 5)).error?.message).toBe("The weight of this line can't change anymore.");
  const sheet = await call(packer, "read_pick_lists", { order_ids: [made.id] });
  const finals = (sheet as FunctionRow<"read_pick_lists">[])[0]?.lines.map(({ is_weight_final }) => is_weight_final);
  expect(finals?.toSorted()).toEqual([false, false, true, true]);
  await weighed(packer, made.id, 3, 1.1);
  await move(packer, made.id, "preparing", "ready");
  expect((await orderOf(shop, made.id)).refunds).toEqual([]);
});

test("an order that was weighed in full before it was placed is charged at once", async () => {
  const items = [{ ...of(goat), pounds: 5.05 }];
  const made = await call(manager, "create_point_of_sale_order", {
    items,
    delivery_type: "pickup",
    customer: { name: "Walk-in" },
    expected_total: 50.45,
    request_key: randomUUID(),
  });
  expect(made).toMatchObject({ total: 50.45, holds_payment: false });
});

test.for([
  [{ pounds: 0 }],
  [{ pounds: -1 }],
  [{ pounds: 10_000 }],
  [{ pounds: 4, quantity: 2 }],
  [{ pounds: 4, product: "garri" }],
  [{ pounds: "NaN" }],
] as const)("the point of sale rejects %j", async ([{ pounds, ...more }]) => {
  const product_id = "product" in more ? garri.id : goat.id;
  const items = [{ product_id, quantity: "quantity" in more ? more.quantity : 1, pounds }];
  const { error } = await manager.client.rpc("quote_sale", { items });
  expect(error?.message).toBe("Enter a weight up to 9,999 lb, for one piece of a product sold by weight.");
});

test("a weight that a customer sends changes nothing", async () => {
  const items = [{ ...of(goat), pounds: 0.1 }];
  expect(await call(ama, "quote_cart", { items })).toMatchObject({ subtotal: 54.95 });
  expect(await linesOf(await place(items, 54.95))).toMatchObject([{ unit_price: 54.95, packed_pounds: null }]);
  expect((await requestOrder(ama.client, items, 1)).status).toBe(409);
});

test("only products sold by weight are weighed, and a plain insert has their price per pound", async () => {
  const order = await aPaid([of(goat), of(garri)], 61.44);
  expect((await weigh(packer, order, 1, 5)).error?.message).toBe("Garri is not sold by weight.");
  const draft = await place([of(garri)], 6.49);
  await addLine(ama, draft, { product_id: goat.id }).throwOnError();
  expect(await linesOf(draft)).toMatchObject([{}, { unit_price: 54.95, price_per_pound: 9.99 }]);
});

async function sellByWeight(product: { id: number }, pounds_each: number): Promise<void> {
  await manager.client.from("products").update({ pounds_each }).eq("id", product.id).throwOnError();
}

const of = (product: { id: number }, quantity = 1) => ({ product_id: product.id, quantity });

type Item = ReturnType<typeof of>;

async function place(items: readonly Item[], expected_total: number): Promise<string> {
  return (await requestOrder(ama.client, items, expected_total).throwOnError()).data.id;
}

async function aPaid(items: readonly Item[], expected_total: number): Promise<string> {
  const order = await place(items, expected_total);
  await payAtSandbox(shop, ama, order);
  return order;
}

async function linesOf(order: string) {
  return (await manager.client.from("order_items").select().eq("order_id", order).order("id").throwOnError()).data;
}

async function weigh({ client }: Person, order: string, place: number, pounds: number | null, is_confirmed = false) {
  return client.rpc("weigh_line", { order_item_id: (await linesOf(order))[place]?.id, pounds, is_confirmed });
}

async function weighed(...given: Parameters<typeof weigh>) {
  const { data, error } = await weigh(...given);
  expect(error).toBeNull();
  return data;
}
