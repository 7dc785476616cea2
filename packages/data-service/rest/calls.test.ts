import { expect, test } from "vitest";
import { openLibrary } from "./library-tables.ts";

/** Function calls: https://docs.postgrest.org/en/stable/references/api/functions.html */
const library = await openLibrary();

test("a function returns its value and uses default arguments", async () => {
  const { service } = library;
  expect((await service.rpc("add_up", { a: 1, b: 2 })).data).toBe(3);
  expect((await service.rpc("add_up", { a: 1 })).data).toBe(11);
  expect((await service.rpc("echo", { value: { deep: [1, "two"] } })).data).toEqual({ deep: [1, "two"] });
  expect((await service.rpc("list_years")).data).toEqual([1999, 2010, 2020]);
  const nothing = await service.rpc("do_nothing");
  expect([nothing.status, nothing.data]).toEqual([204, null]);
});

test("a function with its own time limit has it from the beginning of the call", async () => {
  expect((await library.service.rpc("limit_of_call")).data).toBe("30s");
});

test("rows returned by a function can be filtered, ordered, paged, counted and embedded into", async () => {
  const { data, count, error, status } = await library.service
    .rpc("list_books", { with_tags: ["oil", "cloth"] }, { count: "exact" })
    .select("id, people(name)")
    .neq("id", 3)
    .order("id", { ascending: false })
    .limit(1);
  expect(error).toBeNull();
  expect([data, count, status]).toEqual([[{ id: 2, people: { name: "Kofi" } }], 2, 206]);
});

test("a function that returns one value counts as one row", async () => {
  const { count, status } = await library.service.rpc("add_up", { a: 1 }, { count: "exact" });
  expect([status, count]).toEqual([200, 1]);
});

test("a function with unnamed arguments is not found", async () => {
  for (const given of [{}, { "": 1 }, { a: 1 }]) {
    expect([given, (await library.service.rpc("nameless", given)).error?.code]).toEqual([given, "PGRST202"]);
  }
});

test("an error of a call names the function that was searched, or the ambiguous candidates", async () => {
  expect((await library.service.rpc("add_up")).error?.details).toBe(
    "Searched for the function public.add_up without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
  );
  expect((await library.service.rpc("add_up", { x: 1, y: 2 })).error).toMatchObject({
    message: "Could not find the function public.add_up(x, y) in the schema cache",
    details: expect.stringContaining("public.add_up with parameters x, y or with"),
  });
  const two = await library.service.rpc("twice", { a: 1 });
  expect(two.error?.message).toContain("between: public.twice(a => integer), public.twice(a => text)");
});

test("columns of a function's result are selected and filtered like a table's", async () => {
  const { data, error } = await library.service.rpc("count_by_author").select("author").gt("books", 1);
  expect([error, data]).toEqual([null, [{ author: "Ama" }]]);
});

test("a function that returns one row responds with an object, and single() requires one row", async () => {
  const one = await library.service.rpc("first_book").select("id, title");
  expect(one.data).toEqual({ id: 1, title: "Cooking with palm oil" });
  const single = await library.service
    .rpc("list_books", { with_tags: ["cloth"] })
    .select("id")
    .single();
  expect(single.data).toEqual({ id: 2 });
  const several = await library.service.rpc("list_books", { with_tags: ["oil"] }).single();
  expect([several.status, several.error?.code]).toEqual([406, "PGRST116"]);
});

test("a function can set the status of its error", async () => {
  const { status, error } = await library.service.rpc("refuse");
  expect([status, error]).toMatchObject([
    409,
    { code: "PT409", message: "Not today", details: "closed", hint: "tomorrow" },
  ]);
});

test.for([
  { what: "an unknown function", name: "drop_all", given: {}, status: 404, code: "PGRST202" },
  { what: "a function of PostgreSQL", name: "pg_sleep", given: { seconds: 5 }, status: 404, code: "PGRST202" },
  { what: "an unknown argument", name: "add_up", given: { a: 1, c: 2 }, status: 404, code: "PGRST202" },
  { what: "a missing argument", name: "add_up", given: {}, status: 404, code: "PGRST202" },
  { what: "an argument of two functions", name: "twice", given: { a: 1 }, status: 300, code: "PGRST203" },
  { what: "an argument of the wrong type", name: "add_up", given: { a: "one" }, status: 400, code: "22P02" },
  { what: "a filter on a value", name: "list_years?order=value", given: {}, status: 400, code: "PGRST100" },
  { what: "an unknown column of the result", name: "count_by_author?select=x", given: {}, status: 400, code: "42703" },
])("$what is rejected with $status and $code", async ({ name, given, status, code }) => {
  const response = await library.send(`rpc/${name}`, {
    method: "POST",
    body: JSON.stringify(given),
    headers: { "content-type": "application/json" },
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});

test("arguments by POST must be one JSON object in the body", async () => {
  for (const body of ["[1]", "1", "{"]) {
    const response = await library.send("rpc/add_up", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "PGRST102"]);
  }
});

test("a statement that reached its time limit is counted by the request limit", async () => {
  await library.service.rpc("first_book").throwOnError();
  expect((await library.service.rpc("refuse")).status).toBe(409);
  expect(library.timedOut).toEqual([]);
  expect((await library.service.rpc("use_all_time")).error).toMatchObject({
    code: "57014",
    message: "The request took too long.",
  });
  expect(library.timedOut).toEqual(["/rest/v1/rpc/use_all_time"]);
});
