import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/running-shop.ts";

const shop = await openTestShop();
const [ama, admin] = await shop.signUpAll("customer", "owner");

const storage = () => shop.data.service.storage;
/** Same format as in Supabase. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const text = (words: string) => new Blob([words], { type: "text/plain" });

test("the service role can create, read, change, empty and delete a bucket", async () => {
  const made = await storage().createBucket("papers", {
    public: false,
    fileSizeLimit: 1000,
    allowedMimeTypes: ["text/*"],
  });
  expect([made.error, made.data]).toEqual([null, { name: "papers" }]);
  expect((await storage().getBucket("papers")).data).toMatchObject({
    id: "papers",
    name: "papers",
    owner: "",
    public: false,
    created_at: expect.stringMatching(MOMENT),
    updated_at: expect.stringMatching(MOMENT),
    file_size_limit: 1000,
    allowed_mime_types: ["text/*"],
  });
  expect((await storage().createBucket("papers")).error).toMatchObject({
    statusCode: "409",
    message: "The resource already exists",
  });

  const papers = storage().from("papers");
  expect((await papers.upload("a/one.txt", text("one"))).error).toBeNull();
  expect((await papers.upload("long.txt", text("x".repeat(1001)))).error).toMatchObject({ statusCode: "413" });
  expect((await papers.upload("data.json", new Blob(["{}"], { type: "application/json" }))).error).toMatchObject({
    statusCode: "415",
  });
  expect((await storage().deleteBucket("papers")).error).toMatchObject({
    statusCode: "409",
    message: "The bucket you tried to delete is not empty",
  });

  expect((await storage().updateBucket("papers", { public: true, fileSizeLimit: null })).data).toEqual({
    message: "Successfully updated",
  });
  expect((await storage().getBucket("papers")).data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: ["text/*"],
  });
  expect(await (await shop.app.request("/storage/v1/object/public/papers/a/one.txt")).text()).toBe("one");

  expect((await storage().emptyBucket("papers")).error).toBeNull();
  expect((await papers.list("a")).data).toEqual([]);
  expect((await storage().deleteBucket("papers")).data).toEqual({ message: "Successfully deleted" });
  for (const { error } of [
    await storage().getBucket("papers"),
    await storage().updateBucket("papers", { public: true }),
    await storage().emptyBucket("papers"),
    await storage().deleteBucket("papers"),
    await papers.upload("b.txt", text("b")),
  ]) {
    expect(error).toMatchObject({ statusCode: "404", message: "Bucket not found" });
  }
});

test("all buckets are listed by name", async () => {
  for (const name of ["list-b", "list-a"]) await storage().createBucket(name);
  const { data } = await storage().listBuckets();
  expect(data?.map(({ name }) => name).filter((name) => name.startsWith("list-"))).toEqual(["list-a", "list-b"]);
  expect(data?.[0]?.type).toBe("STANDARD");
  const found = await storage().listBuckets({ search: "list-", sortColumn: "name" });
  expect(found.error).toMatchObject({ statusCode: "400", message: '"search" is not supported here' });
});

test("guests, customers and admins can neither see nor create, change or delete buckets", async () => {
  for (const client of [shop.guest, ama.client, admin.client]) {
    expect((await client.storage.listBuckets()).data).toEqual([]);
    expect((await client.storage.getBucket("wears_styles")).error).toMatchObject({ statusCode: "404" });
    expect((await client.storage.createBucket("mine")).error).toMatchObject({ statusCode: "403" });
    for (const { error } of [
      await client.storage.updateBucket("wears_styles", { public: false }),
      await client.storage.emptyBucket("wears_styles"),
      await client.storage.deleteBucket("wears_styles"),
    ]) {
      expect(error).toMatchObject({ statusCode: "404" });
    }
  }
  expect((await storage().getBucket("wears_styles")).data?.public).toBe(true);
});

test.for(["", "public", "list-v2", "a/b", "..", " a", "a\u0000", "x".repeat(101), "bücket"])(
  "%j is rejected as a bucket name",
  async (name) => {
    expect((await storage().createBucket(name)).error).toMatchObject({
      statusCode: "400",
      message: "Bucket name invalid",
    });
  },
);

test.for([
  { file_size_limit: "many" },
  { file_size_limit: "5MB" },
  { file_size_limit: 1.5 },
  { file_size_limit: -1 },
  { allowed_mime_types: "image/png" },
  { allowed_mime_types: ["picture"] },
  { public: "yes" },
  { type: "ANALYTICS" },
  { versioning_status: "enabled" },
])("a bucket with %j is rejected", async (settings) => {
  const response = await shop.app.request("/storage/v1/bucket", {
    method: "POST",
    headers: { authorization: `Bearer ${shop.keys.serviceRoleKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "odd", id: "odd", ...settings }),
  });
  expect([response.status, await response.json()]).toMatchObject([400, { statusCode: "400", error: "InvalidRequest" }]);
});

test("a bucket's size limit cannot exceed that of the service", async () => {
  expect((await storage().createBucket("huge", { public: false, fileSizeLimit: 20e9 })).error).toMatchObject({
    statusCode: "413",
  });
});

test("a folder's list has its folders first, then its files, as requested", async () => {
  await storage().createBucket("tree");
  const tree = storage().from("tree");
  for (const name of ["b.txt", "a.txt", "c.txt", "deep/x.txt", "deep/er/y.txt", "100/z.txt"]) {
    expect((await tree.upload(name, text(name))).error).toBeNull();
  }
  const names = async (folder?: string, options?: Parameters<typeof tree.list>[1]) =>
    (await tree.list(folder, options)).data?.map(({ name }) => name);
  expect(await names()).toEqual(["100", "deep", "a.txt", "b.txt", "c.txt"]);
  expect(await names("deep")).toEqual(["er", "x.txt"]);
  expect(await names("deep/")).toEqual(["er", "x.txt"]);
  expect(await names("dee")).toEqual([]);
  expect(await names("", { search: "A" })).toEqual(["a.txt"]);
  expect(await names("", { search: "%" })).toEqual([]);
  expect(await names("", { limit: 2, offset: 2 })).toEqual(["a.txt", "b.txt"]);
  expect(await names("", { sortBy: { column: "created_at", order: "desc" } })).toEqual(
    "100 deep c.txt a.txt b.txt".split(" "),
  );
  const { data } = await tree.list("deep");
  expect(data?.[0]).toMatchObject({ name: "er", id: null, metadata: null });
  expect(data?.[1]).toMatchObject({
    id: expect.any(String),
    created_at: expect.stringMatching(MOMENT),
    metadata: { size: 10, mimetype: "text/plain" },
  });
  expect((await tree.list("", { sortBy: { column: "owner; drop", order: "asc" } })).error).toMatchObject({
    statusCode: "400",
  });
  expect((await tree.list("", { limit: -1 })).error).toMatchObject({ statusCode: "400" });
});

test("paginated lists of a whole bucket are rejected", async () => {
  const { error } = await storage().from("tree").listV2({ limit: 2 });
  expect(error).toMatchObject({ status: 404, message: "Route not found" });
});
