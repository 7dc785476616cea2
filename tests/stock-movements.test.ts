import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { aPaidOrder, count, leftOf, move } from "./paying.ts";
import { call, readNewestEntries, readRow, readRows } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, manager] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpStaff("Mina Manager", "manager")]);

interface Line {
  product_id: number;
  size_id?: number | null;
  quantity: number;
  unit_cost?: number;
  best_before?: string;
  starts_counting?: boolean;
}

const receive = (lines: Line[], request_key = randomUUID(), by = manager) =>
  by.client.rpc("receive_delivery", { supplier_id: null, reference: "", note: "", lines, request_key });
const undo = (delivery_id: number) => manager.client.rpc("undo_delivery", { delivery_id });
const adjust = (product: { id: number }, kind: string, quantity: number, request_key = randomUUID(), note = "") =>
  manager.client.rpc("adjust_stock", { product_id: product.id, size_id: null, kind, quantity, note, request_key });

type StockItem = FunctionRow<"read_stock_items">;
async function itemOf(product: { id: number }, size_id: number | null = null): Promise<StockItem> {
  return (await call(manager, "read_stock_items", { items: [{ product_id: product.id, size_id }] }))[0] as StockItem;
}

/** Returns a count's line as the page sends it, with the current expected stock. */
async function counted(product: { id: number }, units: number) {
  const { stock_count, reserved_count, last_movement_id } = await itemOf(product);
  return {
    product_id: product.id,
    size_id: null,
    counted: units,
    expected: (stock_count ?? 0) + reserved_count,
    last_movement_id,
  };
}
const accept = (lines: Awaited<ReturnType<typeof counted>>[], request_key = randomUUID()) =>
  manager.client.rpc("accept_stock_count", { lines, note: "", request_key });

async function movementsOf(product: { id: number }) {
  const columns = "id, kind, quantity, stock_change, stock_after, unit_cost, staff_name";
  return readRows(manager, "stock_movements", columns, { product_id: product.id }, "id");
}

async function availabilityOf(product: { id: number }) {
  return readRow(shop, "products", "availability, is_sold_out", { id: product.id });
}

test("products and sizes are found by name and barcode, each with its stock", async () => {
  const yam = await aProduct(shop, { name: "Sought Yam" });
  const gown = await aProductInSizes(shop, { name: "Sought Gown" }, [{ label: "S", stock_count: 2 }, { label: "M" }]);
  await count(shop, yam, 4);
  const item = { barcode: "4006381333931" };
  await manager.client.rpc("save_inventory_item", { product_id: yam.id, size_id: null, item }).throwOnError();
  const found = async (words: string) =>
    ((await manager.client.rpc("find_stock_items", { words }).throwOnError()).data as FoundItem[]).map(
      ({ name, size_label, stock_count }) => [name, size_label, stock_count],
    );
  const gowns = [
    ["Sought Gown", "S", 2],
    ["Sought Gown", "M", null],
  ];
  expect(await found("sought")).toEqual([...gowns, ["Sought Yam", null, 4]]);
  expect(await found("4006381333931")).toEqual([["Sought Yam", null, 4]]);
  expect(await found("nothing like it")).toEqual([]);
  expect(await itemOf(gown)).toBeUndefined();
});
type FoundItem = { name: string; size_label: string | null; stock_count: number | null };

test("a delivery raises the stock of counted products and sizes, and keeps the cost of each line", async () => {
  const yam = await aProduct(shop, { name: "Received Yam" });
  const oil = await aProduct(shop, { name: "Received Oil" });
  const gown = await aProductInSizes(shop, { name: "Received Gown" }, [{ label: "S", stock_count: 0 }]);
  await count(shop, yam, 2);
  const { size_id } = gown.inSize("S");
  const { data: id } = await receive([
    { product_id: yam.id, quantity: 10, unit_cost: 3.25, best_before: "2027-01-31" },
    { product_id: gown.id, size_id, quantity: 4, unit_cost: 20 },
    { product_id: oil.id, quantity: 6 },
  ]).throwOnError();
  expect(await leftOf(shop, yam)).toBe(12);
  expect(await itemOf(gown, size_id)).toMatchObject({ stock_count: 4, last_cost: 20 });
  // Not a counted product: it is received and stays unlimited.
  expect(await itemOf(oil)).toMatchObject({ stock_count: null, last_cost: null });
  expect(await movementsOf(oil)).toMatchObject([{ kind: "received", quantity: 6, stock_change: 0, stock_after: null }]);
  expect(await movementsOf(yam)).toMatchObject([
    { kind: "received", quantity: 10, stock_change: 10, stock_after: 12, unit_cost: 3.25, staff_name: "Mina Manager" },
  ]);
  const columns = "product_id, quantity, unit_cost, best_before";
  const lines = await readRows(manager, "supplier_delivery_lines", columns, { delivery_id: id }, "id");
  expect(lines?.[0]).toEqual({ product_id: yam.id, quantity: 10, unit_cost: 3.25, best_before: "2027-01-31" });
});

test("a delivery sent again with changed lines is rejected", async () => {
  const yam = await aProduct(shop, { name: "Twice Yam", stock_count: 0 });
  const key = randomUUID();
  const line = { product_id: yam.id, quantity: 5 };
  await receive([line], key).throwOnError();
  // Changed after a lost response: neither ignored nor received again.
  expect((await receive([{ ...line, quantity: 6 }], key)).error?.message).toMatch(
    /^This delivery was saved before your/,
  );
  expect(await leftOf(shop, yam)).toBe(5);
});

test("a delivery with one wrong line changes nothing", async () => {
  const yam = await aProduct(shop, { name: "Whole Yam" });
  const gown = await aProductInSizes(shop, { name: "Whole Gown" }, [{ label: "S" }]);
  await count(shop, yam, 1);
  const good = { product_id: yam.id, quantity: 5 };
  expect((await receive([good, { product_id: gown.id, quantity: 1 }])).error?.message).toBe(
    "Whole Gown comes in sizes. Choose one.",
  );
  expect((await receive([good, { product_id: gown.id, size_id: 987654321, quantity: 1 }])).error?.message).toBe(
    "This size of Whole Gown no longer exists. Remove its line.",
  );
  expect((await receive([good, { product_id: 987654321, quantity: 1 }])).status).toBe(404);
  expect((await receive([good, { ...good, quantity: 0 }])).error?.code).toBe("22023");
  expect((await receive([good, { ...good, quantity: 1.5 }])).error?.code).toBe("22023");
  expect((await receive([{ ...good, unit_cost: -1 }])).error?.code).toBe("22023");
  expect((await receive([{ ...good, unit_cost: 1.005 }])).error?.code).toBe("22023");
  expect((await receive([])).error?.code).toBe("22023");
  expect(await leftOf(shop, yam)).toBe(1);
  expect(await movementsOf(yam)).toEqual([]);
});

test("counting starts with a delivery where the manager chooses so, and undoing it stops it again", async () => {
  const yam = await aProduct(shop, { name: "Started Yam" });
  const line = { product_id: yam.id, quantity: 5, starts_counting: true };
  const { data: id } = await receive([line]).throwOnError();
  expect(await availabilityOf(yam)).toEqual({ availability: "counted", is_sold_out: false });
  expect(await leftOf(shop, yam)).toBe(5);
  await undo(Number(id)).throwOnError();
  expect(await availabilityOf(yam)).toEqual({ availability: "available", is_sold_out: false });
  // After a count has confirmed it, undoing leaves the product counted.
  const { data: again } = await receive([line]).throwOnError();
  await accept([await counted(yam, 8)]).throwOnError();
  await undo(Number(again)).throwOnError();
  expect(await availabilityOf(yam)).toEqual({ availability: "counted", is_sold_out: false });
  expect(await leftOf(shop, yam)).toBe(3);
});

test("a delivery is undone once by a reversing entry, and not if too much of it was sold", async () => {
  const yam = await aProduct(shop, { name: "Undone Yam", stock_count: 1 });
  const { data: id } = await receive([{ product_id: yam.id, quantity: 4, unit_cost: 2 }]).throwOnError();
  await undo(Number(id)).throwOnError();
  await undo(Number(id)).throwOnError();
  expect(await leftOf(shop, yam)).toBe(1);
  expect(await movementsOf(yam)).toMatchObject([
    { kind: "received", stock_change: 4 },
    { kind: "undone", stock_change: -4, unit_cost: 2 },
  ]);
  // The cost of an undone delivery no longer counts.
  expect((await itemOf(yam)).last_cost).toBeNull();

  const { data: sold } = await receive([{ product_id: yam.id, quantity: 4 }]).throwOnError();
  await aPaidOrder(shop, ama, yam, 2);
  const rejected = await undo(Number(sold));
  expect(rejected.status).toBe(409);
  expect(rejected.error?.message).toMatch(/^Undone Yam: 4 received, 3 left in stock\. Some were sold or moved/);
  expect(await leftOf(shop, yam)).toBe(3);
});

test("a sale during a count is not lost", async () => {
  const yam = await aProduct(shop, { name: "Counted Yam", stock_count: 10 });
  // Two are missing from the shelf, and three are sold before the count is accepted.
  const line = await counted(yam, 8);
  await aPaidOrder(shop, ama, yam, 3);
  await accept([line]).throwOnError();
  expect(await leftOf(shop, yam)).toBe(5);
  expect(await movementsOf(yam)).toMatchObject([{ kind: "counted", quantity: -2, stock_change: -2, stock_after: 5 }]);
});

test("units of paid orders are expected on the shelf until they are picked", async () => {
  const yam = await aProduct(shop, { name: "Reserved Yam", stock_count: 10 });
  const order = await aPaidOrder(shop, ama, yam, 4);
  expect(await itemOf(yam)).toMatchObject({ stock_count: 6, reserved_count: 4 });
  // All ten are still on the shelf: nothing changes.
  await accept([await counted(yam, 10)]).throwOnError();
  expect(await leftOf(shop, yam)).toBe(6);
  expect(await movementsOf(yam)).toEqual([]);
  await manager.client.rpc("pick_line", { order_item_id: order.lines[0], is_packed: true }).throwOnError();
  expect(await itemOf(yam)).toMatchObject({ stock_count: 6, reserved_count: 0 });
  await move(manager, order.id, "ready", "completed");
  expect(await itemOf(yam)).toMatchObject({ stock_count: 6, reserved_count: 0 });
});

test("a count never makes stock negative, and names what was sold without being there", async () => {
  const yam = await aProduct(shop, { name: "Oversold Yam", stock_count: 5 });
  const line = await counted(yam, 1);
  await aPaidOrder(shop, ama, yam, 3);
  const { data } = await accept([line]).throwOnError();
  expect(data).toMatchObject({ oversold: [{ name: "Oversold Yam", sold_count: 2 }] });
  expect(await leftOf(shop, yam)).toBe(0);
  expect(await movementsOf(yam)).toMatchObject([{ quantity: -4, stock_change: -2, stock_after: 0 }]);
});

test("of two counts of one product only one applies, and one request key counts once", async () => {
  const yam = await aProduct(shop, { name: "Raced Yam", stock_count: 5 });
  const [one, other] = [await counted(yam, 4), await counted(yam, 4)];
  const key = randomUUID();
  await accept([one], key).throwOnError();
  await accept([one], key).throwOnError();
  expect((await accept([{ ...one, counted: 3 }], key)).status).toBe(409);
  expect(await leftOf(shop, yam)).toBe(4);
  const rejected = await accept([other]);
  expect(rejected.status).toBe(409);
  expect(rejected.error?.message).toMatch(/^Raced Yam was counted by Mina Manager after you counted it/);
  expect(await leftOf(shop, yam)).toBe(4);
  // A delivery in between does not count as another count.
  const third = await counted(yam, 3);
  await receive([{ product_id: yam.id, quantity: 10 }]).throwOnError();
  await accept([third]).throwOnError();
  expect(await leftOf(shop, yam)).toBe(13);
});

test("counting a product that was not counted starts it without the units of paid orders", async () => {
  const yam = await aProduct(shop, { name: "First Yam" });
  await aPaidOrder(shop, ama, yam, 2);
  await accept([await counted(yam, 9)]).throwOnError();
  expect(await availabilityOf(yam)).toEqual({ availability: "counted", is_sold_out: false });
  expect(await leftOf(shop, yam)).toBe(7);
});

test("waste and corrections move stock once, never below zero, and can be undone once", async () => {
  const yam = await aProduct(shop, { name: "Wasted Yam", stock_count: 3 });
  const key = randomUUID();
  const { data: id } = await adjust(yam, "waste", -2, key).throwOnError();
  expect((await adjust(yam, "waste", -2, key)).data).toBe(id);
  expect((await adjust(yam, "waste", -1, key)).status).toBe(409);
  expect((await adjust(yam, "waste", -2, key, "Rotten")).status).toBe(409);
  expect(await leftOf(shop, yam)).toBe(1);
  expect((await adjust(yam, "theft", -2)).error?.message).toBe("Wasted Yam: only 1 in stock.");
  expect((await adjust(yam, "waste", 2)).error?.code).toBe("22023");
  expect((await adjust(yam, "sale", -1)).error?.code).toBe("22023");
  await adjust(yam, "correction", 4).throwOnError();
  expect(await leftOf(shop, yam)).toBe(5);
  const undone = () => manager.client.rpc("undo_stock_movement", { movement_id: id });
  await undone().throwOnError();
  await undone().throwOnError();
  expect(await leftOf(shop, yam)).toBe(7);
  expect((await manager.client.rpc("undo_stock_movement", { movement_id: 987654321 })).status).toBe(404);
});

test("the ledger has every manual change of stock, and sales account for the rest", async () => {
  const yam = await aProduct(shop, { name: "Explained Yam", stock_count: 0 });
  const { data: id } = await receive([{ product_id: yam.id, quantity: 20 }]).throwOnError();
  await receive([{ product_id: yam.id, quantity: 5 }]).throwOnError();
  await adjust(yam, "own_use", -3).throwOnError();
  const order = await aPaidOrder(shop, ama, yam, 4);
  await accept([await counted(yam, 15)]).throwOnError();
  await manager.client.from("product_stock").update({ stock_count: 30 }).eq("product_id", yam.id).throwOnError();
  await undo(Number(id)).throwOnError();
  await manager.client.rpc("cancel_order", { order_id: order.id }).throwOnError();
  const { rows } = await shop.database.admin.run(
    `select coalesce((select sum(stock_change) from stock_movements where product_id = $1), 0)
       - coalesce((select sum(stock_taken) from order_items where product_id = $1), 0) as explained`,
    [yam.id],
  );
  expect(Number(rows[0]?.["explained"])).toBe(await leftOf(shop, yam));
  expect((await movementsOf(yam))?.map(({ kind }) => kind)).toEqual(
    "received received own_use counted edited undone".split(" "),
  );
});

test("deliveries, counts, and waste are in the audit log; movements cannot be changed", async () => {
  const owner = await shop.signUpAdmin("Ola Owner");
  const yam = await aProduct(shop, { name: "Logged Yam", stock_count: 1 });
  await receive([{ product_id: yam.id, quantity: 2, unit_cost: 1.5 }]).throwOnError();
  await adjust(yam, "waste", -1).throwOnError();
  await accept([await counted(yam, 1)]).throwOnError();
  expect(await readNewestEntries(owner, "subject, actor, after", { kind: "stock" }, 3)).toEqual([
    { subject: "Stock count", actor: "Mina Manager", after: { reason: "counted", lines: 1, units: -1, cost: -1.5 } },
    { subject: "Logged Yam", actor: "Mina Manager", after: { reason: "waste", units: -1, note: "" } },
    { subject: "Delivery", actor: "Mina Manager", after: { reason: "received", lines: 1, units: 2, cost: 3 } },
  ]);
  await expect(
    shop.database.admin`update stock_movements set quantity = 9 where product_id = ${yam.id}`,
  ).rejects.toMatchObject({ code: "PT409" });
});

test("a received product is archived instead of deleted", async () => {
  const yam = await aProduct(shop, { name: "Stocked Yam" });
  await receive([{ product_id: yam.id, quantity: 2 }]).throwOnError();
  await manager.client.from("condiments").delete().eq("id", yam.id).throwOnError();
  expect((await readRow(shop, "products", "archived_at", { id: yam.id })).archived_at).not.toBeNull();
  expect(await movementsOf(yam)).toHaveLength(1);
});
