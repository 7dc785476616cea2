import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { openTestShop } from "../../../tests/running-shop.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");
const service = () => shop.data.service.storage;
const papers = () => service().from("papers");
await service().createBucket("papers", { public: false });
const wide = sharp({ create: { width: 600, height: 400, channels: 3, background: "#14693f" } });
await papers().upload("wide.jpg", await wide.jpeg().toBuffer(), { contentType: "image/jpeg" });
await papers().upload("a b/one.txt", new Blob(["one"], { type: "text/plain" }));
await papers().upload("two.txt", new Blob(["two"], { type: "text/plain" }));

const open = (address: string | null | undefined, headers = {}) => {
  const { pathname, search } = new URL(address ?? "");
  return shop.app.request(`${pathname}${search}`, { headers });
};

test("a signed URL reads its object, as a download with a name if requested", async () => {
  const { data } = await papers().createSignedUrl("a b/one.txt", 60, { download: "letter.txt" });
  const answer = await open(data?.signedUrl);
  expect([answer.status, await answer.text()]).toEqual([200, "one"]);
  expect(answer.headers.get("content-disposition")).toContain('filename="letter.txt"');
  expect((await papers().createSignedUrl("none.txt", 60)).error).toMatchObject({ statusCode: "404" });
});

test("a signed URL works only for its object and until it expires", async () => {
  const { data } = await papers().createSignedUrl("two.txt", 60);
  const url = new URL(data?.signedUrl ?? "");
  const token = url.searchParams.get("token") ?? "";
  const [head = "", body = "", signature = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const forged = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString("base64url");
  const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
  for (const [path, bad] of [
    ["object/sign/papers/a%20b/one.txt", token],
    ["object/sign/wears_styles/two.txt", token],
    ["object/sign/papers/two.txt", `${head}.${forged}.${signature}`],
    ["object/sign/papers/two.txt", `${unsigned}.${body}.`],
    ["object/sign/papers/two.txt", ama.accessToken],
    ["object/sign/papers/two.txt", shop.keys.serviceRoleKey],
    ["object/sign/papers/two.txt", ""],
  ]) {
    const answer = await shop.app.request(`/storage/v1/${path}?token=${bad}`);
    expect([path, answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      path,
      400,
      expect.stringMatching(/^Invalid(JWT|Signature)$/),
    ]);
  }
  expect((await shop.app.request("/storage/v1/object/sign/papers/two.txt")).status).toBe(400);
  expect((await shop.app.request("/rest/v1/products", { headers: { apikey: token } })).status).toBe(401);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  const late = await open(data?.signedUrl);
  vi.useRealTimers();
  expect([late.status, ((await late.json()) as { error: string }).error]).toEqual([400, "InvalidJWT"]);
});

test.for([0, -1, 1.5, 1e12])("a URL cannot be signed for %d seconds", async (seconds) => {
  expect((await papers().createSignedUrl("two.txt", seconds)).error).toMatchObject({ statusCode: "400" });
});

test("a private image can be resized by callers who can read it", async () => {
  const transform = { width: 30, height: 30, quality: 60 };
  const { data } = await papers().download("wide.jpg", { transform });
  expect(data?.type).toBe("image/jpeg");
  const { width, height } = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata();
  // Rounded up to the next available size.
  expect([width, height]).toEqual([160, 160]);
  expect((await ama.client.storage.from("papers").download("wide.jpg", { transform })).error).toMatchObject({
    statusCode: "404",
  });
  expect((await shop.app.request("/storage/v1/render/image/public/papers/wide.jpg?width=30")).status).toBe(400);
});

test("URLs cannot be signed for resized images or uploads", async () => {
  const sized = await papers().createSignedUrl("wide.jpg", 60, { transform: { width: 160 } });
  expect(sized.error).toMatchObject({ statusCode: "400", message: '"transform" is not supported here' });
  const { data } = await papers().createSignedUrl("wide.jpg", 60);
  const token = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
  expect((await shop.app.request(`/storage/v1/render/image/sign/papers/wide.jpg?token=${token}`)).status).toBe(404);
  expect((await papers().createSignedUploadUrl("new.txt")).error).toMatchObject({ status: 404 });
  const sent = await papers().uploadToSignedUrl("new.txt", token, Buffer.from("new"));
  expect(sent.error).toMatchObject({ status: 404 });
  expect((await papers().exists("new.txt")).data).toBe(false);
});

test("the client builds public URLs itself, and they work without a key", async () => {
  await service().createBucket("posters", { public: true });
  const posters = service().from("posters");
  await posters.upload("wide.jpg", (await papers().download("wide.jpg")).data ?? "");
  const plain = posters.getPublicUrl("wide.jpg", { download: true }).data.publicUrl;
  expect((await open(plain)).headers.get("content-type")).toBe("image/jpeg");
  const small = posters.getPublicUrl("wide.jpg", { transform: { width: 20, format: "origin" } }).data.publicUrl;
  const answer = await open(small, { accept: "image/webp" });
  expect([answer.headers.get("content-type"), answer.headers.get("vary")]).toEqual([
    "image/jpeg",
    expect.stringContaining("Accept"),
  ]);
});
