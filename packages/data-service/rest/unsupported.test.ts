import { afterAll, beforeAll, expect, test } from "vitest";
import { type Library, openLibrary } from "./library-tables.ts";

/** PostgREST features that this service rejects by name. */
let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.close());

type Answer = PromiseLike<{ status: number; error: { code: string } | null }>;
const books = () => library.service.from("books");
const loans = () => library.service.from("loans");

test.for<{ what: string; ask: () => Answer; answer: [number, string] }>([
  { what: "csv", ask: () => books().select("id").csv(), answer: [406, "PGRST107"] },
  { what: "stripNulls", ask: () => books().select("id").stripNulls(), answer: [406, "PGRST107"] },
  {
    what: "stripNulls of one row",
    ask: () => books().select("id").eq("id", 1).stripNulls().single(),
    answer: [406, "PGRST107"],
  },
  { what: "a spread row", ask: () => books().select("id, ...people(name)"), answer: [400, "PGRST100"] },
  { what: "spread rows", ask: () => books().select("id, ...loans(note)"), answer: [400, "PGRST100"] },
  { what: "many to many", ask: () => books().select("id, subjects(label)"), answer: [400, "PGRST200"] },
  {
    what: "an order by a related column",
    ask: () => books().select("id, people(name)").order("people(name)"),
    answer: [400, "PGRST100"],
  },
  {
    what: "a filter on whether there are related rows",
    ask: () => books().select("id, loans()").is("loans", null),
    answer: [400, "42703"],
  },
  { what: "a path into JSON", ask: () => books().select("facts->>year"), answer: [400, "PGRST100"] },
  {
    what: "a filter inside JSON",
    ask: () => books().select("id").eq("facts->>year", "1999"),
    answer: [400, "PGRST100"],
  },
  {
    what: "an order inside JSON",
    ask: () => books().select("id").order("facts->>year"),
    answer: [400, "PGRST100"],
  },
  {
    what: "a path into JSON inside of or",
    ask: () => books().select("id").or("id.eq.1,facts->>year.eq.1999"),
    answer: [400, "PGRST100"],
  },
  { what: "a cast", ask: () => books().select("id::text"), answer: [400, "PGRST100"] },
  {
    what: "textSearch",
    ask: () => books().select("id").textSearch("title", "oil"),
    answer: [400, "PGRST100"],
  },
  {
    what: "textSearch with a configuration",
    ask: () => books().select("id").textSearch("title", "oil", { type: "websearch", config: "english" }),
    answer: [400, "PGRST100"],
  },
  { what: "likeAllOf", ask: () => books().select("id").likeAllOf("title", ["%"]), answer: [400, "PGRST100"] },
  {
    what: "ilikeAnyOf",
    ask: () => books().select("id").ilikeAnyOf("title", ["%"]),
    answer: [400, "PGRST100"],
  },
  { what: "isDistinct", ask: () => books().select("id").isDistinct("id", 1), answer: [400, "PGRST100"] },
  { what: "rangeGt", ask: () => books().select("id").rangeGt("pages", "[1,2)"), answer: [400, "PGRST100"] },
  { what: "rangeGte", ask: () => books().select("id").rangeGte("pages", "[1,2)"), answer: [400, "PGRST100"] },
  { what: "rangeLt", ask: () => books().select("id").rangeLt("pages", "[1,2)"), answer: [400, "PGRST100"] },
  { what: "rangeLte", ask: () => books().select("id").rangeLte("pages", "[1,2)"), answer: [400, "PGRST100"] },
  {
    what: "rangeAdjacent",
    ask: () => books().select("id").rangeAdjacent("pages", "[1,2)"),
    answer: [400, "PGRST100"],
  },
  {
    what: "maxAffected",
    ask: () => atMost(5, loans().update({ note: "late" }).gt("id", 0)),
    answer: [400, "PGRST122"],
  },
  {
    what: "maxAffected of a call",
    ask: () => atMost(5, library.service.rpc("add_note", { loan: 1, note: "late" })),
    answer: [400, "PGRST122"],
  },
  {
    what: "defaultToNull: false",
    ask: () => loans().insert([{ book_id: 3 }, { book_id: 4 }], { defaultToNull: false }),
    answer: [400, "PGRST122"],
  },
  {
    what: "a call by GET",
    ask: () => library.service.rpc("add_up", { a: 1 }, { get: true }),
    answer: [405, "PGRST117"],
  },
])("$what is refused", async ({ ask, answer }) => {
  const { status, error } = await ask();
  expect([status, error?.code]).toEqual(answer);
});

test("what was refused has changed nothing", async () => {
  expect((await loans().select("id").eq("note", "late")).data).toEqual([]);
  expect((await loans().select("id").gte("book_id", 3)).data).toEqual([]);
});

test("a call by HEAD and a page by a Range header are refused", async () => {
  const head = await library.service.rpc("add_up", { a: 1 }, { head: true });
  expect(head.status).toBe(405);
  const range = await library.ask("books?select=id", { headers: { range: "0-1", "range-unit": "items" } });
  expect([range.status, await range.json()]).toMatchObject([400, { code: "PGRST100" }]);
});

/** The client's types know this method only of newer servers. */
function atMost<Query>(rows: number, query: Query): Query {
  return (query as { maxAffected(rows: number): Query }).maxAffected(rows);
}
