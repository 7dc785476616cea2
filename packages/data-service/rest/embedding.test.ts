import { expect, test } from "vitest";
import { openLibrary } from "./library-tables.ts";

/** Embedding of related rows: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html */
const library = await openLibrary();

const books = () => library.service.from("books");

test("a row can embed the row that it refers to, and the rows that refer to it", async () => {
  const { data, error } = await books()
    .select("title, writer:people(name, books(id)), covers(color), loans(id)")
    .eq("id", 2)
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({
    title: "Weaving kente cloths",
    writer: { name: "Kofi", books: [{ id: 2 }] },
    covers: null,
    loans: [{ id: 3 }],
  });
});

test("rows and related rows are counted without aggregate functions", async () => {
  const { data, error } = await books().select("id, loans(count), lent:loans(count)").eq("id", 2);
  expect(error).toBeNull();
  expect(data).toEqual([{ id: 2, loans: [{ count: 1 }], lent: [{ count: 1 }] }]);
  expect((await books().select("count")).data).toEqual([{ count: 4 }]);
  expect((await books().select("many:count").lt("id", 3)).data).toEqual([{ many: 2 }]);
});

test("rows without columns are empty objects, also embedded ones", async () => {
  const read = async (select: string) => (await library.send(`books?select=${select}&id=eq.2`)).json();
  expect(await read("id,loans(books())")).toEqual([{ id: 2, loans: [{}] }]);
  expect(await read("loans()")).toEqual([{}]);
});

test("of repeated parameters, the first select and order, the last limit, and every filter apply", async () => {
  const response = await library.send(
    "books?select=id&select=title&order=id.desc&order=id.asc&limit=1&limit=2&id=gt.1&id=lt.9",
  );
  expect(await response.json()).toEqual([{ id: 4 }, { id: 3 }]);
});

test("a hint selects one of two keys to the same table, by key name or column", async () => {
  const { data, error } = await library.service
    .from("loans")
    .select("id, lender:people!loans_lender_id_fkey(name), borrower:people!borrower_id(name), lender_id(id)")
    .eq("id", 1)
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({ id: 1, lender: { name: "Ama" }, borrower: { name: "Kofi" }, lender_id: { id: 1 } });
});

test("two keys to one table without a hint are rejected with the possible hints", async () => {
  const { error, status } = await library.service.from("loans").select("id, people(name)");
  expect([status, error?.code]).toEqual([300, "PGRST201"]);
  expect(error?.details).toEqual([
    {
      cardinality: "many-to-one",
      embedding: "loans with people",
      relationship: "loans_lender_id_fkey using loans(lender_id) and people(id)",
    },
    {
      cardinality: "many-to-one",
      embedding: "loans with people",
      relationship: "loans_borrower_id_fkey using loans(borrower_id) and people(id)",
    },
  ]);
  expect(error?.hint).toContain("'people!loans_lender_id_fkey', 'people!loans_borrower_id_fkey'");
});

test("a table that refers to itself embeds children by its name and the parent by the column", async () => {
  const shelves = () => library.service.from("shelves");
  const children = await shelves().select("label, shelves(label)").eq("id", 1).single();
  expect(children.data).toEqual({ label: "hall", shelves: [{ label: "top" }, { label: "bottom" }] });
  const parent = await shelves().select("label, parent_id(label)").eq("id", 2).single();
  expect(parent.data).toEqual({ label: "top", parent_id: { label: "hall" } });
});

test("filters, logic trees, order and pages apply to embedded rows", async () => {
  const { data, error } = await books()
    .select("id, loans(id, borrower:people!borrower_id(name))")
    .eq("id", 1)
    .or("id.eq.1,id.eq.2", { referencedTable: "loans" })
    .order("id", { referencedTable: "loans", ascending: false })
    .range(0, 0, { referencedTable: "loans" });
  expect(error).toBeNull();
  expect(data).toEqual([{ id: 1, loans: [{ id: 2, borrower: { name: "Esi" } }] }]);
  const nested = await books()
    .select("id, loans(id, borrower:people!borrower_id(name))")
    .eq("id", 1)
    .eq("loans.borrower.name", "Kofi")
    .order("id", { referencedTable: "loans" });
  expect(nested.data?.[0]?.loans.map((loan) => loan.borrower)).toEqual([{ name: "Kofi" }, null]);
});

test("an inner embedding keeps only rows with related ones, in the rows and in the count", async () => {
  const { data, count } = await books()
    .select("id, loans!inner(borrower:people!borrower_id!inner(name))", { count: "exact" })
    .eq("loans.borrower.name", "Ama");
  expect([data, count]).toEqual([[{ id: 2, loans: [{ borrower: { name: "Ama" } }] }], 1]);
});

test("the error for several relationships names the requested table first", async () => {
  expect((await library.service.from("people").select("id, loans(id)")).error?.details).toMatchObject([
    { cardinality: "one-to-many", relationship: "loans_lender_id_fkey using people(id) and loans(lender_id)" },
    { relationship: "loans_borrower_id_fkey using people(id) and loans(borrower_id)" },
  ]);
});

test.for([
  { path: "books?select=id,nothing(id)", code: "PGRST200" },
  { path: "books?select=id,people!wrong_key(id)", code: "PGRST200" },
  { path: "books?select=id&loans.id=eq.1", code: "PGRST108" },
  { path: "books?select=id,mine:loans(id)&loans.limit=1", code: "PGRST108" },
  { path: "books?select=id,loans(*)&loans.limit=-1", code: "PGRST103" },
  { path: "books?select=id,loans(id.count())", code: "PGRST123" },
  { path: "loans?select=people!lender_id(id),people!borrower_id(id)", code: "42712" },
  { path: "shelves?select=id,shelves!shelves_parent_id_fkey(id)", code: "PGRST200" },
  { path: `books?select=${"people(books(".repeat(6)}id${"))".repeat(6)}`, code: "PGRST100" },
])("$path is rejected with $code", async ({ path, code }) => {
  const response = await library.send(path);
  expect(((await response.json()) as { code: string }).code).toBe(code);
});

test("the error for an unknown embedded column names its depth", async () => {
  const { error } = await books().select("id, loans(id, people!lender_id(age))");
  expect(error?.message).toBe("column people_2.age does not exist");
});

test("permissions apply to embedded rows: a guest cannot read loans through books", async () => {
  expect((await library.guest.from("books").select("id")).error).toBeNull();
  const { error, status } = await library.guest.from("books").select("id, loans(id)");
  expect([status, error?.code]).toEqual([401, "42501"]);
  expect((await library.guest.from("books").select("id, people!inner()")).error?.code).toBe("42501");
});
