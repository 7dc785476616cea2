import { expect, test } from "vitest";
import { expectReply } from "./expect-reply.ts";
import {
  aPaidOrder,
  confirm,
  count,
  leftOf,
  orderOf,
  refundOfLine,
  requestIntent,
  stripeOf,
  untilOrder,
} from "./paying.ts";
import { AVAILABLE, addLine, call, insert, insertRow, NO_CODE, postJson, readRow, update } from "./requests.ts";
import {
  anOrder,
  aProduct,
  aProductInSizes,
  openTestShop,
  type Person,
  readContentVersion,
  requestOrder,
} from "./running-shop.ts";

const shop = await openTestShop();
const [ama, kofi, admin] = await shop.signUpAll("customer", "customer", "owner");

const place = (person: Person, product: { id: number }, quantity: number, expected_total: number) =>
  requestOrder(person.client, [{ product_id: product.id, quantity }], expected_total);

async function storedProduct(product: { id: number }): Promise<unknown> {
  return readRow(shop.guest, "condiments", "availability, is_sold_out", { id: product.id });
}

const contentVersion = () => readContentVersion(shop);

test("a product is sold out when an admin marks it, or when the last unit is sold", async () => {
  const yam = await aProduct(shop, { name: "Yam" });
  expect(await storedProduct(yam)).toEqual({ availability: "available", is_sold_out: false });
  const set = (availability: string) =>
    admin.client.from("condiments").update({ availability }).eq("id", yam.id).throwOnError();
  await set("sold_out");
  expect(await storedProduct(yam)).toEqual({ availability: "sold_out", is_sold_out: true });
  await set("counted");
  expect(await storedProduct(yam)).toEqual({ availability: "counted", is_sold_out: true });
  await insert(admin, "product_stock", { product_id: yam.id, stock_count: 2 });
  expect(await storedProduct(yam)).toEqual({ availability: "counted", is_sold_out: false });
  await update(admin, "product_stock", { product_id: yam.id }, { stock_count: 0 });
  expect(await storedProduct(yam)).toEqual({ availability: "counted", is_sold_out: true });
  await set("available");
  expect(await storedProduct(yam)).toEqual({ availability: "available", is_sold_out: false });
});

test("is_sold_out is computed, whatever the server writes, and a negative count is rejected", async () => {
  const yam = await aProduct(shop);
  await update(shop, "products", { id: yam.id }, { is_sold_out: true });
  expect(await storedProduct(yam)).toEqual({ availability: "available", is_sold_out: false });
  const below = await admin.client.from("product_stock").insert({ product_id: yam.id, stock_count: -1 });
  expect(below.error?.code).toBe("23514");
});

test("an order of a sold-out product or of more than is in stock is rejected with the count left", async () => {
  const yam = await aProduct(shop, { name: "Yam", price: 10, stock_count: 2 });
  const tooMany = await place(ama, yam, 3, 30);
  expect([tooMany.status, tooMany.error?.message]).toEqual([409, "Some items are no longer available."]);
  expect(JSON.parse(tooMany.error?.details ?? "")).toEqual({
    total: 30,
    amounts: { subtotal: 30, delivery_cost: 0, delivery_included: true, tax: 0, total: 30, ...NO_CODE },
    items: [{ ...AVAILABLE, product_id: yam.id, name: "Yam", unit_price: 10, quantity: 3, quantity_left: 2 }],
  });
  await count(shop, yam, 0);
  const soldOut = await place(ama, yam, 1, 10);
  expect(JSON.parse(soldOut.error?.details ?? "").items[0]).toMatchObject({ is_sold_out: true, quantity_left: 0 });
  const changed = await place(ama, await aProduct(shop, { price: 5 }), 1, 4);
  expect(changed.error?.message).toBe("The prices have changed.");
});

test("a plain order line of a sold-out product is rejected like an order", async () => {
  const yam = await aProduct(shop, { stock_count: 1 });
  const order = await insertRow(ama, "orders", {}, "id");
  const add = () => addLine(ama, order.id, { product_id: yam.id });
  await add().throwOnError();
  expect((await add()).status).toBe(409);
  await update(shop, "products", { id: yam.id }, { archived_at: "2026-01-01" });
  expect((await add()).error?.message).toBe(`Product ${yam.id} is not for sale.`);
});

test("a paid order lowers the count once and refreshes pages only when shoppers see the count", async () => {
  const yam = await aProduct(shop, { name: "Yam", stock_count: 8 });
  const before = await contentVersion();
  await aPaidOrder(shop, ama, yam, 2);
  expect(await leftOf(shop, yam)).toBe(6);
  expect(await contentVersion()).toBe(before);
  await aPaidOrder(shop, kofi, yam, 6);
  expect(await leftOf(shop, yam)).toBe(0);
  expect(await contentVersion()).toBeGreaterThan(before);
  expect(await storedProduct(yam)).toEqual({ availability: "counted", is_sold_out: true });
});

test("shoppers see the count of a product and a size from the low-stock threshold down", async () => {
  const yam = await aProduct(shop, { name: "Yam" });
  const dress = await aProductInSizes(shop, {}, [{ label: "S", stock_count: 6 }, { label: "M" }]);
  const seen = async () => {
    const { data } = await shop.guest
      .from("products")
      .select("few_left, sizes")
      .in("id", [yam.id, dress.id])
      .order("id")
      .throwOnError();
    return [
      data[0]?.few_left,
      ...((data[1]?.sizes ?? []) as { few_left: number | null }[]).map(({ few_left }) => few_left),
    ];
  };
  const setThreshold = (low_stock_at: number) =>
    admin.client.from("store_settings").update({ low_stock_at }).eq("id", true).throwOnError();
  await count(shop, yam, 6);
  expect(await seen()).toEqual([null, null, null]);
  let before = await contentVersion();
  await aPaidOrder(shop, ama, yam, 1);
  await aPaidOrder(shop, ama, dress.inSize("S"), 2);
  expect(await seen()).toEqual([5, 4, null]);
  expect(await contentVersion()).toBeGreaterThan(before);
  before = await contentVersion();
  await setThreshold(4);
  expect(await seen()).toEqual([null, 4, null]);
  expect(await contentVersion()).toBeGreaterThan(before);
  await setThreshold(0);
  expect(await seen()).toEqual([null, null, null]);
  await setThreshold(5);
  await update(admin, "products", { id: yam.id }, { availability: "available" });
  expect(await seen()).toEqual([null, 4, null]);
});

test("of two buyers of the last yam, one gets it and the other a refund", async () => {
  const yam = await aProduct(shop, { name: "The last yam", price: 17.99, stock_count: 1 });
  const [first, second] = [await anOrder(ama, yam), await anOrder(kofi, yam)];
  const intents = [await requestIntent(shop, ama, first.id), await requestIntent(shop, kofi, second.id)];
  await Promise.all(intents.map((intent) => confirm(shop, intent)));
  await untilOrder(shop, first.id, ({ status }) => status !== "pending");
  await untilOrder(shop, second.id, ({ status }) => status !== "pending");
  const orders = [await orderOf(shop, first.id), await orderOf(shop, second.id)];
  expect(orders.map(({ status }) => status).toSorted()).toEqual(["cancelled", "paid"]);
  expect(await leftOf(shop, yam)).toBe(0);
  const loser = orders.find(({ status }) => status === "cancelled");
  expect(loser).toMatchObject({ cancelled_by: "server", cancel_reason: "sold_out", paid_amount: 17.99 });
  expect(loser?.refunds).toMatchObject([{ amount_cents: 1799, reason: "sold_out", status: "requested" }]);

  await shop.worker.runOnce();
  const lost = orders[0]?.status === "cancelled" ? first.id : second.id;
  await untilOrder(shop, lost, ({ status }) => status === "refunded");
  expect(await orderOf(shop, lost)).toMatchObject({ refunded_amount: 17.99 });
  expect(await leftOf(shop, yam)).toBe(0);
});

test("an order takes stock for all of its counted lines or none", async () => {
  const yam = await aProduct(shop, { name: "Yam", price: 10 });
  const oil = await aProduct(shop, { name: "Oil", price: 5 });
  await count(shop, yam, 5);
  await count(shop, oil, 1);
  const order = await anOrder(ama, [
    [yam, 1],
    [oil, 1],
  ]);
  const intent = await requestIntent(shop, ama, order.id);
  await aPaidOrder(shop, kofi, oil);
  await confirm(shop, intent);
  await untilOrder(shop, order.id, ({ status }) => status === "cancelled");
  expect(await leftOf(shop, yam)).toBe(5);
});

test("check_stock and the payment endpoint report missing stock before the shopper pays", async () => {
  const yam = await aProduct(shop, { name: "Yam", price: 10, stock_count: 2 });
  const order = await anOrder(ama, yam, 2);
  const check = (person: Person) => person.client.rpc("check_stock", { order_id: order.id });
  expect((await check(ama)).data).toEqual([]);
  await aPaidOrder(shop, kofi, yam);
  const missing = [
    {
      product_id: yam.id,
      size_id: null,
      name: "Yam",
      size: null,
      unit_price: 10,
      quantity: 2,
      needs_size: false,
      is_sold_out: false,
      quantity_left: 1,
    },
  ];
  expect((await check(ama)).data).toEqual(missing);
  for (const person of [kofi, admin]) expect((await check(person)).status).toBe(404);
  const rejected = await postJson(shop, "/api/create-payment-intent", { orderId: order.id }, ama);
  await expectReply(rejected, 409, { error: "Some items in this order are no longer available.", items: missing });
});

test("only returned products are restocked", async () => {
  const yam = await aProduct(shop, { name: "Yam", price: 10, stock_count: 5 });
  const order = await aPaidOrder(shop, ama, yam, 4);
  const lines = [{ order_item_id: order.lines[0], quantity: 1 }];
  const refund = (input: object) => admin.client.rpc("request_refund", { order_id: order.id, ...input }).throwOnError();
  const lineOf = () => readRow(ama, "order_items", "stock_taken, refunded_quantity", { order_id: order.id });
  await refund({ lines, reason: "missing" });
  await shop.worker.runOnce();
  expect([await leftOf(shop, yam), await lineOf()]).toEqual([1, { stock_taken: 4, refunded_quantity: 1 }]);
  await refund({ lines, reason: "returned" });
  expect(await leftOf(shop, yam)).toBe(1);
  await shop.worker.runOnce();
  expect([await leftOf(shop, yam), await lineOf()]).toEqual([2, { stock_taken: 3, refunded_quantity: 2 }]);
  await refund({ amount_cents: 500 });
  await shop.worker.runOnce();
  expect(await leftOf(shop, yam)).toBe(2);
  // The rest is restocked, except the missing unit.
  await refund({ reason: "returned" });
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  expect(await leftOf(shop, yam)).toBe(4);
});

test("a returned line restocks only its own units", async () => {
  const [yam, oil] = [await aProduct(shop, { price: 10 }), await aProduct(shop, { price: 10 })];
  for (const product of [yam, oil]) await count(shop, product, 10);
  const order = await aPaidOrder(shop, ama, [
    [yam, 2],
    [oil, 3],
  ]);
  const lines = [{ order_item_id: order.lines[0], quantity: 1 }];
  await call(admin, "request_refund", { order_id: order.id, lines, reason: "returned" });
  await shop.worker.runOnce();
  expect([await leftOf(shop, yam), await leftOf(shop, oil)]).toEqual([9, 7]);
});

test("a refund by amount does not restock", async () => {
  const order = await aPaidOrder(shop, ama, await aProduct(shop, { price: 10 }));
  const refund = { order_id: order.id, amount_cents: 100, reason: "returned" };
  const message = "Choose lines, or refund everything, for missing, damaged, or returned products.";
  expect(await admin.client.rpc("request_refund", refund)).toMatchObject({ status: 400, error: { message } });
});

test("a missing item is marked sold out if staff choose so; a damaged one changes no stock", async () => {
  const [counted, plenty] = await Promise.all([aProduct(shop, { price: 10 }), aProduct(shop, { price: 10 })]);
  await count(shop, counted, 5);
  const refund = async (product: typeof counted, reason: string, mark_sold_out = false) => {
    const order = await aPaidOrder(shop, ama, product, 1);
    const line = refundOfLine(order.id, order.lines[0], reason);
    return (await admin.client.rpc("request_refund", { ...line, mark_sold_out })).error?.message;
  };
  for (const product of [counted, plenty]) {
    for (const reason of ["damaged", "missing"]) expect(await refund(product, reason)).toBeUndefined();
    expect(await storedProduct(product)).toMatchObject({ is_sold_out: false });
  }
  expect(await leftOf(shop, counted)).toBe(3);
  expect(await refund(counted, "damaged", true)).toBe("Only missing products can be marked as sold out.");
  for (const product of [counted, plenty]) expect(await refund(product, "missing", true)).toBeUndefined();
  expect(await leftOf(shop, counted)).toBe(0);
  expect(await storedProduct(counted)).toEqual({ availability: "counted", is_sold_out: true });
  expect(await storedProduct(plenty)).toEqual({ availability: "sold_out", is_sold_out: true });
  // A succeeded refund restocks nothing either.
  await shop.worker.runOnce();
  expect(await leftOf(shop, counted)).toBe(0);
});

test("a refund in Stripe's dashboard does not restock", async () => {
  const yam = await aProduct(shop, { name: "Yam", price: 10, stock_count: 5 });
  const order = await aPaidOrder(shop, ama, yam, 2);
  await stripeOf(shop).refunds.create({ payment_intent: order.intentId });
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  expect(await leftOf(shop, yam)).toBe(3);
});

test("a canceled order restocks once everything except what was missing at packing", async () => {
  const yam = await aProduct(shop, { name: "Yam", price: 10, stock_count: 5 });
  const order = await aPaidOrder(shop, ama, yam, 3);
  const refund = (reason: string) =>
    admin.client.rpc("request_refund", refundOfLine(order.id, order.lines[0], reason)).throwOnError();
  await refund("damaged");
  await refund("returned");
  await call(admin, "cancel_order", { order_id: order.id });
  expect(await leftOf(shop, yam)).toBe(4);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  expect(await leftOf(shop, yam)).toBe(4);
});
