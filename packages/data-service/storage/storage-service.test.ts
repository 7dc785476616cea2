import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { expectReply } from "../../../tests/expect-reply.ts";
import { openTestShop } from "../../../tests/running-shop.ts";
import { cleanUpStorage } from "./cleanup.ts";
import { createObjectFiles } from "./object-files.ts";

const PUBLIC = "/storage/v1/object/public/wears_styles";

/** `/storage/v1` through the official client; tests/access.test.ts tests its permissions. */
const shop = await openTestShop();
const admin = await shop.signUpAdmin("Ola Owner");

const bucket = () => admin.client.storage.from("wears_styles");
/** Returns a square in one color. */
async function picture(background = "#14693f", type = "image/webp"): Promise<Blob> {
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background } });
  return new Blob([new Uint8Array(await square.webp({ lossless: true }).toBuffer())], { type });
}

test("a stored image is returned by its URL, with its type, ETag and cache time", async () => {
  const { data, error } = await bucket().upload("folder/garri 1.webp", await picture(), { cacheControl: "600" });
  expect([error, data?.fullPath]).toEqual([null, "wears_styles/folder/garri 1.webp"]);
  const answer = await shop.app.request(`${PUBLIC}/folder/garri%201.webp`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 8, height: 8 });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-length": String(bytes.length),
    "cache-control": "public, max-age=600",
    "x-content-type-options": "nosniff",
  });
  const etag = answer.headers.get("etag") ?? "";
  const again = await shop.app.request(`${PUBLIC}/folder/garri%201.webp`, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
});

test("an image whose file is missing is a placeholder in a page, and 404 for other clients", async () => {
  const { data } = await bucket().upload("lost.webp", await picture());
  const [row] = await shop.database.admin`select version from storage.objects where id = ${data?.id ?? ""}`;
  rmSync(join(shop.filesFolder, String(row?.["version"])));
  const render = PUBLIC.replace("object", "render/image");
  for (const address of [`${PUBLIC}/lost.webp`, `${render}/lost.webp?width=320&quality=65`]) {
    const accept = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
    const shown = await shop.app.request(address, { headers: { accept } });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([404, "image/svg+xml"]);
    expect([shown.headers.get("cache-control"), shown.headers.get("etag")]).toEqual(["no-store", null]);
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: "svg" });
    const response = await shop.app.request(address);
    expect(await response.json()).toMatchObject({ error: "not_found" });
  }
  expect((await bucket().download("lost.webp")).error).toMatchObject({ statusCode: "404" });
  expect((await bucket().remove(["lost.webp"])).error).toBeNull();
});

test("the error for an image whose file cannot be read is not cached, and has a length of its own", async () => {
  const { data } = await bucket().upload("unreadable.webp", await picture(), { cacheControl: "31536000" });
  const [row] = await shop.database.admin`select version from storage.objects where id = ${data?.id ?? ""}`;
  const file = join(shop.filesFolder, String(row?.["version"]));
  rmSync(file);
  // Opening a link to itself fails.
  symlinkSync(file, file);
  for (const address of [PUBLIC, PUBLIC.replace("object", "render/image")]) {
    const answer = await shop.app.request(`${address}/unreadable.webp`, { headers: { range: "bytes=0-1" } });
    const ofTheImage = ["etag", "last-modified", "content-length", "content-range"];
    expect([answer.status, ...ofTheImage.map((name) => answer.headers.get(name))]).toEqual([
      500,
      null,
      null,
      null,
      null,
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  await bucket().remove(["unreadable.webp"]);
});

test("while the database does not respond, known images are served and others get 503", async () => {
  await bucket().upload("shown.webp", await picture());
  await bucket().upload("never shown.webp", await picture());
  const render = `${PUBLIC.replace("object", "render/image")}/shown.webp?width=320&quality=65`;
  const statuses = async () =>
    Promise.all(
      [render, `${PUBLIC}/shown.webp`, `${PUBLIC}/never%20shown.webp`].map(async (address) => {
        return (await shop.app.request(address)).status;
      }),
    );
  const shown = await shop.app.request(render);
  expect(shown.status).toBe(200);
  const known = { headers: { "if-none-match": `"another", W/${shown.headers.get("etag")}` } };
  expect((await shop.app.request(render, known)).status).toBe(304);
  await shop.database.admin.begin(async (sql) => {
    await sql.script("lock table storage.objects in access exclusive mode");
    expect(await statuses()).toEqual([200, 200, 503]);
  });
  await expect.poll(statuses).toEqual([200, 200, 200]);
  await bucket().remove(["shown.webp"]);
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([400, 400, 200]);
});

test("a product whose image file is missing stays for sale", async () => {
  const { data } = await bucket().upload("kept.webp", await picture());
  const img1 = `${PUBLIC}/kept.webp`;
  const added = await shop.data.service
    .from("condiments")
    .insert({ name: "Ogiri", price: 3, img1 })
    .select("id")
    .single();
  const [row] = await shop.database.admin`select version from storage.objects where id = ${data?.id ?? ""}`;
  rmSync(join(shop.filesFolder, String(row?.["version"])));
  await cleanUpStorage(
    shop.database.requests,
    createObjectFiles(shop.filesFolder),
    new Date(Date.now() + 2 * 3600_000),
  );
  const listed = await shop.guest
    .from("condiments")
    .select("name")
    .eq("id", added.data?.id ?? 0);
  expect(listed.data).toEqual([{ name: "Ogiri" }]);
});

test("the file may be in a form part of any name, even an empty one", async () => {
  for (const name of ["", "file", "picture"]) {
    const form = new FormData();
    form.append("cacheControl", "3600");
    form.append(name, await picture(), "any.webp");
    const answer = await shop.app.request(`/storage/v1/object/wears_styles/part-${name}.webp`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.accessToken}` },
      body: form,
    });
    expect([name, answer.status]).toEqual([name, 200]);
  }
});

test("an existing name is rejected, and replaced with upsert", async () => {
  await bucket().upload("twice.webp", await picture("#ff0000"));
  const { error } = await bucket().upload("twice.webp", await picture("#00ff00"));
  expect(error).toMatchObject({ statusCode: "409", message: "The resource already exists" });
  expect((await bucket().upload("twice.webp", await picture("#0000ff"), { upsert: true })).error).toBeNull();
  const shown = await shop.app.request(`${PUBLIC}/twice.webp`);
  const { dominant } = await sharp(Buffer.from(await shown.arrayBuffer())).stats();
  expect([dominant.r < 128, dominant.g < 128, dominant.b > 128]).toEqual([true, true, true]);
});

test("a file that is too large or not an image is rejected, and nothing is stored", async () => {
  const large = new Blob(["RIFF0000WEBP", new Uint8Array(5 * 1024 * 1024)], { type: "image/webp" });
  expect((await bucket().upload("large.webp", large)).error).toMatchObject({ statusCode: "413" });
  for (const type of ["image/svg+xml", "text/html", "application/octet-stream"]) {
    expect((await bucket().upload("active", await picture("#14693f", type))).error).toMatchObject({
      statusCode: "415",
    });
  }
  for (const name of ["large.webp", "active"]) expect((await shop.app.request(`${PUBLIC}/${name}`)).status).toBe(400);
});

test("a missing image gets the same response as in Supabase", async () => {
  await expectReply(await shop.app.request(`${PUBLIC}/nothing.webp`), 400, {
    statusCode: "404",
    code: "NoSuchKey",
    error: "not_found",
    message: "Object not found",
  });
});

test("removing returns the removed rows, and the image can no longer be read", async () => {
  await bucket().upload("short-lived.webp", await picture());
  const { data } = await bucket().remove(["short-lived.webp", "never-there.webp"]);
  expect(data?.map((row) => row.name)).toEqual(["short-lived.webp"]);
  expect((await shop.app.request(`${PUBLIC}/short-lived.webp`)).status).toBe(400);
});

test.for([
  ["an HTML page", "<html><script>alert(1)</script>"],
  ["an SVG with a script", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ["a text", "no picture at all"],
  ["an archive", "PK\u0003\u0004"],
  ["an empty file", ""],
  ["a file that only begins like an image", "RIFF0000WEBP"],
])("%s declared as an image is rejected", async ([, content = ""]) => {
  for (const body of [new Blob([content], { type: "image/webp" }), Buffer.from(content)]) {
    const { error } = await bucket().upload("disguise.webp", body, { contentType: "image/webp" });
    expect(error).toMatchObject({ statusCode: "415", message: "mime type image/webp is not supported" });
  }
  expect((await shop.app.request(`${PUBLIC}/disguise.webp`)).status).toBe(400);
});

test("an image is returned in the requested size, as WebP, and never enlarged", async () => {
  const original = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#14693f" } })
    .png()
    .toBuffer();
  await bucket().upload("wide.png", new Blob([new Uint8Array(original)], { type: "image/png" }));
  const sizeOf = async (query: string) => {
    const answer = await shop.app.request(`/storage/v1/render/image/public/wears_styles/wide.png?${query}`, {
      headers: { accept: "image/webp,*/*" },
    });
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return [answer.headers.get("content-type"), format, width, height];
  };
  expect(await sizeOf("width=320")).toEqual(["image/webp", "webp", 320, 213]);
  expect(await sizeOf("width=300")).toEqual(["image/webp", "webp", 320, 213]);
  expect(await sizeOf("width=160&height=160")).toEqual(["image/webp", "webp", 160, 160]);
  expect(await sizeOf("width=160&height=160&resize=contain")).toEqual(["image/webp", "webp", 160, 107]);
  expect(await sizeOf("width=2000")).toEqual(["image/webp", "webp", 600, 400]);
});

test("after an image is replaced, its sizes are created again", async () => {
  const plain = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const store = async (background: string) =>
    bucket().upload("again.png", new Blob([new Uint8Array(await plain(background))], { type: "image/png" }), {
      upsert: true,
    });
  const color = async () => {
    const answer = await shop.app.request("/storage/v1/render/image/public/wears_styles/again.png?width=4");
    const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
    return dominant.r > 128 ? "red" : "dark";
  };
  await store("#ff0000");
  expect(await color()).toBe("red");
  await store("#000000");
  expect(await color()).toBe("dark");
});

test.for([
  ...["width=0", "width=2501", "width=abc", "quality=5", "resize=stretch"],
  ...["gravity=north", "widht=320", "width=320&width=640"],
])("the size %s is rejected", async (query) => {
  await bucket().upload("some.webp", await picture(), { upsert: true });
  const answer = await shop.app.request(`/storage/v1/render/image/public/wears_styles/some.webp?${query}`);
  expect(answer.status).toBe(400);
});

test("a small file that decompresses to hundreds of megabytes is neither stored nor resized", async () => {
  const bomb = await sharp({ create: { width: 7100, height: 7030, channels: 4, background: "#14693f" } })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(1024 * 1024);
  const { error } = await bucket().upload("bomb.png", new Blob([new Uint8Array(bomb)], { type: "image/png" }));
  expect(error).toMatchObject({ statusCode: "413" });
  // A 48-megapixel phone photo is read at half its size or less.
  const photo = await sharp({ create: { width: 8064, height: 6048, channels: 3, background: "#14693f" } })
    .jpeg()
    .toBuffer();
  await bucket().upload("photo.jpg", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }));
  const address = "/storage/v1/render/image/public/wears_styles/photo.jpg?width=320&quality=65";
  expect((await shop.app.request(address)).status).toBe(200);
  // Images stored before are not decompressed either.
  const [stored] = await shop.database.admin<{ version: string }[]>`
    select version from storage.objects where name = 'photo.jpg'`;
  writeFileSync(join(shop.filesFolder, stored?.version ?? ""), bomb);
  const rejected = await shop.app.request(address.replace("320", "480"));
  expect(await rejected.json()).toMatchObject({ statusCode: "413", code: "EntityTooLarge" });
});

test("a file that is not an image is not resized", async () => {
  await shop.data.service.storage.createBucket("papers", { public: true });
  await shop.data.service.storage.from("papers").upload("words.txt", new Blob(["no picture at all"]));
  const answer = await shop.app.request("/storage/v1/render/image/public/papers/words.txt?width=10");
  expect([answer.status, ((await answer.json()) as { statusCode: string }).statusCode]).toEqual([400, "422"]);
});
