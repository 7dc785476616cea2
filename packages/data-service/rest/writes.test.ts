import { expect, test } from "vitest";
import { openLibrary } from "./library-tables.ts";

const library = await openLibrary();

const people = () => library.service.from("people");
const headers = { "content-type": "application/json" };

test("an upsert updates existing rows and inserts new ones", async () => {
  const changed = await people().upsert({ id: 2, name: "Kofi Mensah" }).select("id, name");
  expect([changed.status, changed.data]).toEqual([200, [{ id: 2, name: "Kofi Mensah" }]]);
  const both = await people()
    .upsert(
      [
        { id: 2, name: "Kofi" },
        { id: 10, name: "Yaa" },
      ],
      { count: "exact" },
    )
    .select("id");
  expect([both.status, both.data, both.count]).toEqual([201, [{ id: 2 }, { id: 10 }], 2]);
  await people().delete().eq("id", 10);
});

test("an upsert may name the conflict columns and ignore duplicates", async () => {
  const ignored = await people()
    .upsert({ id: 1, name: "Nobody" }, { onConflict: "id", ignoreDuplicates: true })
    .select();
  expect([ignored.status, ignored.data]).toEqual([201, []]);
  const two = await library.service
    .from("book_subjects")
    .upsert([{ book_id: 1, subject_id: 1 }], { onConflict: "book_id,subject_id" })
    .select();
  expect([two.status, two.data]).toEqual([200, [{ book_id: 1, subject_id: 1 }]]);
  const none = await people().upsert({ id: 1, name: "Nobody" }, { onConflict: "name" });
  expect([none.status, none.error?.code]).toEqual([400, "42P10"]);
  const unknown = await people().upsert({ id: 1, name: "Nobody" }, { onConflict: "nothing" });
  expect([unknown.status, unknown.error?.code]).toEqual([400, "42703"]);
  expect((await people().select("name").eq("id", 1).single()).data).toEqual({ name: "Ama" });
});

test("without upsert, an existing row is a conflict", async () => {
  const { status, error } = await people().insert({ id: 1, name: "Ama again" });
  expect([status, error?.code]).toEqual([409, "23505"]);
  const orphan = await library.service.from("books").insert({ id: 90, title: "x", author_id: 77 });
  expect([orphan.status, orphan.error?.code]).toEqual([409, "23503"]);
});

test("rows with different keys get null for missing columns", async () => {
  const loans = () => library.service.from("loans");
  const rows = [{ book_id: 3, note: "lent" }, { book_id: 4 }];
  const nulls = await loans().insert(rows).select("book_id, note");
  expect([nulls.status, nulls.error, nulls.data?.map((row) => row.note)]).toEqual([201, null, ["lent", null]]);
  expect((await loans().delete({ count: "exact" }).gte("book_id", 3)).count).toBe(2);
});

test("only the columns named in the URL are written", async () => {
  const response = await library.send('people?columns="id","name"', {
    method: "POST",
    headers: { ...headers, prefer: "return=representation" },
    body: JSON.stringify([{ id: 20, name: "Abena", address: { city: "Kumasi" }, unknown: 1 }]),
  });
  expect([response.status, await response.json()]).toEqual([201, [{ id: 20, name: "Abena", address: null }]]);
  await people().delete().eq("id", 20);
});

test("lists, ranges and JSON are written unchanged", async () => {
  const row = { id: 30, title: "Lists", tags: ["a,b", '"c"'], facts: { deep: [1, null] }, pages: "[1,5)" };
  const { data, error } = await library.service
    .from("books")
    .insert(row)
    .select("id, title, tags, facts, pages")
    .single();
  expect([error, data]).toEqual([null, row]);
  const changed = await library.service.from("books").update({ tags: [], facts: null }).eq("id", 30).select("tags");
  expect([changed.status, changed.error?.code]).toEqual([400, "23502"]);
  await library.service.from("books").delete().eq("id", 30);
});

test("updates and deletes accept any filter, and report the number of rows", async () => {
  const changed = await library.service
    .from("books")
    .update({ added_on: "2026-02-02" }, { count: "exact" })
    .contains("tags", ["oil"])
    .select("id, people(name)");
  expect([changed.status, changed.count]).toEqual([200, 2]);
  expect(changed.data?.map((row) => row.id).sort()).toEqual([1, 3]);
  const silent = await people().update({ name: "Esi Owusu" }, { count: "exact" }).or("id.eq.3,name.eq.nobody");
  expect([silent.status, silent.data, silent.count]).toEqual([204, null, 1]);
  const nothing = await people().update({ name: "x" }).eq("id", 99).select();
  expect([nothing.status, nothing.data]).toEqual([200, []]);
  expect((await people().delete().eq("id", 99).select()).data).toEqual([]);
});

test("an empty update changes nothing, and an empty list inserts nothing", async () => {
  const update = await people().update({}).eq("id", 1).select();
  expect([update.status, update.data]).toEqual([200, []]);
  const insert = await people().insert([]).select();
  expect([insert.status, insert.data]).toEqual([201, []]);
  expect((await library.service.from("loans").update({}).eq("id", 1).select().single()).error?.code).toBe("PGRST116");
});

test.for([
  ["PUT", 405, "PGRST117", "people?id=eq.1", { method: "PUT", body: "{}" }],
  ["an unknown column", 400, "PGRST204", "people", { method: "POST", body: '{"x":1}' }],
  ["an unknown named column", 400, "PGRST204", "people?columns=x", { method: "POST", body: "{}" }],
  ["a list to update", 400, "PGRST100", "people?id=eq.1", { method: "PATCH", body: "[]" }],
  ["a limited update", 400, "PGRST100", "people?id=eq.1&limit=1", { method: "PATCH", body: '{"name":"x"}' }],
  ["on_conflict alone", 400, "PGRST100", "people?on_conflict=id", { method: "POST", body: '{"id":1,"name":"x"}' }],
  [
    "a body of another type",
    415,
    "PGRST102",
    "people",
    { method: "POST", body: "a,b", headers: { "content-type": "text/csv" } },
  ],
  ["invalid JSON", 400, "PGRST102", "people", { method: "POST", body: "{" }],
  ["a number", 400, "PGRST102", "people", { method: "POST", body: "3" }],
  [
    "a list of rows with different keys",
    400,
    "PGRST102",
    "people",
    { method: "POST", body: '[{"id":60,"name":"a","address":{}},{"id":61,"name":"b"}]' },
  ],
  ["a missing body", 400, "PGRST102", "people", { method: "POST" }],
] as const)("%s is rejected with %s and %s", async ([, status, code, path, init]) => {
  const response = await library.send(path, { headers, ...init });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});
