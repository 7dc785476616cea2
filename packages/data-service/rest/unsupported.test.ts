import { expect, test } from "vitest";
import { openLibrary } from "./library-tables.ts";

const library = await openLibrary();

type Answer = PromiseLike<{ status: number; error: { code: string } | null }>;
const books = () => library.service.from("books");
const loans = () => library.service.from("loans");

test.for<{ what: string; send: () => Answer; answer: [number, string] }>([
  { what: "csv", send: () => books().select("id").csv(), answer: [406, "PGRST107"] },
  { what: "stripNulls", send: () => books().select("id").stripNulls(), answer: [406, "PGRST107"] },
  {
    what: "stripNulls of one row",
    send: () => books().select("id").eq("id", 1).stripNulls().single(),
    answer: [406, "PGRST107"],
  },
  { what: "a spread row", send: () => books().select("id, ...people(name)"), answer: [400, "PGRST100"] },
  { what: "spread rows", send: () => books().select("id, ...loans(note)"), answer: [400, "PGRST100"] },
  { what: "many to many", send: () => books().select("id, subjects(label)"), answer: [400, "PGRST200"] },
  {
    what: "an order by a related column",
    send: () => books().select("id, people(name)").order("people(name)"),
    answer: [400, "PGRST100"],
  },
  {
    what: "a filter on whether there are related rows",
    send: () => books().select("id, loans()").is("loans", null),
    answer: [400, "42703"],
  },
  { what: "a path into JSON", send: () => books().select("facts->>year"), answer: [400, "PGRST100"] },
  {
    what: "a filter inside JSON",
    send: () => books().select("id").eq("facts->>year", "1999"),
    answer: [400, "PGRST100"],
  },
  { what: "an order inside JSON", send: () => books().select("id").order("facts->>year"), answer: [400, "PGRST100"] },
  {
    what: "a path into JSON inside of or",
    send: () => books().select("id").or("id.eq.1,facts->>year.eq.1999"),
    answer: [400, "PGRST100"],
  },
  { what: "a cast", send: () => books().select("id::text"), answer: [400, "PGRST100"] },
  { what: "textSearch", send: () => books().select("id").textSearch("title", "oil"), answer: [400, "PGRST100"] },
  {
    what: "textSearch with a configuration",
    send: () => books().select("id").textSearch("title", "oil", { type: "websearch", config: "english" }),
    answer: [400, "PGRST100"],
  },
  { what: "likeAllOf", send: () => books().select("id").likeAllOf("title", ["%"]), answer: [400, "PGRST100"] },
  { what: "ilikeAnyOf", send: () => books().select("id").ilikeAnyOf("title", ["%"]), answer: [400, "PGRST100"] },
  { what: "isDistinct", send: () => books().select("id").isDistinct("id", 1), answer: [400, "PGRST100"] },
  { what: "rangeGt", send: () => books().select("id").rangeGt("pages", "[1,2)"), answer: [400, "PGRST100"] },
  { what: "rangeGte", send: () => books().select("id").rangeGte("pages", "[1,2)"), answer: [400, "PGRST100"] },
  { what: "rangeLt", send: () => books().select("id").rangeLt("pages", "[1,2)"), answer: [400, "PGRST100"] },
  { what: "rangeLte", send: () => books().select("id").rangeLte("pages", "[1,2)"), answer: [400, "PGRST100"] },
  {
    what: "rangeAdjacent",
    send: () => books().select("id").rangeAdjacent("pages", "[1,2)"),
    answer: [400, "PGRST100"],
  },
  {
    what: "maxAffected",
    send: () => withMaxAffected(5, loans().update({ note: "late" }).gt("id", 0)),
    answer: [400, "PGRST122"],
  },
  {
    what: "maxAffected of a call",
    send: () => withMaxAffected(5, library.service.rpc("add_note", { loan: 1, note: "late" })),
    answer: [400, "PGRST122"],
  },
  {
    what: "defaultToNull: false",
    send: () => loans().insert([{ book_id: 3 }, { book_id: 4 }], { defaultToNull: false }),
    answer: [400, "PGRST122"],
  },
  {
    what: "a call by GET",
    send: () => library.service.rpc("add_up", { a: 1 }, { get: true }),
    answer: [405, "PGRST117"],
  },
])("$what is rejected", async ({ send, answer }) => {
  const { status, error } = await send();
  expect([status, error?.code]).toEqual(answer);
});

test("a rejected request changes nothing", async () => {
  expect((await loans().select("id").eq("note", "late")).data).toEqual([]);
  expect((await loans().select("id").gte("book_id", 3)).data).toEqual([]);
});

test("a call by HEAD and a page by Range header are rejected", async () => {
  expect((await library.service.rpc("add_up", { a: 1 }, { head: true })).status).toBe(405);
  const range = await library.send("books?select=id", { headers: { range: "0-1", "range-unit": "items" } });
  expect([range.status, await range.json()]).toMatchObject([400, { code: "PGRST100" }]);
});

/** The client's types allow this method only for newer servers. */
function withMaxAffected<Query>(rows: number, query: Query): Query {
  return (query as { maxAffected(rows: number): Query }).maxAffected(rows);
}

test.for([
  ["an operator modifier", "books?id=eq(any).{1,2}", 400, "PGRST100"],
  [
    "a filter by table name on a relation with an alias",
    "books?select=id,mine:loans(id)&loans.id=eq.1",
    400,
    "PGRST108",
  ],
  ["a negative offset", "books?select=id&offset=-1", 416, "PGRST103"],
] as const)("%s is rejected", async ([, path, status, code]) => {
  const response = await library.send(path);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});

test("count=none is rejected, like every unsupported preference", async () => {
  const response = await library.send("books?select=id", { headers: { prefer: "count=none" } });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "PGRST122"]);
});
