import { expect, test } from "vitest";
import { insert, NO_CODE, readRow } from "./requests.ts";
import { anOrder, aProduct, aProductInSizes, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, admin] = await shop.signUpAll("customer", "owner");
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 14.99, discount_price: 12.99 });
const garri = await aProduct(shop, { table: "grain_flour_cereal", name: "Ijebu Garri", price: 10.99 });

const quote = (client: Person["client"], items: unknown, delivery_type?: string, delivery_zip = "77338") =>
  client.rpc("quote_cart", { items, ...(delivery_type ? { delivery_type, delivery_zip } : {}) });

test("the quote of a guest, customer, and admin equals the price of the order", async () => {
  const dress = await aProductInSizes(shop, { price: 50 }, [{ label: "M", price: 60, discount_price: 45.5 }]);
  const items = [
    { product_id: oil.id, quantity: 2 },
    { product_id: dress.id, size_id: dress.inSize("M").size_id, quantity: 1 },
    { product_id: garri.id, quantity: 1 },
    { product_id: oil.id, quantity: 1 },
  ];
  const quoted = { ...NO_CODE, subtotal: 95.46, delivery_cost: 0, delivery_included: true, tax: 0, total: 95.46 };
  for (const { client } of [{ client: shop.guest }, ama, admin]) {
    expect((await quote(client, items).throwOnError()).data).toEqual(quoted);
  }
  const { data: placed } = await requestOrder(ama.client, items, quoted.total).throwOnError();
  expect(placed).toMatchObject({ total: 95.46, delivery_cost: 0, delivery_included: true });
});

test.for(["", "call me", "00000", "99501"])(
  "a delivery to the ZIP code %o is never quoted as included, however large the cart",
  async (zip) => {
    const { data } = await quote(shop.guest, [{ product_id: garri.id, quantity: 99 }], "delivery", zip);
    expect(data).toMatchObject({ delivery_cost: 0, delivery_included: false });
  },
);

test("the quote of a delivery below the minimum says that delivery is not included", async () => {
  const included = async (quantity: number) =>
    (await quote(shop.guest, [{ product_id: garri.id, quantity }], "delivery")).data?.delivery_included;
  expect([await included(9), await included(10)]).toEqual([false, true]);
});

test("an unavailable product, and one without its size, cost nothing in a cart", async () => {
  const dress = await aProductInSizes(shop, { price: 50 }, [{ label: "M" }]);
  const hidden = await aProduct(shop, { name: "Half-made", price: 7 });
  const missing = "/storage/v1/object/public/wears_styles/not-there.png";
  await shop.database.admin`update products set img1 = ${missing} where id = ${hidden.id}`;
  const items = [
    { product_id: hidden.id, quantity: 1 },
    { product_id: garri.id, quantity: 1 },
    { product_id: 987_654_321, quantity: 1 },
    { product_id: dress.id, quantity: 1 },
  ];
  for (const client of [shop.guest, admin.client]) {
    expect((await quote(client, items)).data).toMatchObject({ subtotal: 10.99, total: 10.99 });
  }
  expect((await quote(shop.guest, items.slice(0, 1))).data).toMatchObject({ subtotal: 0, total: 0 });
});

test("a quote reveals no stock and creates no order", async () => {
  const yam = await aProduct(shop, { name: "Yam", price: 10 });
  await shop.database.admin`update products set availability = 'counted' where id = ${yam.id}`;
  await shop.database.admin`insert into product_stock (product_id, stock_count) values (${yam.id}, 2)`;
  const { data } = await quote(shop.guest, [{ product_id: yam.id, quantity: 900 }]).throwOnError();
  expect(data).toEqual({ ...NO_CODE, subtotal: 9000, delivery_cost: 0, delivery_included: true, tax: 0, total: 9000 });
  const before = await shop.database.admin`select id from orders`;
  await quote(ama.client, [{ product_id: yam.id, quantity: 1 }]).throwOnError();
  expect((await shop.database.admin`select id from orders`).length).toBe(before.length);
});

test.for<[what: string, items: unknown]>([
  ["nothing", null],
  ["an object instead of a list", { product_id: 1, quantity: 1 }],
  ["an empty list", []],
  ["a line without a product", [{ quantity: 1 }]],
  ["a line of 0 units", [{ product_id: 1, quantity: 0 }]],
  ["a line of -2 units", [{ product_id: 1, quantity: -2 }]],
  ["a line of 1000 units", [{ product_id: 1, quantity: 1000 }]],
  ["201 lines", Array.from({ length: 201 }, () => ({ product_id: 1, quantity: 1 }))],
])("a cart of %s is not quoted", async ([, items]) => {
  expect((await quote(shop.guest, items)).status).toBe(400);
});

test("plain inserts of lines, to two orders at once, are totaled like place_order", async () => {
  const kofi = await shop.signUp("Kofi Boateng");
  const [first, second] = [await anOrder(ama, oil), await anOrder(kofi, garri)];
  const line = (order_id: string) => ({ order_id, product_id: garri.id, quantity: 2, choice_ids: [] });
  await insert(shop, "order_items", [line(first.id), line(second.id)]);
  const totalOf = async (id: string) => (await readRow(shop, "orders", "total", { id })).total;
  expect([await totalOf(first.id), await totalOf(second.id)]).toEqual([34.97, 32.97]);
});
