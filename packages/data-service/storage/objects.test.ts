import { expect, test } from "vitest";
import { openTestShop, type Person } from "../../../tests/running-shop.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");
const kofi = await shop.signUp("Kofi Mensah");
const admin = await shop.signUpAdmin("Ola Owner");
await shop.data.service.storage.createBucket("letters", { public: false });
for (const [operation, check] of [
  ["select", "using"],
  ["insert", "with check"],
  ["update", "using"],
  ["delete", "using"],
]) {
  await shop.database.admin.script(`
    create policy "people ${operation} their own letters" on storage.objects for ${operation} to authenticated
    ${check} (bucket_id = 'letters' and path_tokens[1] = (select auth.uid())::text)`);
}

const lettersOf = (person: Person) => person.client.storage.from("letters");
const text = (words: string) => new Blob([words], { type: "text/plain" });
const own = (name: string) => `${ama.id}/${name}`;
const files = async () =>
  Number((await shop.database.admin`select count(*) from storage.discarded_files`)[0]?.["count"]);

test("only the owner can read, list, replace or sign an object", async () => {
  await lettersOf(ama).upload(own("secret.txt"), text("secret"));
  expect(await (await lettersOf(ama).download(own("secret.txt"))).data?.text()).toBe("secret");
  for (const client of [shop.guest, kofi.client, admin.client]) {
    const characters = client.storage.from("letters");
    for (const { error } of [
      await characters.download(own("secret.txt")),
      await characters.info(own("secret.txt")),
      await characters.update(own("secret.txt"), text("mine now")),
      await characters.createSignedUrl(own("secret.txt"), 60),
    ]) {
      expect(error).toMatchObject({ statusCode: "404", message: "Object not found" });
    }
    expect((await characters.upload(own("planted.txt"), text("x"))).error).toMatchObject({ statusCode: "403" });
    expect((await characters.upload(own("secret.txt"), text("x"), { upsert: true })).error).toMatchObject({
      statusCode: "403",
    });
    expect((await characters.remove([own("secret.txt")])).data).toEqual([]);
    expect((await characters.list(ama.id)).data).toEqual([]);
    expect((await characters.exists(own("secret.txt"))).data).toBe(false);
  }
  expect((await shop.app.request(`/storage/v1/object/public/letters/${own("secret.txt")}`)).status).toBe(400);
  expect(await (await shop.data.service.storage.from("letters").download(own("secret.txt"))).data?.text()).toBe(
    "secret",
  );
});

test("info and exists describe an object", async () => {
  await lettersOf(ama).upload(own("info.txt"), text("words"), { metadata: { color: "red" }, cacheControl: "60" });
  expect((await lettersOf(ama).info(own("info.txt"))).data).toMatchObject({
    id: expect.any(String),
    name: own("info.txt"),
    version: expect.any(String),
    bucketId: "letters",
    size: 5,
    contentType: "text/plain",
    cacheControl: "max-age=60",
    etag: expect.stringMatching(/^"/),
    metadata: { color: "red" },
    lastModified: expect.any(String),
    createdAt: expect.any(String),
  });
  expect((await lettersOf(ama).exists(own("info.txt"))).data).toBe(true);
  expect((await lettersOf(ama).exists(own("nothing.txt"))).data).toBe(false);
});

test("an object is uploaded as a form, a buffer or a stream, with the owner's metadata", async () => {
  const bodies = { form: text("same"), buffer: Buffer.from("same"), stream: text("same").stream() };
  for (const [kind, body] of Object.entries(bodies)) {
    const { data, error } = await lettersOf(ama).upload(own(`${kind}.txt`), body, { metadata: { kind } });
    expect([error, data?.path]).toEqual([null, own(`${kind}.txt`)]);
    expect((await lettersOf(ama).info(own(`${kind}.txt`))).data?.metadata).toEqual({ kind });
  }
  const { data } = await lettersOf(ama).download(own("buffer.txt"));
  expect([await data?.text(), data?.type]).toEqual(["same", "text/plain;charset=utf-8"]);
});

test("update replaces an existing object only", async () => {
  await lettersOf(ama).upload(own("draft.txt"), text("first"));
  expect((await lettersOf(ama).update(own("draft.txt"), text("second"))).error).toBeNull();
  expect(await (await lettersOf(ama).download(own("draft.txt"))).data?.text()).toBe("second");
  expect((await lettersOf(ama).update(own("never.txt"), text("x"))).error).toMatchObject({ statusCode: "404" });
});

test("cacheControl accepts every valid HTTP value and rejects others", async () => {
  const send = (cacheControl: string) =>
    shop.app.request(`/storage/v1/object/letters/${own("cached.txt")}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${ama.accessToken}`,
        "content-type": "text/plain",
        "cache-control": cacheControl,
        "x-upsert": "true",
      },
      body: "words",
    });
  for (const value of ["no-store", "public, max-age=31536000, immutable", "s-maxage=60,stale-if-error=9"]) {
    expect((await send(value)).status).toBe(200);
    expect((await lettersOf(ama).info(own("cached.txt"))).data?.cacheControl).toBe(value);
  }
  for (const value of ["max-age=", "soon; later", "=60"]) {
    expect([value, (await send(value)).status]).toEqual([value, 400]);
  }
  const form = await lettersOf(ama).upload(own("soon.txt"), text("words"), { cacheControl: "soon ok" });
  expect(form.error).toMatchObject({ statusCode: "400" });
});

test("policies can use the folder, the file's name and its extension", async () => {
  const [parts] = await shop.database.admin<{ folders: string[]; none: string[]; file: string; ending: string }[]>`
    select storage.foldername('a/b/c.tar.gz') as folders, storage.foldername('c.txt') as none,
      storage.filename('a/b/c.tar.gz') as file, storage.extension('a/b/c.tar.gz') as ending`;
  expect(parts).toEqual({ folders: ["a", "b"], none: [], file: "c.tar.gz", ending: "gz" });
  await shop.database.admin.script(`
    create policy "everyone reads open letters" on storage.objects for select to authenticated
    using (bucket_id = 'letters' and (storage.foldername(name))[1] = 'open'
      and storage.filename(name) = 'letter.txt' and storage.extension(name) = 'txt')`);
  const service = shop.data.service.storage.from("letters");
  for (const name of ["open/letter.txt", "open/other.txt", "closed/letter.txt"]) await service.upload(name, text("hi"));
  expect((await lettersOf(kofi).list("open")).data).toMatchObject([{ name: "letter.txt" }]);
  expect((await lettersOf(kofi).list("closed")).data).toEqual([]);
});

test("a HEAD request for an object's info returns its ETag", async () => {
  await lettersOf(ama).upload(own("tagged.txt"), text("words"));
  const address = `/storage/v1/object/info/letters/${own("tagged.txt")}`;
  const headers = { authorization: `Bearer ${ama.accessToken}` };
  const response = await shop.app.request(address, { method: "HEAD", headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toBe((await lettersOf(ama).info(own("tagged.txt"))).data?.etag);
});

test("a range request returns part of an object, and a matching ETag returns 304", async () => {
  await lettersOf(ama).upload(own("range.txt"), text("0123456789"));
  const ask = async (headers: Record<string, string>, method = "GET") => {
    const response = await shop.app.request(`/storage/v1/object/letters/${own("range.txt")}`, {
      method,
      headers: { authorization: `Bearer ${ama.accessToken}`, ...headers },
    });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };
  expect(await ask({})).toEqual([200, null, "0123456789"]);
  expect(await ask({ range: "bytes=2-4" })).toEqual([206, "bytes 2-4/10", "234"]);
  expect(await ask({ range: "bytes=8-" })).toEqual([206, "bytes 8-9/10", "89"]);
  expect(await ask({ range: "bytes=-3" })).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await ask({ range: "bytes=5-99" })).toEqual([206, "bytes 5-9/10", "56789"]);
  expect((await ask({ range: "bytes=10-" })).slice(0, 2)).toEqual([416, "bytes */10"]);
  expect(await ask({ range: "bytes=5-2" })).toEqual([200, null, "0123456789"]);
  expect(await ask({ range: "bytes=0-1,3-4" })).toEqual([200, null, "0123456789"]);
  expect(await ask({ range: "bytes=0-1", "if-range": '"another"' })).toEqual([200, null, "0123456789"]);
  expect(await ask({}, "HEAD")).toEqual([200, null, ""]);
  const etag = (await lettersOf(ama).info(own("range.txt"))).data?.etag ?? "";
  for (const known of [etag, `W/${etag}`, `"another,one", W/${etag}`, "*"]) {
    expect(await ask({ "if-none-match": known })).toEqual([304, null, ""]);
  }
  expect(await ask({ "if-none-match": '"another"' })).toEqual([200, null, "0123456789"]);
});

test("active content is sent as a sandboxed download, and any file on request", async () => {
  for (const type of ["text/html", "image/svg+xml", "application/javascript", "application/xhtml+xml"]) {
    const name = own(`active ${type.replace("/", "-")}`);
    expect((await lettersOf(ama).upload(name, new Blob(["<script>"], { type }))).error).toBeNull();
    const response = await shop.app.request(`/storage/v1/object/authenticated/letters/${encodeURI(name)}`, {
      headers: { authorization: `Bearer ${ama.accessToken}` },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-disposition": expect.stringMatching(/^attachment; /),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
  }
  const saved = await shop.app.request(`/storage/v1/object/letters/${own("range.txt")}?download=a%22%0d%0ab.txt`, {
    headers: { authorization: `Bearer ${ama.accessToken}` },
  });
  expect(saved.headers.get("content-disposition")).toBe(
    `attachment; filename="a%22%0D%0Ab.txt"; filename*=UTF-8''a%22%0D%0Ab.txt`,
  );
});

test("concurrent uploads of one name leave one complete object and no orphaned file", async () => {
  const words = Array.from({ length: 12 }, (_, place) => `words ${place} `.repeat(2000));
  const responses = await Promise.all(
    words.map((each) => lettersOf(ama).upload(own("race.txt"), text(each), { upsert: true })),
  );
  expect(responses.map(({ error }) => error)).toEqual(words.map(() => null));
  expect(words).toContain(await (await lettersOf(ama).download(own("race.txt"))).data?.text());
  const without = await Promise.all(words.map((each) => lettersOf(ama).upload(own("one.txt"), text(each))));
  expect(without.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await files()).toBe(0);
  expect(await shop.data.service.storage.from("letters").list(ama.id, { search: "race" })).toMatchObject({
    data: [{ name: "race.txt" }],
  });
});

test("a download during replacement returns one complete version", async () => {
  await lettersOf(ama).upload(own("busy.txt"), text("a".repeat(50_000)));
  const reads: Promise<string | undefined>[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    reads.push(
      lettersOf(ama)
        .download(own("busy.txt"))
        .then(({ data }) => data?.text()),
    );
    await lettersOf(ama).upload(own("busy.txt"), text((turn % 2 ? "a" : "b").repeat(50_000)), { upsert: true });
  }
  for (const words of await Promise.all(reads)) expect(words).toMatch(/^(a{50000}|b{50000})$/);
});

test.for([
  ["a name that is too long", "x".repeat(1025)],
  ["an escaped slash", "a%2fb"],
  ["a way up to another folder", "..%2f..%2fkeys.json"],
  ["an escaped backslash", "a%5cb"],
  ["a zero byte", "a%00b"],
  ["an empty segment", "a//b"],
  ["a line break", "a%0d%0ab"],
  ["an unsupported character", "%C3%A4"],
])("%s in a URL is rejected for reading and writing", async ([, name]) => {
  const headers = { authorization: `Bearer ${shop.keys.serviceRoleKey}`, "content-type": "text/plain" };
  for (const init of [{ method: "GET" }, { method: "POST", body: "x" }, { method: "PUT", body: "x" }]) {
    const response = await shop.app.request(`/storage/v1/object/letters/${ama.id}/${name}`, { ...init, headers });
    expect([response.status, await response.json()]).toMatchObject([400, { error: "InvalidKey" }]);
  }
});

test("unsupported requests are rejected explicitly", async () => {
  const service = shop.data.service.storage;
  const letters = service.from("letters");
  await letters.upload(own("there.txt"), text("there"));
  for (const { error } of [
    await letters.purgeCache("x"),
    await letters.move(own("there.txt"), own("moved.txt")),
    await letters.copy(own("there.txt"), own("copied.txt")),
    await letters.createSignedUrls([own("there.txt")], 60),
  ]) {
    expect(error).toMatchObject({ statusCode: "404" });
  }
  expect((await service.getBucketLifecycle("letters")).error).toMatchObject({ statusCode: "404" });
  expect((await letters.info(own("there.txt"), { versionId: "1" })).error).toMatchObject({ statusCode: "400" });
  expect((await letters.remove([{ path: "x", versionId: "1" }] as never)).error).toMatchObject({ statusCode: "400" });
  const encoded = await letters.upload("x.txt", Buffer.from("x"), { contentEncoding: "gzip" });
  expect(encoded.error).toMatchObject({ statusCode: "400" });
  for (const path of ["upload/resumable", "s3/letters", "vector/x", "iceberg/v1/config"]) {
    expect((await shop.app.request(`/storage/v1/${path}`, { method: "POST" })).status).toBe(404);
  }
});
