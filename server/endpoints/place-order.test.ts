import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { orderInput } from "#tests/order-input.ts";
import { postJson } from "#tests/requests.ts";
import { aProduct, openTestShop, type TestShop } from "#tests/running-shop.ts";

const shop = await openTestShop();

type Person = Awaited<ReturnType<TestShop["signUp"]>>;

const post = (person: Person | null, body: unknown) => postJson(shop, "/api/order", body, person);

const orderOf = (product: { id: number }, expected: number, request_key = randomUUID()) =>
  orderInput([{ product_id: product.id, quantity: 2 }], expected, { request_key });

test("one request places an order and opens its payment, and a repeated one returns the same", async () => {
  const person = await shop.signUp("Ama");
  const body = orderOf(await aProduct(shop, { price: 10 }), 20);
  const response = await post(person, body);
  expect(response.status).toBe(200);
  const placed = await response.json();
  expect(placed).toMatchObject({ amount: 2000, order: { status: "pending", total: 20, user_id: person.id } });
  expect(placed.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
  const again = await (await post(person, body)).json();
  expect([again.order.id, again.clientSecret]).toEqual([placed.order.id, placed.clientSecret]);
});

test("changed prices return 409 with the current ones, and no order is created", async () => {
  const person = await shop.signUp("Kofi");
  const response = await post(person, orderOf(await aProduct(shop, { price: 10 }), 19));
  expect(response.status).toBe(409);
  const body = await response.json();
  expect(body).toMatchObject({ error: "The prices have changed.", code: "PT409" });
  expect(JSON.parse(body.details)).toMatchObject({ total: 20 });
  expect((await person.client.from("orders").select("id")).data).toEqual([]);
});

test("without a token, with another's, or with other arguments nothing is ordered", async () => {
  const person = await shop.signUp("Yaa");
  const oil = await aProduct(shop, { price: 10 });
  expect((await post(null, orderOf(oil, 20))).status).toBe(401);
  const forged = { ...person, accessToken: `${person.accessToken.slice(0, -8)}AAAAAAAA` };
  expect((await post(forged, orderOf(oil, 20))).status).toBe(401);
  expect((await post(person, [])).status).toBe(400);
  expect((await post(person, { ...orderOf(oil, 20), status: "paid" })).status).toBe(400);
  expect((await post(person, { ...orderOf(oil, 20), items: [] })).status).toBe(400);
});

test("an ended session orders nothing", async () => {
  const person = await shop.signUp("Esi");
  const oil = await aProduct(shop, { price: 10 });
  await person.client.auth.signOut();
  expect((await post(person, orderOf(oil, 20))).status).toBe(401);
});
