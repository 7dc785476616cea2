import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test, vi } from "vitest";
import { anOrder, aProduct, openShopForTest, openTestShop } from "../../../tests/running-shop.ts";

let answered: (() => void)[] = [];

const shop = await openTestShop({
  restLimits: { maxAnswerBytes: 20_000, inFlight: { maxRequests: 3, maxBytes: 30_000 } },
  onAnswered: (c, callback) => {
    if (c.req.header("x-never-reads")) answered.push(callback);
    else callback();
  },
});
const guest: SupabaseClient = shop.guest;
const ama = await shop.signUp("Ama Mensah");
await shop.data.service
  .from("condiments")
  .insert(
    Array.from({ length: 30 }, (_, place) => ({
      name: `Suya Pepper ${place}`,
      price: 5,
      discount_price: null,
      size: "4 oz",
      description: "ground, smoky and hot ".repeat(40),
    })),
  )
  .throwOnError();

const rejection = async (query: PromiseLike<{ status: number; error: { code: string; message: string } | null }>) => {
  const { status, error } = await query;
  return [status, error?.code, error?.message];
};
const manyColumns = (count: number, name = (place: number) => `c${place}:price`) =>
  Array.from({ length: count }, (_, place) => name(place)).join(",");

test.for([
  {
    what: "columns",
    select: () => manyColumns(151, (place) => `c${place}:${["price", "name", "size", "id"][place % 4]}`),
    message: /names more than 150 columns|more than 8 times/,
  },
  { what: "repetitions of a column", select: () => manyColumns(9), message: /the column price more than 8 times/ },
  { what: "characters", select: () => `id,${"x".repeat(4000)}`, message: /more than 4000 letters/ },
  {
    what: "related tables",
    select: () => manyColumns(11, (place) => `r${place}:order_items(id)`),
    message: /more than 10 related tables/,
  },
  {
    what: "inner related tables",
    select: () => manyColumns(5, (place) => `r${place}:order_items!inner(id)`),
    message: /more than 4 related tables with !inner/,
  },
  {
    what: "levels of nested tables",
    select: () => "order_items(orders(order_items(orders(order_items(id)))))",
    message: /more than 4 related tables in each other/,
  },
])("a select with too many $what is rejected before it reaches the database", async ({ select, message }) => {
  for (const client of [guest, ama.client]) {
    const [status, code, said] = await rejection(client.from("orders").select(select()));
    expect([status, code]).toEqual([413, "54000"]);
    expect(said).toMatch(message);
  }
});

test("nested lists are rejected by the product of their limits", async () => {
  const deep = "id, order_items(id, orders(id, order_items(id)))";
  expect(await rejection(ama.client.from("orders").select(deep))).toEqual([
    413,
    "54000",
    "Nested lists may have more than 1000000 rows",
  ]);
  const order = await anOrder(ama, await aProduct(shop));
  const one = await ama.client.from("orders").select(deep).eq("id", order.id).single().throwOnError();
  expect(one.data.order_items).toHaveLength(1);
  const few = ama.client.from("orders").select(deep).limit(10).limit(10, { referencedTable: "order_items" });
  expect((await few.throwOnError()).data).toHaveLength(1);
});

test("nested filters and the values of a list are counted", async () => {
  const prices = Array.from({ length: 61 }, (_, place) => `price.eq.${place}`);
  const tree = `and(${prices.slice(0, 30).join(",")}),or(${prices.slice(30).join(",")})`;
  expect(await rejection(guest.from("condiments").select("id").or(tree))).toEqual([
    413,
    "54000",
    "The query has more than 60 filters",
  ]);
  const many = Array.from({ length: 1001 }, (_, place) => place);
  expect((await rejection(guest.from("condiments").select("id").in("id", many)))[2]).toBe(
    "The list of a filter has more than 1000 values",
  );
  expect((await guest.from("condiments").select("id").in("id", many.slice(1))).error).toBeNull();
});

test("guests cannot use regular expressions; users can use short ones without back references", async () => {
  for (const operator of ["match", "imatch"]) {
    expect(await rejection(guest.from("condiments").select("id").filter("name", operator, "^Suya"))).toEqual([
      401,
      "42501",
      "Regular expressions require a login",
    ]);
  }
  const { error } = await guest.from("condiments").select("id").or('price.lt.1,not.and(name.match."^(.*)\\1$")');
  expect(error?.code).toBe("42501");
  const named = (pattern: string) => ama.client.from("condiments").select("id").filter("name", "match", pattern);
  expect((await named("^Suya.*1$")).data).toHaveLength(3);
  expect((await named("^(.*)(.*)\\1\\2$")).error?.code).toBe("54000");
  expect((await named("x".repeat(101))).error?.code).toBe("54000");
});

test("an insert is limited to as many rows as a cart may have lines", async () => {
  const lines = Array.from({ length: 501 }, () => ({ order_id: crypto.randomUUID(), product_id: 1, quantity: 1 }));
  expect(await rejection(ama.client.from("order_items").insert(lines))).toEqual([
    413,
    "54000",
    "The insert has more than 500 rows",
  ]);
});

test("a response above the limit stays in the database, and its write is rolled back", async () => {
  const all = guest.from("condiments").select("id, description").like("name", "Suya Pepper*");
  expect(await rejection(all.limit(60))).toEqual([413, "54000", "The response is too large"]);
  expect((await guest.from("condiments").select("id, description").limit(20).throwOnError()).data).toHaveLength(20);
  const owner = await shop.signUpAdmin("Efua Owner");
  const written = await owner.client
    .from("condiments")
    .update({ size: "8 oz" })
    .like("name", "Suya Pepper*")
    .select("id, description");
  expect(written.error?.code).toBe("54000");
  expect((await guest.from("condiments").select("id").eq("size", "8 oz").throwOnError()).data).toEqual([]);
});

test("the service role has no limits", async () => {
  const { service } = shop.data;
  const all = await service
    .from("condiments")
    .select(`*,${manyColumns(120)}`)
    .throwOnError();
  expect(all.data?.length).toBeGreaterThan(30);
  expect((await service.from("condiments").select("id").filter("name", "match", "^(S).*\\1?")).error).toBeNull();
});

test("a repeatedly rejected client is rejected without reading its body, and others are not", async () => {
  const strict = await openShopForTest({ restLimits: { maxRejections: 3 } });
  const send = (select: string) =>
    strict.app.request(`/rest/v1/condiments?select=${select}`, { headers: { apikey: strict.keys.anonKey } });
  for (let place = 0; place < 3; place += 1) expect((await send(manyColumns(9))).status).toBe(413);
  expect((await send(manyColumns(9))).status).toBe(429);
  expect((await strict.data.service.from("condiments").select("id")).error).toBeNull();
});

test("a client that does not read its responses is limited, and others are served meanwhile", async () => {
  const send = (path: string, key = shop.keys.anonKey) =>
    shop.app.request(`/rest/v1/${path}`, { headers: { apikey: key, "x-never-reads": "1" } });
  const small = "condiments?select=id&limit=1";
  for (let place = 0; place < 3; place += 1) expect((await send(small)).status).toBe(200);
  const rejected = await send(small);
  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await rejected.json()).toMatchObject({ code: "53300" });
  // Neither the service role nor clients at other addresses wait for these responses.
  expect((await send(small, shop.keys.serviceRoleKey)).status).toBe(200);
  for (const leave of answered) leave();
  answered = [];

  const large = "condiments?select=id,description&limit=15";
  expect((await send(large)).status).toBe(200);
  expect((await send(large)).status).toBe(200);
  expect((await send(large)).status).toBe(429);
  for (const leave of answered) leave();
  answered = [];
  expect((await send(small)).status).toBe(200);
});

test("a call in the process takes its user's connections, unless it is the store's own work", async () => {
  const { requests } = shop.database;
  const [users, own] = [vi.spyOn(requests.users, "withConnection"), vi.spyOn(requests.shop, "withConnection")];
  const read = (by: { token: string; isOwnWork?: boolean }) => {
    users.mockClear();
    own.mockClear();
    return shop.data.call("own_order_status", { order_id: crypto.randomUUID() }, by).catch(() => null);
  };
  await read({ token: ama.accessToken });
  expect([users.mock.calls.length, own.mock.calls.length]).toEqual([1, 0]);
  await read({ token: ama.accessToken, isOwnWork: true });
  expect([users.mock.calls.length, own.mock.calls.length]).toEqual([0, 1]);
});
