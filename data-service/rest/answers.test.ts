import { afterAll, beforeAll, expect, test } from "vitest";
import { type Library, openLibrary } from "#tests/library-tables.ts";

/** Forms of answers, counts, ranges and preferences. */
let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.close());

const books = () => library.service.from("books");

test("every kind of count gives the exact one", async () => {
  for (const count of ["exact", "planned", "estimated"] as const) {
    const some = await books().select("id", { count }).limit(1);
    expect([count, some.count, some.status]).toEqual([count, 4, 206]);
    const alone = await books().select("*", { count, head: true }).contains("tags", ["oil"]);
    expect([count, alone.count, alone.data]).toEqual([count, 2, null]);
  }
});

test("a range header pages as limit and offset do, and says what it gave", async () => {
  const page = await library.ask("books?select=id&order=id", {
    headers: { range: "1-2", "range-unit": "items", prefer: "count=exact" },
  });
  expect([page.status, page.headers.get("content-range"), await page.json()]).toEqual([
    206,
    "1-2/4",
    [{ id: 2 }, { id: 3 }],
  ]);
  const open = await library.ask("books?select=id&order=id&limit=1", { headers: { range: "3-" } });
  expect([open.status, open.headers.get("content-range")]).toEqual([200, "3-3/*"]);
  const beyond = await library.ask("books", { headers: { range: "9-10", prefer: "count=exact" } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "*/4"]);
  expect(await beyond.json()).toMatchObject({
    code: "PGRST103",
    details: "An offset of 9 was requested, but there are only 4 rows.",
  });
  expect((await library.ask("books", { headers: { range: "5-2" } })).status).toBe(416);
  expect((await library.ask("books?limit=-1")).status).toBe(416);
  expect((await library.ask("books", { headers: { range: "bytes=0-5" } })).status).toBe(400);
});

test("rows come as comma-separated values, with a line of names", async () => {
  const { data, error } = await books()
    .select("id, title, tags, author_id")
    .order("id", { ascending: false })
    .limit(2)
    .csv();
  expect(error).toBeNull();
  expect(data).toBe(
    'id,title,tags,author_id\n4,"A book (of quotes) ""and"" commas, etc.",{},\n3,"Oils and soaps, plainly","{oil,soap}",1',
  );
  const added = await library.service.from("subjects").insert({ id: 9, label: "Law" }).select().csv();
  expect([added.status, added.data]).toEqual([201, "id,label\n9,Law"]);
});

test("columns that are null are left out when asked for", async () => {
  const rows = await books().select("id, author_id").gte("id", 3).order("id").stripNulls();
  expect(rows.data).toEqual([{ id: 3, author_id: 1 }, { id: 4 }]);
  const one = await books().select("id, author_id").eq("id", 4).stripNulls().single();
  expect(one.data).toEqual({ id: 4 });
});

test("throwOnError throws what is otherwise returned", async () => {
  await expect(books().select("nothing").throwOnError()).rejects.toMatchObject({ code: "42703" });
});

test("views are read as tables are", async () => {
  const { data } = await library.service.from("open_loans").select("id, note").eq("id", 1);
  expect(data).toEqual([{ id: 1, note: "none" }]);
});

test("what was applied is said", async () => {
  const answer = await library.ask("books?select=id", {
    headers: { prefer: "count=exact, handling=strict" },
  });
  expect(answer.headers.get("preference-applied")).toBe("count=exact, handling=strict");
});

test("another schema than the exposed one is refused", async () => {
  const elsewhere = library.service.schema("auth" as "public");
  const read = await elsewhere.from("users").select();
  expect([read.status, read.error]).toMatchObject([
    406,
    {
      code: "PGRST106",
      message: "Invalid schema: auth",
      hint: "Only the following schemas are exposed: public",
    },
  ]);
  expect((await elsewhere.from("users").insert({ id: 1 })).error?.code).toBe("PGRST106");
  expect((await elsewhere.rpc("uid")).error?.code).toBe("PGRST106");
});

test("a rollback, an explained plan, GeoJSON and the list of everything are refused, each by its code", async () => {
  const rollback = await books().insert({ id: 80, title: "x" }).select().rollback();
  expect([rollback.status, rollback.error?.code, rollback.error?.details]).toEqual([
    400,
    "PGRST122",
    "Invalid preferences: tx=rollback",
  ]);
  expect((await books().select().explain()).error?.code).toBe("PGRST107");
  expect((await books().select().geojson()).error?.code).toBe("PGRST107");
  const root = await library.ask("");
  expect([root.status, ((await root.json()) as { code: string }).code]).toEqual([404, "PGRST126"]);
  const headersOnly = await library.ask("books", { headers: { prefer: "return=headers-only" } });
  expect([headersOnly.status, ((await headersOnly.json()) as { code: string }).code]).toEqual([
    400,
    "PGRST122",
  ]);
});
