import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { openLibrary } from "./library-tables.ts";

/** Filters of the official client. The usual comparisons are in rest-service.test.ts. */
const library = await openLibrary();

type Query = ReturnType<ReturnType<SupabaseClient["from"]>["select"]>;

test.for<{ what: string; send: (books: Query) => Query; found: number[] }>([
  { what: "contains in a list", send: (q) => q.contains("tags", ["oil"]), found: [1, 3] },
  { what: "contains in JSON", send: (q) => q.contains("facts", { print: { run: 3 } }), found: [1] },
  { what: "contains in a range", send: (q) => q.contains("pages", "[60,70)"), found: [1, 2] },
  { what: "containedBy of a list", send: (q) => q.containedBy("tags", ["oil", "food"]), found: [1, 4] },
  { what: "containedBy of JSON", send: (q) => q.containedBy("facts", { year: 2020, more: 1 }), found: [3, 4] },
  { what: "overlaps of a list", send: (q) => q.overlaps("tags", ["soap", "cloth"]), found: [2, 3] },
  { what: "overlaps of a range", send: (q) => q.overlaps("pages", "[90,210)"), found: [1, 2, 3] },
  { what: "regexMatch", send: (q) => q.regexMatch("title", "^[CW]"), found: [1, 2] },
  { what: "regexIMatch", send: (q) => q.regexIMatch("title", "^oils"), found: [3] },
  { what: "notIn", send: (q) => q.notIn("id", [1, 2]), found: [3, 4] },
  { what: "filter with any operator", send: (q) => q.filter("id", "gte", 3), found: [3, 4] },
  {
    what: "in with quotes, commas and parentheses",
    send: (q) => q.filter("title", "in", '("A book (of quotes) \\"and\\" commas, etc.")'),
    found: [4],
  },
  { what: "in with nothing", send: (q) => q.in("id", []), found: [] },
  { what: "not with a list", send: (q) => q.not("tags", "cs", "{oil}"), found: [2, 4] },
  {
    what: "or with lists and a negated tree",
    send: (q) => q.or("tags.cs.{cloth},tags.cs.{soap},not.and(id.lt.4,id.gt.0)"),
    found: [2, 3, 4],
  },
  { what: "several or at once", send: (q) => q.or("id.eq.1,id.eq.2").or("id.eq.2,id.eq.3"), found: [2] },
])("$what finds the right rows", async ({ send, found }) => {
  const { data, error } = await send(library.service.from("books").select("id")).order("id");
  expect(error).toBeNull();
  expect(data?.map((row) => (row as { id: number }).id)).toEqual(found);
});

test.for([
  { what: "an invalid list", path: "books?tags=cs.oil", code: "22P02" },
  { what: "invalid JSON", path: "books?facts=cs.{a", code: "22P02" },
  { what: "an invalid pattern", path: "books?title=match.(", code: "2201B" },
  { what: "is with an unknown value", path: "books?id=is.maybe", code: "PGRST100" },
  { what: "is with the name of an object's property", path: "books?id=is.constructor", code: "PGRST100" },
  { what: "an operator that the column's type lacks", path: "books?id=cs.{1}", code: "42883" },
  { what: "an empty tree", path: "books?or=()", code: "PGRST100" },
])("$what is rejected with $code", async ({ path, code }) => {
  const response = await library.send(path);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(((await response.json()) as { code: string }).code).toBe(code);
});

test("a value never becomes SQL, whatever its position", async () => {
  const hostile = `'); drop table books; --`;
  const paths = [
    `books?title=eq.${encodeURIComponent(hostile)}`,
    `books?"${encodeURIComponent(hostile)}"=eq.1`,
    `books?select=id,${encodeURIComponent(hostile)}`,
    `books?select="${encodeURIComponent(hostile)}":id`,
    `books?title=in.("${encodeURIComponent(hostile)}")`,
    `books?order="${encodeURIComponent(hostile)}"`,
    `books?select=id,${encodeURIComponent('"x"; drop table books')}`,
  ];
  for (const path of paths) expect((await library.send(path)).status).toBeLessThan(500);
  expect((await library.service.from("books").select("*", { count: "exact", head: true })).count).toBe(4);
});

test("values with double quotes are matched as the official client and PostgREST write them", async () => {
  const { service } = library;
  const titles = ['6" plate', '"Big" bowl', '12" pan, 14" pan', 'a "b" c', "C:\\dir", '"'];
  const rows = titles.map((title, place) => ({ id: 900 + place, title }));
  await service.from("books").insert(rows).throwOnError();
  const books = (): Query => service.from("books").select("id") as unknown as Query;
  const found = async (query: Query) => {
    const { data } = await query.gte("id", 900).order("id").throwOnError();
    return (data as { id: number }[]).map(({ id }) => id - 900);
  };
  expect(await found(books().in("title", ['6" plate']))).toEqual([0]);
  expect(await found(books().in("title", ["none", '6" plate', 'a "b" c', '"']))).toEqual([0, 3, 5]);
  expect(await found(books().in("title", ['"Big" bowl']))).toEqual([1]);
  expect(await found(books().in("title", ["C:\\dir"]))).toEqual([4]);
  // The client quotes values with commas, but does not escape quotes inside: PostgREST reads two values.
  expect(await found(books().in("title", ['12" pan, 14" pan']))).toEqual([]);
  expect(await found(books().filter("title", "in", '("12\\" pan, 14\\" pan",x)'))).toEqual([2]);
  expect(await found(books().notIn("title", ['6" plate', '"Big" bowl']))).toEqual([2, 3, 4, 5]);
  expect(await found(books().eq("title", '6" plate'))).toEqual([0]);
  expect(await found(books().or('title.in.(6" plate,x),title.eq.a "b" c,title.eq."\\"Big\\" bowl"'))).toEqual([
    0, 1, 3,
  ]);
  expect((await books().filter("title", "in", "(a)b)")).status).toBe(400);
  await service.from("books").delete().gte("id", 900).throwOnError();
});
