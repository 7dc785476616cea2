import { expect, test } from "vitest";
import { openLibrary } from "./library-tables.ts";

const library = await openLibrary();

const books = () => library.service.from("books");

test("planned and estimated counts return the exact count", async () => {
  for (const count of ["exact", "planned", "estimated"] as const) {
    const some = await books().select("id", { count }).limit(1);
    expect([count, some.count, some.status]).toEqual([count, 4, 206]);
    const alone = await books().select("*", { count, head: true }).contains("tags", ["oil"]);
    expect([count, alone.count, alone.data]).toEqual([count, 2, null]);
  }
});

test("a page states its range, and a page beyond the end is rejected", async () => {
  const exact = { headers: { prefer: "count=exact" } };
  const page = await library.send("books?select=id&order=id&offset=1&limit=2", exact);
  expect([page.status, page.headers.get("content-range"), await page.json()]).toEqual([
    206,
    "1-2/4",
    [{ id: 2 }, { id: 3 }],
  ]);
  const beyond = await library.send("books?offset=9", exact);
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "*/4"]);
  expect(await beyond.json()).toMatchObject({
    code: "PGRST103",
    details: "An offset of 9 was requested, but there are only 4 rows.",
  });
  expect((await library.send("books?limit=-1")).status).toBe(416);
});

test("throwOnError throws the error that is otherwise returned", async () => {
  await expect(books().select("nothing").throwOnError()).rejects.toMatchObject({ code: "42703" });
});

test("views are read like tables", async () => {
  const { data } = await library.service.from("open_loans").select("id, note").eq("id", 1);
  expect(data).toEqual([{ id: 1, note: "none" }]);
});

test("Preference-Applied lists the applied preferences, of several values the first", async () => {
  const response = await library.send("books?select=id", { headers: { prefer: "count=exact, return=representation" } });
  expect(response.headers.get("preference-applied")).toBe("count=exact, return=representation");
  const twice = await library.send("books?select=id", { headers: { prefer: "count=exact, count=planned" } });
  expect(twice.headers.get("preference-applied")).toBe("count=exact");
});

test("any schema but the exposed one is rejected", async () => {
  const elsewhere = library.service.schema("auth" as "public");
  const read = await elsewhere.from("users").select();
  expect([read.status, read.error]).toMatchObject([
    406,
    { code: "PGRST106", message: "Invalid schema: auth", hint: "Only the following schemas are exposed: public" },
  ]);
  expect((await elsewhere.from("users").insert({ id: 1 })).error?.code).toBe("PGRST106");
  expect((await elsewhere.rpc("uid")).error?.code).toBe("PGRST106");
});

test("rollback, OpenAPI and root metadata are rejected, each with its code", async () => {
  const rollback = await books().insert({ id: 80, title: "x" }).select().rollback();
  expect([rollback.status, rollback.error?.code, rollback.error?.details]).toEqual([
    400,
    "PGRST122",
    "Invalid preferences: tx=rollback",
  ]);
  const openApi = await library.send("books", { headers: { accept: "application/openapi+json" } });
  expect([openApi.status, ((await openApi.json()) as { code: string }).code]).toEqual([406, "PGRST107"]);
  const root = await library.send("");
  expect([root.status, ((await root.json()) as { code: string }).code]).toEqual([404, "PGRST126"]);
  const headersOnly = await library.send("books", { headers: { prefer: "return=headers-only" } });
  expect([headersOnly.status, ((await headersOnly.json()) as { code: string }).code]).toEqual([400, "PGRST122"]);
});
