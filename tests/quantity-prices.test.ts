import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { aPaidOrder } from "./paying.ts";
import { call, insert, readNewestEntries, readRow, readRows, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ama, owner, manager] = await shop.signUpAll("customer", "owner", "manager");

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
interface Given {
  product_id: number;
  size_id?: number | null;
  pieces?: number;
  price?: number;
  starts_at?: string;
  ends_at?: string;
}
const add = ({ client }: Pick<Person, "client">, row: Given) =>
  client
    .from("quantity_prices")
    .insert({ pieces: 2, price: 5, ends_at: TOMORROW, ...row })
    .select("id");
const shown = async (id: number) => (await readRow(shop.guest, "products", "quantity_prices", { id })).quantity_prices;

type Quote = FunctionRow<"quote_cart">;
async function quote(items: object[], client = shop.guest): Promise<Quote> {
  return (await call(client, "quote_cart", { items })) as unknown as Quote;
}
const place = (items: object[], expected_total: number) => requestOrder(ama.client, items, expected_total);

test("managers set prices by quantity, and shoppers see the running ones", async () => {
  const { id } = await aProduct(shop, { name: "Jollof Seasoning", price: 3 });
  const { data: made } = await add(manager, { product_id: id }).throwOnError();
  expect(await shown(id)).toEqual([{ size_id: null, pieces: 2, price: 5 }]);
  expect(await readNewestEntries(owner, "subject, actor")).toEqual([
    { subject: "Price by quantity: Jollof Seasoning", actor: "Mina Manager" },
  ]);
  await owner.client
    .from("quantity_prices")
    .delete()
    .eq("id", made[0]?.id ?? 0)
    .throwOnError();
  expect(await shown(id)).toEqual([]);
});

test("full sets cost the price by quantity in cart and order; remaining pieces cost their price", async () => {
  const { id } = await aProduct(shop, { name: "Suya Pepper", price: 3 });
  await add(manager, { product_id: id }).throwOnError();
  await add(manager, { product_id: id, pieces: 12, price: 24 }).throwOnError();
  const totals = await Promise.all(
    [1, 2, 3, 11, 12, 13].map(async (quantity) => (await quote([{ product_id: id, quantity }])).total),
  );
  expect(totals).toEqual([3, 5, 8, 28, 24, 27]);
  expect(await quote([{ product_id: id, quantity: 3 }])).toMatchObject({ subtotal: 9, discount: 1, total: 8 });
  const { data: order } = await place([{ product_id: id, quantity: 3 }], 8).throwOnError();
  expect(order).toMatchObject({ total: 8, discount: 1, discount_code: null });
  const lines = await readRows(ama, "order_items", "unit_price, quantity, discount, quantity_saving", {
    order_id: order.id,
  });
  expect(lines).toEqual([{ unit_price: 3, quantity: 3, discount: 1, quantity_saving: 1 }]);
  // The order keeps its price.
  await shop.database.admin`update quantity_prices set ends_at = now() where product_id = ${id}`;
  expect((await place([{ product_id: id, quantity: 3 }], 8)).status).toBe(409);
  expect((await readRow(ama, "orders", "total", { id: order.id })).total).toBe(8);
});

test("single pieces of a set are refunded in equal parts, and the last one brings back the rest", async () => {
  const product = await aProduct(shop, { name: "Groundnuts", price: 3 });
  await add(manager, { product_id: product.id, pieces: 3, price: 5 }).throwOnError();
  const { data: order } = await place([{ product_id: product.id, quantity: 3 }], 5).throwOnError();
  const line = await readRow(ama, "order_items", "id", { order_id: order.id });
  const cents = await shop.database.admin<{ cents: string[] }[]>`
    select array(
      select (private.price_refund_lines(
        ${order.id}, jsonb_build_array(jsonb_build_object('order_item_id', ${line.id}::bigint, 'quantity', quantity))
      ) -> 0 ->> 'amount_cents') from generate_series(1, 3) as quantity
    ) as cents`;
  expect(cents[0]?.cents.map(Number)).toEqual([167, 333, 500]);
});

test("a code applies after prices by quantity, and an order without a code uses none", async () => {
  const { id } = await aProduct(shop, { name: "Palm Oil", price: 10 });
  await add(manager, { product_id: id, price: 15 }).throwOnError();
  await insert(owner, "discount_codes", [
    { code: "TENTH", percent: 10, amount: null, max_uses: 1, min_subtotal: 0 },
    { code: "TWENTY", percent: null, amount: 1, max_uses: null, min_subtotal: 16 },
  ]);
  await call(ama, "enter_discount_code", { code: "TWENTY" });
  const tooSmall = await quote([{ product_id: id, quantity: 2 }], ama.client);
  expect(tooSmall).toMatchObject({ discount: 5, total: 15 });
  expect(tooSmall.discount_error).toBe("below_minimum 16.00");
  await call(ama, "enter_discount_code", { code: "TENTH" });
  expect(await quote([{ product_id: id, quantity: 2 }], ama.client)).toMatchObject({ discount: 6.5, total: 13.5 });
  await call(ama, "drop_discount_code");
  await aPaidOrder(shop, ama, { id });
  const { data: order } = await place([{ product_id: id, quantity: 2 }], 15).throwOnError();
  expect(order).toMatchObject({ discount: 5, discount_code: null });
  expect(await readRows(owner, "discount_codes", "code, used_count", {}, "code")).toEqual([
    { code: "TENTH", used_count: 0 },
    { code: "TWENTY", used_count: 0 },
  ]);
});

test("pieces of one size count together; a price above the single prices is ignored", async () => {
  const dress = await aProductInSizes(shop, { name: "Wrap Skirt", price: 30 }, [
    { label: "S" },
    { label: "M", price: 40 },
  ]);
  const [small, medium] = [dress.inSize("S").size_id, dress.inSize("M").size_id];
  await add(manager, { product_id: dress.id, size_id: small, pieces: 2, price: 50 }).throwOnError();
  const total = async (sizes: number[]) =>
    (await quote(sizes.map((size_id) => ({ product_id: dress.id, size_id, quantity: 1 })))).total;
  expect([await total([small, small]), await total([small, medium]), await total([medium, medium])]).toEqual([
    50, 70, 80,
  ]);
  await add(manager, { product_id: dress.id, pieces: 2, price: 70 }).throwOnError();
  expect([await total([small, small]), await total([medium, medium])]).toEqual([50, 70]);
});

test("products sold by weight have no price by quantity, even if they become so later", async () => {
  const goat = await aProduct(shop, { table: "meat_sea_food", name: "Goat Leg", price: 10 });
  await add(manager, { product_id: goat.id }).throwOnError();
  await update(manager, "products", { id: goat.id }, { pounds_each: 2 });
  expect((await quote([{ product_id: goat.id, quantity: 2 }])).discount).toBe(0);
  const { error } = await add(manager, { product_id: goat.id });
  expect(error?.message).toBe("This product is sold by weight, so it can't have a price by quantity.");
});

test("a price by quantity runs from its start to its end, and pages follow when the server sees it", async () => {
  const { id } = await aProduct(shop, { name: "Chin Chin", price: 4 });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { data: made } = await add(manager, { product_id: id, price: 6, starts_at: later }).throwOnError();
  expect([await shown(id), (await quote([{ product_id: id, quantity: 2 }])).total]).toEqual([[], 8]);
  // The start passes without a change to the row.
  await shop.database.admin`alter table quantity_prices disable trigger user`;
  await shop.database
    .admin`update quantity_prices set starts_at = now() - interval '1 minute' where id = ${made[0]?.id ?? 0}`;
  await shop.database.admin`alter table quantity_prices enable trigger user`;
  expect([await shown(id), (await quote([{ product_id: id, quantity: 2 }])).total]).toEqual([[], 6]);
  expect((await shop.worker.runOnce()).offers).toBe(1);
  expect(await shown(id)).toEqual([{ size_id: null, pieces: 2, price: 6 }]);
  expect((await shop.worker.runOnce()).offers).toBe(0);
});
