import { afterAll, beforeAll, expect, test } from "vitest";
import { type Library, openLibrary } from "#tests/library-tables.ts";

/** Calls of functions: https://docs.postgrest.org/en/stable/references/api/functions.html */
let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.close());

test("a function answers with its value, by POST and by GET, with its defaults", async () => {
  const { service } = library;
  expect((await service.rpc("add_up", { a: 1, b: 2 })).data).toBe(3);
  expect((await service.rpc("add_up", { a: 1 }, { get: true })).data).toBe(11);
  expect((await service.rpc("echo", { value: { deep: [1, "two"] } })).data).toEqual({ deep: [1, "two"] });
  expect((await service.rpc("list_years")).data).toEqual([1999, 2010, 2020]);
  const nothing = await service.rpc("do_nothing");
  expect([nothing.status, nothing.data]).toEqual([204, null]);
});

test("rows of a table that a function gives are filtered, ordered, paged, counted and hold related rows", async () => {
  for (const get of [false, true]) {
    const { data, count, error, status } = await library.service
      .rpc("list_books", { wanted: ["oil", "cloth"] }, { get, count: "exact" })
      .select("id, people(name)")
      .neq("id", 3)
      .order("id", { ascending: false })
      .limit(1);
    expect(error).toBeNull();
    expect([data, count, status]).toEqual([[{ id: 2, people: { name: "Kofi" } }], 2, 206]);
  }
});

test("a function that gives one value counts as one row", async () => {
  for (const options of [{}, { get: true }, { head: true }]) {
    const { count, status } = await library.service.rpc("add_up", { a: 1 }, { ...options, count: "exact" });
    expect([status, count]).toEqual([200, 1]);
  }
});

test("a function whose arguments have no names is not found, whatever is sent", async () => {
  for (const given of [{}, { "": 1 }, { a: 1 }]) {
    for (const get of [false, true]) {
      const { error } = await library.service.rpc("nameless", given, { get });
      expect([given, get, error?.code]).toEqual([given, get, "PGRST202"]);
    }
  }
});

test("a refused call says what was looked for, and between which functions it cannot choose", async () => {
  const none = await library.service.rpc("add_up");
  expect(none.error?.details).toBe(
    "Searched for the function public.add_up without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
  );
  const byGet = await library.service.rpc("add_up", { x: 1, y: 2 }, { get: true });
  expect(byGet.error).toMatchObject({
    message: "Could not find the function public.add_up(x, y) in the schema cache",
    details: expect.stringContaining("public.add_up with parameters x, y, but no matches"),
  });
  const two = await library.service.rpc("twice", { a: 1 });
  expect(two.error?.message).toContain("between: public.twice(a => integer), public.twice(a => text)");
});

test("a count alone comes by HEAD, also with arguments that only a body can carry", async () => {
  const plain = await library.service.rpc("list_books", { wanted: ["oil"] }, { head: true, count: "exact" });
  expect([plain.error, plain.data, plain.count]).toEqual([null, null, 2]);
  const { data, count } = await library.service.rpc(
    "echo",
    { value: [{ a: 1 }] },
    { head: true, count: "exact" },
  );
  expect([data, count]).toEqual([null, 1]);
});

test("columns of a function's own are selected and filtered as a table's are", async () => {
  const { data, error } = await library.service.rpc("count_by_author").select("author").gt("books", 1);
  expect([error, data]).toEqual([null, [{ author: "Ama" }]]);
});

test("one row comes as the row, and single() takes one of several", async () => {
  const one = await library.service.rpc("first_book").select("id, title");
  expect(one.data).toEqual({ id: 1, title: "Cooking with palm oil" });
  const single = await library.service
    .rpc("list_books", { wanted: ["cloth"] })
    .select("id")
    .single();
  expect(single.data).toEqual({ id: 2 });
  const several = await library.service.rpc("list_books", { wanted: ["oil"] }).single();
  expect([several.status, several.error?.code]).toEqual([406, "PGRST116"]);
});

test("a call that changes more rows than it may is undone; one value has no number of rows", async () => {
  const { error } = await atMost(1, library.service.rpc("add_note", { loan: 1, note: "late" }));
  expect(error?.code).toBe("PGRST124");
  expect((await library.service.from("loans").select("id").eq("note", "late")).data).toEqual([]);
  const value = await atMost(1, library.service.rpc("add_up", { a: 1 }));
  expect([value.status, value.error?.code]).toEqual([400, "PGRST128"]);
});

test("a function that writes is not called by GET, and one that refuses names its status", async () => {
  const byGet = await library.service.rpc("add_note", { loan: 1, note: "late" }, { get: true });
  expect([byGet.status, byGet.error?.code]).toEqual([405, "25006"]);
  const { status, error } = await library.service.rpc("refuse");
  expect([status, error]).toMatchObject([
    409,
    { code: "PT409", message: "Not today", details: "closed", hint: "tomorrow" },
  ]);
});

test("a text with a dot or a comma is an argument, not a filter", async () => {
  const { data } = await library.service.rpc("twice", { a: "eq.5" }, { get: true });
  expect(data).toBeNull();
  const ask = await library.ask("rpc/list_books?wanted={oil}&id=eq.1&select=id");
  expect(await ask.json()).toEqual([{ id: 1 }]);
});

test.for([
  { what: "an unknown function", path: "rpc/drop_all", status: 404, code: "PGRST202" },
  { what: "a function of PostgreSQL", path: "rpc/pg_sleep?seconds=5", status: 404, code: "PGRST202" },
  { what: "an unknown argument", path: "rpc/add_up?a=1&c=2", status: 404, code: "PGRST202" },
  { what: "a missing argument", path: "rpc/add_up", status: 404, code: "PGRST202" },
  { what: "an argument of two functions", path: "rpc/twice?a=1", status: 300, code: "PGRST203" },
  { what: "an argument of the wrong type", path: "rpc/add_up?a=one", status: 400, code: "22P02" },
  { what: "a filter on a value", path: "rpc/list_years?order=value", status: 400, code: "PGRST100" },
  {
    what: "an unknown column of the result",
    path: "rpc/count_by_author?select=x",
    status: 400,
    code: "42703",
  },
])("$what is refused with $status and $code", async ({ path, status, code }) => {
  const answer = await library.ask(path);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
});

test("arguments by POST are one JSON object in the body", async () => {
  for (const body of ["[1]", "1", "{"]) {
    const answer = await library.ask("rpc/add_up", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "PGRST102"]);
  }
});

/** The client's types know this method only of newer servers. */
function atMost<Query>(rows: number, query: Query): Query {
  return (query as { maxAffected(rows: number): Query }).maxAffected(rows);
}
