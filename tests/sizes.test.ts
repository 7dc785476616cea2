import { expect, test } from "vitest";
import { aPaidOrder, confirm, orderOf, refundOfLine, requestIntent, untilOrder } from "./paying.ts";
import { addLine, call, insert, insertRow, readRow, readRows, update } from "./requests.ts";
import {
  anOrder,
  aProduct,
  aProductInSizes,
  openTestShop,
  type Person,
  readContentVersion,
  requestOrder,
} from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 100 });
const [ama, kofi, admin] = await shop.signUpAll("customer", "customer", "owner");

const place = (person: Person, items: object[], expected_total: number) =>
  requestOrder(person.client, items, expected_total);

/** Adds a dress in these sizes, each with its count; null for one that is not counted. */
const aDress = (counts: Record<string, number | null>) =>
  aProductInSizes(
    shop,
    {},
    Object.entries(counts).map(([label, count]) => (count === null ? { label } : { label, stock_count: count })),
  );
type Dress = Awaited<ReturnType<typeof aDress>>;

const storedProduct = ({ id }: { id: number }): Promise<{ is_sold_out: boolean; sizes: Record<string, unknown>[] }> =>
  readRow(shop.guest, "authentic_african_wear", "is_sold_out, sizes", { id });

const leftOf = async (dress: Dress, label: string): Promise<number> =>
  (await readRow(shop, "size_stock", "stock_count", { size_id: dress.inSize(label).size_id })).stock_count;
/** Returns how many are left in S and M. */
const leftInSAndM = async (dress: Dress) => [await leftOf(dress, "S"), await leftOf(dress, "M")];

const contentVersion = () => readContentVersion(shop);

test("a product lists its sizes in order and is sold out once all of them are", async () => {
  const dress = await aProductInSizes(shop, { price: 50 }, [
    { label: "S", stock_count: 1 },
    { label: "M", price: 60, discount_price: 55 },
  ]);
  const [small, medium] = [dress.inSize("S").size_id, dress.inSize("M").size_id];
  const none = { amount: null, unit: null };
  expect(await storedProduct(dress)).toEqual({
    is_sold_out: false,
    sizes: [
      { id: small, label: "S", price: null, discount_price: null, is_sold_out: false, few_left: 1, ...none },
      { id: medium, label: "M", price: 60, discount_price: 55, is_sold_out: false, few_left: null, ...none },
    ],
  });
  const set = (table: string, key: string, id: number, change: object) =>
    admin.client.from(table).update(change).eq(key, id).throwOnError();
  await set("size_stock", "size_id", small, { stock_count: 0 });
  expect(await storedProduct(dress)).toMatchObject({ is_sold_out: false, sizes: [{ is_sold_out: true }, {}] });
  await set("product_sizes", "id", medium, { availability: "sold_out" });
  expect(await storedProduct(dress)).toMatchObject({ is_sold_out: true });
  await set("size_stock", "size_id", small, { stock_count: 3 });
  expect(await storedProduct(dress)).toMatchObject({ is_sold_out: false });
  await set("products", "id", dress.id, { availability: "sold_out" });
  expect(await storedProduct(dress)).toMatchObject({ is_sold_out: true });
});

test("the sizes column of a product follows its sizes, whatever the server writes", async () => {
  const dress = await aDress({ S: null });
  await update(shop, "products", { id: dress.id }, { sizes: [] });
  expect((await storedProduct(dress)).sizes).toHaveLength(1);
});

test.for([
  [{ price: -1 }, "23514"],
  [{ price: "NaN" }, "23514"],
  [{ discount_price: 5 }, "23514"],
  [{ price: 5, discount_price: 5 }, "23514"],
  [{ price: 5, discount_price: "NaN" }, "23514"],
  [{ label: " " }, "23514"],
  [{ label: "s" }, "23505"],
  [{ amount: 2 }, "23514"],
  [{ amount: 2, unit: "kg" }, "23514"],
] as const)("a size is not %o", async ([wrong, code]) => {
  const dress = await aDress({ S: null });
  const { error } = await admin.client.from("product_sizes").insert({ product_id: dress.id, label: "M", ...wrong });
  expect(error?.code).toBe(code);
});

test("a hidden product's sizes are hidden", async () => {
  const dress = await aDress({ S: null });
  await update(shop, "products", { id: dress.id }, { archived_at: new Date().toISOString() });
  const read = async (person: Person) =>
    (await person.client.from("product_sizes").select("label").eq("product_id", dress.id)).data;
  expect([await read(kofi), await read(admin)]).toEqual([[], [{ label: "S" }]]);
  const rejected = await place(kofi, [{ product_id: dress.id, size_id: dress.inSize("S").size_id, quantity: 1 }], 50);
  expect(JSON.parse(rejected.error?.details ?? "")).toMatchObject({
    items: [{ name: null, size: null, unit_price: null, is_sold_out: false, quantity_left: null }],
  });
});

test("an order of a size has the size's price, and its line keeps the label", async () => {
  const dress = await aProductInSizes(shop, { price: 50, discount_price: 45 }, [
    { label: "S" },
    { label: "XL", price: 60, discount_price: 52.5 },
  ]);
  const [small, large] = [dress.inSize("S"), dress.inSize("XL")];
  const ofSize = ({ size_id }: { size_id: number }, quantity: number) => ({ product_id: dress.id, size_id, quantity });
  const { data: order } = await place(ama, [ofSize(small, 2), ofSize(large, 1)], 142.5).throwOnError();
  await update(admin, "product_sizes", { id: small.size_id }, { label: "Small" });
  const columns = "size_id, size_label, unit_price, quantity";
  expect(await readRows(ama, "order_items", columns, { order_id: order.id }, "id")).toEqual([
    { size_id: small.size_id, size_label: "S", unit_price: 45, quantity: 2 },
    { size_id: large.size_id, size_label: "XL", unit_price: 52.5, quantity: 1 },
  ]);
});

test("a product with sizes cannot be ordered without one, and the error says so", async () => {
  const dress = await aDress({ S: null, M: null });
  const other = await aDress({ S: null });
  const plain = await aProduct(shop, { price: 50 });
  const detailsOf = async (item: object) => {
    const { error } = await place(ama, [{ quantity: 1, ...item }], 50);
    expect([error?.code, error?.message]).toEqual(["PT409", "Some items are no longer available."]);
    return JSON.parse(error?.details ?? "{}").items[0];
  };
  expect(await detailsOf({ product_id: dress.id })).toMatchObject({ name: "Dress", needs_size: true });
  const gone = { name: null, unit_price: null, needs_size: false };
  expect(await detailsOf({ product_id: dress.id, size_id: other.inSize("S").size_id })).toMatchObject(gone);
  expect(await detailsOf({ product_id: plain.id, size_id: dress.inSize("S").size_id })).toMatchObject(gone);
  await admin.client.from("product_sizes").update({ availability: "sold_out" }).eq("id", dress.inSize("M").size_id);
  const soldOut = { name: "Dress", size: "M", is_sold_out: true };
  expect(await detailsOf({ product_id: dress.id, size_id: dress.inSize("M").size_id })).toMatchObject(soldOut);
  const counted = await aDress({ S: 1, M: 0 });
  expect(await detailsOf({ product_id: counted.id, size_id: counted.inSize("M").size_id })).toMatchObject(soldOut);
});

test("a plain order line of a product with sizes must name one of its available sizes", async () => {
  const dress = await aDress({ S: 1 });
  const other = await aDress({ S: null });
  const plain = await aProduct(shop);
  const order = await insertRow(ama, "orders", {}, "id");
  const add = (line: object) => addLine(ama, order.id, line).select("size_label, unit_price");
  const size_id = dress.inSize("S").size_id;
  for (const wrong of [
    { product_id: dress.id },
    { product_id: dress.id, size_id: other.inSize("S").size_id },
    { product_id: plain.id, size_id },
  ]) {
    expect([wrong, (await add(wrong)).status]).toEqual([wrong, 409]);
  }
  expect((await add({ product_id: dress.id, size_id })).data).toEqual([{ size_label: "S", unit_price: 50 }]);
  const second = await add({ product_id: dress.id, size_id });
  expect([second.status, second.error?.message]).toEqual([409, "Dress, size S is sold out, or fewer are left."]);
  expect((await add({ product_id: plain.id })).status).toBe(201);
});

test("a paid order lowers only its size's count, and refreshes pages when that size sells out", async () => {
  const dress = await aDress({ S: 2, M: 7 });
  const before = await contentVersion();
  await aPaidOrder(shop, ama, dress.inSize("M"));
  expect(await leftInSAndM(dress)).toEqual([2, 6]);
  expect(await contentVersion()).toBe(before);
  await aPaidOrder(shop, kofi, dress.inSize("M"), 6);
  expect(await contentVersion()).toBeGreaterThan(before);
  const sizes = [{ is_sold_out: false }, { is_sold_out: true }];
  expect(await storedProduct(dress)).toMatchObject({ is_sold_out: false, sizes });
});

test("one order takes the last pieces of two sizes", async () => {
  const dress = await aDress({ S: 1, M: 1 });
  const items = ["S", "M"].map((label) => ({
    product_id: dress.id,
    size_id: dress.inSize(label).size_id,
    quantity: 1,
  }));
  await place(ama, items, 100).throwOnError();
});

test("of two buyers of the last M, one gets it and the other a refund", async () => {
  const dress = await aDress({ S: 5, M: 1 });
  const orders = [await anOrder(ama, dress.inSize("M")), await anOrder(kofi, dress.inSize("M"))];
  const intents = await Promise.all([ama, kofi].map((who, place) => requestIntent(shop, who, orders[place]?.id ?? "")));
  await Promise.all(intents.map((intent) => confirm(shop, intent)));
  for (const { id } of orders) await untilOrder(shop, id, ({ status }) => status !== "pending");
  const settled = await Promise.all(orders.map(({ id }) => orderOf(shop, id)));
  expect(settled.map(({ status }) => status).toSorted()).toEqual(["cancelled", "paid"]);
  expect(settled.find(({ status }) => status === "cancelled")).toMatchObject({
    cancel_reason: "sold_out",
    refunds: [{ amount_cents: 5000, reason: "sold_out" }],
  });
  expect(await leftInSAndM(dress)).toEqual([5, 0]);
});

test("selling the last of two sizes at the same moment marks the product as sold out", async () => {
  const labels = ["S", "M", "L", "XL"];
  const dress = await aDress({ S: 1, M: 1, L: 1, XL: 1 });
  const buyers = [ama, kofi, await shop.signUp("Efua Buyer"), await shop.signUp("Yaw Buyer")];
  const intents = await Promise.all(
    buyers.map(async (buyer, index) => {
      const order = await anOrder(buyer, dress.inSize(labels[index] ?? ""));
      return { order, intent: await requestIntent(shop, buyer, order.id) };
    }),
  );
  await Promise.all(intents.map(({ intent }) => confirm(shop, intent)));
  for (const { order } of intents) await untilOrder(shop, order.id, ({ status }) => status === "paid");
  expect(await storedProduct(dress)).toMatchObject({ is_sold_out: true });
});

test("a refund of returned products and a cancellation restock that size", async () => {
  const dress = await aDress({ S: 5, M: 5 });
  const order = await aPaidOrder(shop, ama, dress.inSize("M"), 3);
  await call(admin, "request_refund", refundOfLine(order.id, order.lines[0], "returned"));
  await shop.worker.runOnce();
  expect(await leftInSAndM(dress)).toEqual([5, 3]);
  await call(admin, "cancel_order", { order_id: order.id });
  expect(await leftInSAndM(dress)).toEqual([5, 5]);
});

test("a missing size is sold out, and the other sizes stay", async () => {
  const dress = await aDress({ S: 5, M: null });
  for (const label of ["S", "M"]) {
    const order = await aPaidOrder(shop, ama, dress.inSize(label), 1);
    const refund = refundOfLine(order.id, order.lines[0], "missing");
    await call(admin, "request_refund", { ...refund, mark_sold_out: true });
    expect(await storedProduct(dress)).toMatchObject({ is_sold_out: label === "M" });
  }
  expect(await leftOf(dress, "S")).toBe(0);
});

test("check_stock reports a sold-out size before the shopper pays", async () => {
  const dress = await aDress({ M: 1 });
  const order = await anOrder(ama, dress.inSize("M"));
  await aPaidOrder(shop, kofi, dress.inSize("M"));
  const missing = async () => (await ama.client.rpc("check_stock", { order_id: order.id })).data;
  expect(await missing()).toEqual([
    {
      product_id: dress.id,
      size_id: dress.inSize("M").size_id,
      name: "Dress",
      size: "M",
      unit_price: 50,
      quantity: 1,
      needs_size: false,
      is_sold_out: true,
      quantity_left: 0,
    },
  ]);
  await admin.client.from("product_sizes").delete().eq("id", dress.inSize("M").size_id).throwOnError();
  expect(await missing()).toMatchObject([{ size: "M", is_sold_out: false, quantity_left: null }]);
});

test("an order started before its product had sizes needs a size before payment", async () => {
  const shirt = await aProduct(shop, { table: "authentic_african_wear", name: "Shirt", price: 20 });
  const order = await anOrder(ama, shirt);
  await insert(admin, "product_sizes", { product_id: shirt.id, label: "M" });
  const { data } = await ama.client.rpc("check_stock", { order_id: order.id });
  expect(data).toMatchObject([{ name: "Shirt", size: null, needs_size: true }]);
});

test("deleting an ordered size keeps the order's line and frees its label", async () => {
  const dress = await aDress({ M: 5 });
  const order = await aPaidOrder(shop, ama, dress.inSize("M"));
  await admin.client.from("product_sizes").delete().eq("id", dress.inSize("M").size_id).throwOnError();
  expect(await storedProduct(dress)).toEqual({ is_sold_out: false, sizes: [] });
  const { data: line } = await ama.client.from("order_items").select("size_label").eq("order_id", order.id);
  expect(line).toEqual([{ size_label: "M" }]);
  await insert(admin, "product_sizes", { product_id: dress.id, label: "M" });
  expect((await storedProduct(dress)).sizes).toHaveLength(1);
});

test("the form saves all sizes in order, without overwriting a count that changed meanwhile", async () => {
  const dress = await aDress({ S: 4, M: 4, L: null });
  const [small, medium] = [dress.inSize("S").size_id, dress.inSize("M").size_id];
  await aPaidOrder(shop, ama, dress.inSize("M"));
  const save = (sizes: object[]) => admin.client.rpc("set_product_sizes", { product_id: dress.id, sizes });
  const counted = { availability: "counted", stock_count_before: 4 };
  const { data: leftAlone } = await save([
    { label: "XS", availability: "counted", stock_count: 2, price: 40 },
    { id: medium, label: "Medium", ...counted, stock_count: 9 },
    { id: small, label: "S", ...counted, stock_count: 6 },
  ]).throwOnError();
  expect(leftAlone).toEqual(["Medium"]);
  const [first, ...others] = (await storedProduct(dress)).sizes;
  expect(first).toMatchObject({ label: "XS", price: 40 });
  expect(others.map(({ id }) => id)).toEqual([medium, small]);
  expect(others.map(({ label }) => label)).toEqual(["Medium", "S"]);
  expect(await leftInSAndM(dress)).toEqual([6, 3]);
  expect((await save([{ id: (await aDress({ S: null })).inSize("S").size_id, label: "S" }])).status).toBe(409);
  expect((await storedProduct(dress)).sizes).toHaveLength(3);
  expect((await save([{ label: "S" }, { label: "s" }])).error?.code).toBe("23505");
  expect((await admin.client.rpc("set_product_sizes", { product_id: 0, sizes: [] })).status).toBe(404);
});

test("order, pick list, and email keep the size and package size that were bought", async () => {
  const rice = await aProduct(shop, { name: "Parboiled Rice", size: "20 lb" });
  const order = await aPaidOrder(shop, ama, rice);
  await update(shop, "products", { id: rice.id }, { size: "10 lb" });
  const lines = await ama.client.from("order_items").select("size_label, pack_size").eq("order_id", order.id);
  expect(lines.data).toEqual([{ size_label: null, pack_size: "20 lb" }]);
  const sheets = await call(admin, "read_pick_lists", { order_ids: [order.id] });
  expect(sheets).toMatchObject([{ lines: [{ size: null, pack_size: "20 lb" }] }]);
  const dress = await aProductInSizes(shop, { name: "Madras Dress", size: "S to XL" }, [{ label: "XL" }]);
  const other = await aPaidOrder(shop, ama, dress.inSize("XL"));
  const dresses = await ama.client.from("order_items").select("size_label, pack_size").eq("order_id", other.id);
  expect(dresses.data).toEqual([{ size_label: "XL", pack_size: "" }]);
  await shop.worker.runOnce();
  const mailOf = ({ id }: { id: string }) =>
    shop.mailbox.list().find(({ text }) => text.includes(`/orders/${id}`))?.text;
  expect(mailOf(order)).toMatch(/1 × Parboiled Rice: \$[\d.]+\n20 lb\n/);
  expect(mailOf(other)).toMatch(/1 × Madras Dress: \$[\d.]+\nSize XL\n/);
});

test("concurrent sales of last sizes and the owner's edits never deadlock", async () => {
  const labels = ["S", "M", "L", "XL"];
  const buyers = await Promise.all(labels.map((label) => shop.signUp(`Buyer ${label}`)));
  const deadlocks = async () => {
    const [row] = await shop.database.admin<{ count: string }[]>`
      select deadlocks as count from pg_stat_database where datname = current_database()`;
    return Number(row?.count);
  };
  const before = await deadlocks();
  for (let round = 0; round < 4; round += 1) {
    const dress = await aProductInSizes(shop, { price: 10 }, [
      ...labels.map((label) => ({ label, stock_count: 1 })),
      { label: "XXL" },
    ]);
    const yam = await aProduct(shop, { name: "Yam", price: 10, stock_count: 1 });
    // Each buyer takes the last dress of a size, and one also the last yam, so all of them change the same dress.
    const orders = await Promise.all(
      buyers.map(async (buyer, index) => {
        const items: object[] = [
          { product_id: dress.id, size_id: dress.inSize(labels[index] ?? "").size_id, quantity: 1 },
          ...(index === 0 ? [{ product_id: yam.id, quantity: 1 }] : []),
        ];
        const { data: order } = await place(buyer, items, 10 * items.length).throwOnError();
        return { order, intent: await requestIntent(shop, buyer, order.id) };
      }),
    );
    const sizes = [...labels, "XXL"].map((label) => ({ id: dress.inSize(label).size_id, label }));
    await Promise.all([
      ...orders.map(({ intent }) => confirm(shop, intent)),
      admin.client.rpc("set_product_sizes", {
        product_id: dress.id,
        sizes: sizes.map((size) => ({
          ...size,
          stock_count_before: 1,
          stock_count: 1,
          availability: size.label === "XXL" ? "available" : "counted",
        })),
      }),
      admin.client.from("products").update({ origin: "Ghana" }).eq("id", dress.id),
      admin.client.from("products").update({ origin: "Ghana" }).eq("id", yam.id),
      admin.client.from("product_sizes").update({ position: 9 }).eq("id", dress.inSize("XXL").size_id),
    ]);
    for (const { order } of orders) await untilOrder(shop, order.id, ({ status }) => status === "paid");
    const { is_sold_out, sizes: stored } = await storedProduct(dress);
    const left = stored.filter((size) => !size["is_sold_out"]).map(({ label }) => label);
    expect([is_sold_out, left]).toEqual([false, ["XXL"]]);
  }
  expect(await deadlocks()).toBe(before);
});
