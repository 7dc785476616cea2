import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { aPaidOrder, count, move, payAtSandbox, replacedBy, untilOrder } from "./paying.ts";
import { call, insertRow, receiveDelivery, update } from "./requests.ts";
import { anOrder, aProduct, aProductInSizes, openTestShop } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 200 });
const [ama, manager] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpStaff("Mina Manager", "manager")]);
const today = shopDayOf(new Date(), "America/Chicago");

async function aSupplier(name: string): Promise<number> {
  const data = await insertRow(manager, "suppliers", { name }, "id");
  return Number(data.id);
}

const receive = (
  product: { id: number; size_id?: number },
  quantity: number,
  unit_cost: number | null,
  supplier_id: number | null = null,
) =>
  receiveDelivery(manager, [{ product_id: product.id, size_id: product.size_id ?? null, quantity, unit_cost }], {
    supplier_id,
  });

async function report(): Promise<FunctionRow<"report_stock">> {
  return await call(manager, "report_stock", { first_day: today, last_day: today });
}
const marginOf = async ({ name }: { name: string }) => (await report()).products.find((row) => row.name === name);

test("the purchase list has low stock with its last supplier, quantity, and cost", async () => {
  const [sahel, accra] = [await aSupplier("Sahel Foods"), await aSupplier("Accra Imports")];
  const yam = await aProduct(shop, { name: "Low Yam" });
  const oil = await aProduct(shop, { name: "Plenty Oil" });
  const gown = await aProductInSizes(shop, { name: "Low Gown" }, [{ label: "S", stock_count: 0 }]);
  await count(shop, yam, 0);
  await count(shop, oil, 0);
  await receive(yam, 12, 3, sahel);
  await receive(yam, 10, 3.5, accra);
  await receive(oil, 400, 1, sahel);
  await count(shop, yam, 1);
  const purchases = async () => {
    const data = await call(manager, "list_purchases");
    return (data as { name: string }[]).filter(({ name }) => /^(Low|Plenty) /.test(name));
  };
  expect(await purchases()).toMatchObject([
    { name: "Low Gown", size_id: gown.inSize("S").size_id, supplier_id: null, last_quantity: null, last_cost: null },
    { name: "Low Yam", stock_count: 1, supplier_id: accra, last_quantity: 10, last_cost: 3.5 },
  ]);
  await update(manager, "suppliers", { id: accra }, { archived_at: "now" });
  expect((await purchases())[1]).toMatchObject({ name: "Low Yam", supplier_id: sahel, last_quantity: 10 });
});

test("margin is sales without tax minus the last cost before the payment", async () => {
  const yam = await aProduct(shop, { name: "Margin Yam", price: 10 });
  await receive(yam, 5, 4);
  await aPaidOrder(shop, ama, yam, 2);
  await receive(yam, 5, 6);
  await aPaidOrder(shop, ama, yam, 1);
  expect(await marginOf(yam)).toMatchObject({ quantity: 3, sales: 30, known_sales: 30, cost: 14 });
});

test("a product sold before its first delivery has the cost of that delivery, and one without any none", async () => {
  const yam = await aProduct(shop, { name: "Late Yam", price: 10 });
  await aPaidOrder(shop, ama, yam, 1);
  expect(await marginOf(yam)).toMatchObject({ quantity: 1, sales: 10, known_sales: 0, cost: 0 });
  await receive(yam, 5, 4);
  expect(await marginOf(yam)).toMatchObject({ known_sales: 10, cost: 4 });
});

test("refunded lines leave the margin with their units, and other refunds lower the sales of all lines", async () => {
  const yam = await aProduct(shop, { name: "Refunded Yam", price: 10 });
  await receive(yam, 20, 4);
  const order = await aPaidOrder(shop, ama, yam, 4);
  const refund = (args: object) =>
    manager.client.rpc("request_refund", { order_id: order.id, request_key: randomUUID(), ...args }).throwOnError();
  const settled = async (cents: number) => {
    await shop.worker.runOnce();
    await untilOrder(shop, order.id, ({ refunded_amount }) => Math.round(refunded_amount * 100) === cents);
  };
  await refund({ lines: [{ order_item_id: order.lines[0], quantity: 1 }], reason: "damaged" });
  await settled(1000);
  expect(await marginOf(yam)).toMatchObject({ quantity: 3, sales: 30, cost: 12 });
  await refund({ amount_cents: 300 });
  await settled(1300);
  expect(await marginOf(yam)).toMatchObject({ quantity: 3, sales: 27, cost: 12 });
});

test("a product sold by weight counts with its actual price", async () => {
  const leg = await aProduct(shop, { name: "Weighed Leg", price: 10 });
  await update(manager, "products", { id: leg.id }, { pounds_each: 5 });
  await receive(leg, 20, 30);
  const order = await anOrder(ama, leg);
  await payAtSandbox(shop, ama, order.id);
  // What is only held is no sale.
  expect(await marginOf(leg)).toBeUndefined();
  await call(manager, "weigh_line", { order_item_id: order.lines[0], pounds: 4.5 });
  await move(manager, order.id, "preparing", "ready");
  await shop.worker.runOnce();
  expect(await marginOf(leg)).toMatchObject({ quantity: 1, sales: 45, cost: 30 });
  await call(manager, "request_refund", { order_id: order.id, request_key: randomUUID(), amount_cents: 900 });
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ refunded_amount }) => refunded_amount === 9);
  expect(await marginOf(leg)).toMatchObject({ quantity: 1, sales: 36, cost: 30 });
});

test("a replacement counts as the product given, with the money kept", async () => {
  const [yam, oil] = [
    await aProduct(shop, { name: "Replaced Yam", price: 10 }),
    await aProduct(shop, { name: "Replacing Oil", price: 8 }),
  ];
  await receive(yam, 20, 4);
  await receive(oil, 20, 3);
  const order = await aPaidOrder(shop, ama, yam, 2);
  await call(manager, "substitute_line", replacedBy(order.lines[0], oil));
  await move(manager, order.id, "preparing", "ready");
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ refunded_amount }) => Number(refunded_amount) === 2);
  expect(await marginOf(yam)).toMatchObject({ quantity: 1, sales: 10, cost: 4 });
  expect(await marginOf(oil)).toMatchObject({ quantity: 1, sales: 8, cost: 3 });
});

test("an order canceled after its payment has no margin", async () => {
  const yam = await aProduct(shop, { name: "Canceled Yam", price: 10 });
  await receive(yam, 20, 4);
  await call(manager, "cancel_order", { order_id: (await aPaidOrder(shop, ama, yam, 4)).id });
  expect(await marginOf(yam)).toBeUndefined();
});

test("categories sum their products, and a category's known sales leave out unknown costs", async () => {
  const { products, categories } = await report();
  const cents = (value: number) => Math.round(value * 100);
  for (const { category, sales, known_sales, cost } of categories) {
    const own = products.filter((row) => row.category === category);
    const sum = (figure: "sales" | "known_sales" | "cost") => own.reduce((total, row) => total + cents(row[figure]), 0);
    expect([sum("sales"), sum("known_sales"), sum("cost")]).toEqual([cents(sales), cents(known_sales), cents(cost)]);
  }
  expect(categories.length).toBeGreaterThan(0);
});

test("waste is by reason and product at cost, without what was undone, and stock is at the last cost", async () => {
  expect((await report()).stock.find(({ category }) => category === "drinks")).toBeUndefined();
  const tea = await aProduct(shop, { table: "drink_beverage", name: "Wasted Tea", stock_count: 0 });
  await receive(tea, 10, 2);
  const adjust = (kind: string, quantity: number) =>
    manager.client
      .rpc("adjust_stock", { product_id: tea.id, size_id: null, kind, quantity, note: "", request_key: randomUUID() })
      .throwOnError();
  await adjust("waste", -2);
  await adjust("waste", -1);
  await call(manager, "undo_stock_movement", { movement_id: (await adjust("theft", -4)).data });
  const { waste, stock } = await report();
  expect(waste.filter(({ name }) => name === "Wasted Tea")).toEqual([
    { kind: "waste", name: "Wasted Tea", size_label: null, quantity: -3, cost: -6, unknown_count: 0 },
  ]);
  expect(stock.find(({ category }) => category === "drinks")).toEqual({
    category: "drinks",
    quantity: 7,
    cost: 14,
    unknown_count: 0,
  });
});
