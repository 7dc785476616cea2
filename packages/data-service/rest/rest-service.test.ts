import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/running-shop.ts";
import { bothWays } from "./both-ways.ts";

const shop = await openTestShop();
const guest: SupabaseClient = shop.newClient(shop.keys.anonKey, bothWays(shop.dataService, shop.readDirectly));
const ama = await shop.signUp("Ama Mensah");
await shop.data.service
  .from("condiments")
  .insert([
    { name: "Red Palm Oil", price: 14.99, discount_price: 12.99, size: "33.8 fl oz" },
    { name: "Suya Pepper (Yaji)", price: 6.99, discount_price: 5.49, size: "4 oz" },
    { name: "Ground Egusi, fine", price: 12.99, discount_price: null, size: "16 oz" },
    { name: "Browning Sauce", price: 3.99, discount_price: null, size: "4.8 fl oz" },
  ])
  .throwOnError();

const names = (data: unknown[] | null) => data?.map((row) => (row as { name: string }).name);

test("numbers have PostgreSQL's JSON form", async () => {
  const { data } = await guest.from("condiments").select("price, discount_price").eq("name", "Red Palm Oil");
  expect(data).toEqual([{ price: 14.99, discount_price: 12.99 }]);
});

test("columns can be renamed, and JSON is returned unchanged", async () => {
  const { data } = await guest.from("store_settings").select("shop:name, opening_hours").single();
  expect(data).toMatchObject({ shop: "Calabash Market", opening_hours: [{ days: "Mon-Sat" }, {}] });
});

test.for([
  ["eq", (q: Query) => q.eq("name", "Browning Sauce"), ["Browning Sauce"]],
  ["neq and gt", (q: Query) => q.neq("name", "Red Palm Oil").gt("price", 6.99), ["Ground Egusi, fine"]],
  [
    "gte, lt and lte",
    (q: Query) => q.gte("price", 3.99).lt("price", 14.99).lte("price", 6.99),
    ["Suya Pepper (Yaji)", "Browning Sauce"],
  ],
  ["like", (q: Query) => q.like("name", "%Oil"), ["Red Palm Oil"]],
  ["ilike", (q: Query) => q.ilike("name", "*suya*"), ["Suya Pepper (Yaji)"]],
  [
    "in with commas and parentheses",
    (q: Query) => q.in("name", ["Ground Egusi, fine", "Suya Pepper (Yaji)"]),
    ["Suya Pepper (Yaji)", "Ground Egusi, fine"],
  ],
  ["is null", (q: Query) => q.is("discount_price", null), ["Ground Egusi, fine", "Browning Sauce"]],
  ["not", (q: Query) => q.not("discount_price", "is", null), ["Red Palm Oil", "Suya Pepper (Yaji)"]],
  [
    "or with a nested and",
    (q: Query) => q.or('name.eq."Ground Egusi, fine",and(price.lt.5,discount_price.is.null)'),
    ["Ground Egusi, fine", "Browning Sauce"],
  ],
  ["match", (q: Query) => q.match({ size: "4 oz", price: 6.99 }), ["Suya Pepper (Yaji)"]],
  ["a quote and a semicolon in a value", (q: Query) => q.eq("name", "'; drop table products; --"), []],
] as const)("filter %s finds the right rows", async ([, query, found]) => {
  const { data, error } = await query(guest.from("condiments").select("name")).order("id");
  expect(error).toBeNull();
  expect(names(data)).toEqual(found);
});

test("order, limit and range page through the rows, with the total count", async () => {
  const { data, count, status } = await guest
    .from("condiments")
    .select("name", { count: "exact" })
    .order("discount_price", { ascending: false, nullsFirst: false })
    .order("name")
    .range(1, 2);
  expect(names(data)).toEqual(["Suya Pepper (Yaji)", "Browning Sauce"]);
  expect([count, status]).toEqual([4, 206]);
});

test("single requires exactly one row, maybeSingle at most one", async () => {
  const one = await guest.from("condiments").select("name").eq("name", "Red Palm Oil").single();
  expect(one.data).toEqual({ name: "Red Palm Oil" });
  const none = await guest.from("condiments").select("name").eq("name", "x").single();
  expect([none.status, none.error?.code]).toEqual([406, "PGRST116"]);
  const maybe = await guest.from("condiments").select("name").eq("name", "x").maybeSingle();
  expect([maybe.data, maybe.error]).toEqual([null, null]);
});

test("a write that single() rejects is rolled back", async () => {
  const { error } = await shop.data.service
    .from("condiments")
    .update({ description: "changed" })
    .gt("price", 0)
    .select()
    .single();
  expect(error?.code).toBe("PGRST116");
  const { count } = await guest
    .from("condiments")
    .select("*", { count: "exact", head: true })
    .eq("description", "changed");
  expect(count).toBe(0);
});

test("a write to all rows without a filter is rejected", async () => {
  const { service } = shop.data;
  expect((await service.from("condiments").delete()).error?.code).toBe("21000");
  expect((await service.from("condiments").update({ price: 1 })).error?.code).toBe("21000");
});

test.for([
  { what: "an unknown table", path: "secrets", status: 404, code: "PGRST205" },
  { what: "a table of another schema", path: "auth.users", status: 404, code: "PGRST205" },
  { what: "an unknown column", path: "condiments?select=nothing", status: 400, code: "42703" },
  { what: "a filter on an unknown column", path: "condiments?nothing=eq.1", status: 400, code: "42703" },
  { what: "an unknown operator", path: "condiments?price=about.3", status: 400, code: "PGRST100" },
  { what: "a parameter without an operator", path: "condiments?price=3", status: 400, code: "PGRST100" },
  { what: "an invalid order", path: "condiments?order=price.sideways", status: 400, code: "PGRST100" },
  { what: "a limit that is not a number", path: "condiments?limit=all", status: 400, code: "PGRST100" },
  { what: "an open parenthesis", path: "condiments?or=(price.gt.1", status: 400, code: "PGRST100" },
  { what: "an aggregate", path: "condiments?select=price.sum()", status: 400, code: "PGRST123" },
  { what: "an unknown relation", path: "condiments?select=name,profiles(name)", status: 400, code: "PGRST200" },
  { what: "a filter on nothing embedded", path: "condiments?profiles.name=eq.x", status: 400, code: "PGRST108" },
  { what: "a value of the wrong type", path: "condiments?id=eq.abc", status: 400, code: "22P02" },
  { what: "a zero byte", path: "condiments?name=eq.%00", status: 400, code: "22021" },
  { what: "a zero byte in select", path: "condiments?select=%00", status: 400, code: "22021" },
  { what: "a zero byte in an alias", path: "condiments?select=a%00b:name", status: 400, code: "22021" },
])("$what is rejected with $status and $code", async ({ path, status, code }) => {
  const response = await shop.app.request(`/rest/v1/${path}`, { headers: { apikey: shop.keys.anonKey } });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});

test.for(["constructor=x", "toString=x", "__proto__=x", "return=constructor"])(
  "the unknown preference %s is rejected instead of causing an internal error",
  async (prefer) => {
    const response = await shop.app.request("/rest/v1/condiments", { headers: { apikey: shop.keys.anonKey, prefer } });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "PGRST122"]);
  },
);

test("no response may be cached by browsers or proxies, including errors", async () => {
  for (const path of ["condiments?select=id", "nothing"]) {
    const response = await shop.app.request(`/rest/v1/${path}`, { headers: { apikey: shop.keys.anonKey } });
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("a missing token and another scheme return 401, never anonymous access", async () => {
  expect((await shop.app.request("/rest/v1/condiments")).status).toBe(401);
  const basic = { apikey: shop.keys.anonKey, authorization: "Basic YTpi" };
  expect((await shop.app.request("/rest/v1/condiments", { headers: basic })).status).toBe(401);
});

test("a request's role and claims do not leak into the next request on the same connection", async () => {
  const asGuest = () => guest.from("orders").select("id");
  const asAma = () => ama.client.from("profiles").select("id");
  const asServer = () => shop.data.service.from("profiles").select("id");
  const responses = await Promise.all(
    Array.from({ length: 90 }, (_, place) => [asGuest, asAma, asServer][place % 3]?.()),
  );
  for (const [place, response] of responses.entries()) {
    if (place % 3 === 0) expect(response?.error?.code).toBe("42501");
    if (place % 3 === 1) expect(response?.data).toEqual([{ id: ama.id }]);
  }
});

type Query = ReturnType<ReturnType<SupabaseClient["from"]>["select"]>;
