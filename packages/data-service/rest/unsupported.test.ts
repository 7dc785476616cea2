import { expect, test } from "vitest";
import { openLibrary } from "./library-tables.ts";

const library = await openLibrary();

type Answer = PromiseLike<{ status: number; error: { code: string } | null }>;
const books = () => library.service.from("books");
const loans = () => library.service.from("loans");

test.for<[what: string, send: () => Answer, status: number, code: string]>([
  ["explain", () => books().select("id").explain() as unknown as Answer, 406, "PGRST107"],
  ["geojson", () => books().select("id").geojson(), 406, "PGRST107"],
  ["csv", () => books().select("id").csv(), 406, "PGRST107"],
  ["stripNulls", () => books().select("id").stripNulls(), 406, "PGRST107"],
  ["stripNulls of one row", () => books().select("id").eq("id", 1).stripNulls().single(), 406, "PGRST107"],
  ["a spread row", () => books().select("id, ...people(name)"), 400, "PGRST100"],
  ["spread rows", () => books().select("id, ...loans(note)"), 400, "PGRST100"],
  ["many to many", () => books().select("id, subjects(label)"), 400, "PGRST200"],
  ["an order by a related column", () => books().select("id, people(name)").order("people(name)"), 400, "PGRST100"],
  ["a filter on whether there are related rows", () => books().select("id, loans()").is("loans", null), 400, "42703"],
  ["a path into JSON", () => books().select("facts->>year"), 400, "PGRST100"],
  ["a filter inside JSON", () => books().select("id").eq("facts->>year", "1999"), 400, "PGRST100"],
  ["an order inside JSON", () => books().select("id").order("facts->>year"), 400, "PGRST100"],
  ["a path into JSON inside of or", () => books().select("id").or("id.eq.1,facts->>year.eq.1999"), 400, "PGRST100"],
  ["a cast", () => books().select("id::text"), 400, "PGRST100"],
  ["textSearch", () => books().select("id").textSearch("title", "oil"), 400, "PGRST100"],
  [
    "textSearch with a configuration",
    () => books().select("id").textSearch("title", "oil", { type: "websearch", config: "english" }),
    400,
    "PGRST100",
  ],
  ["likeAllOf", () => books().select("id").likeAllOf("title", ["%"]), 400, "PGRST100"],
  ["ilikeAnyOf", () => books().select("id").ilikeAnyOf("title", ["%"]), 400, "PGRST100"],
  ["isDistinct", () => books().select("id").isDistinct("id", 1), 400, "PGRST100"],
  ["rangeGt", () => books().select("id").rangeGt("pages", "[1,2)"), 400, "PGRST100"],
  ["rangeGte", () => books().select("id").rangeGte("pages", "[1,2)"), 400, "PGRST100"],
  ["rangeLt", () => books().select("id").rangeLt("pages", "[1,2)"), 400, "PGRST100"],
  ["rangeLte", () => books().select("id").rangeLte("pages", "[1,2)"), 400, "PGRST100"],
  ["rangeAdjacent", () => books().select("id").rangeAdjacent("pages", "[1,2)"), 400, "PGRST100"],
  ["maxAffected", () => withMaxAffected(5, loans().update({ note: "late" }).gt("id", 0)), 400, "PGRST122"],
  [
    "maxAffected of a call",
    () => withMaxAffected(5, library.service.rpc("add_note", { loan: 1, note: "late" })),
    400,
    "PGRST122",
  ],
  [
    "defaultToNull: false",
    () => loans().insert([{ book_id: 3 }, { book_id: 4 }], { defaultToNull: false }),
    400,
    "PGRST122",
  ],
  ["a call by GET", () => library.service.rpc("add_up", { a: 1 }, { get: true }), 405, "PGRST117"],
])("%s is rejected", async ([, send, status, code]) => {
  const answer = await send();
  expect([answer.status, answer.error?.code]).toEqual([status, code]);
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
