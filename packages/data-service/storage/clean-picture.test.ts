import sharp from "sharp";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/running-shop.ts";

const PHONE = "Calabash Phone 7";

const shop = await openTestShop();
const admin = await shop.signUpAdmin("Ola Owner");
await shop.data.service.storage.createBucket("papers", { public: true });

const bucket = () => admin.client.storage.from("wears_styles");
const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
const plain = (width = 90, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: "#14693f", noise } });
/** A portrait photo whose pixels are stored sideways, with GPS metadata. */
const photo = (width?: number, height?: number) =>
  plain(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: PHONE },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "29/1 57/1 54/1", GPSLongitudeRef: "W" },
    });
const asBlob = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type });

async function original(name: string) {
  const response = await shop.app.request(`/storage/v1/object/public/wears_styles/${name}`);
  expect(response.status).toBe(200);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Expects an image without metadata, 60 px wide and 90 px high. */
async function expectBare(bytes: Buffer): Promise<void> {
  const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata();
  expect({ exif, xmp, iptc, orientation: orientation ?? 1 }).toEqual({
    exif: undefined,
    xmp: undefined,
    iptc: undefined,
    orientation: 1,
  });
  expect([width, height]).toEqual([60, 90]);
  expect(bytes.includes(PHONE)).toBe(false);
}

test.for(["jpeg", "png", "webp", "avif"] as const)(
  "a %s photo with GPS metadata is stored upright and without metadata",
  async (format) => {
    const taken = await photo().toFormat(format).toBuffer();
    expect(taken.includes(PHONE)).toBe(true);
    const name = `taken.${format}`;
    expect((await bucket().upload(name, asBlob(taken, `image/${format}`))).error).toBeNull();
    const { response, bytes } = await original(name);
    await expectBare(bytes);
    expect(response.headers.get("content-type")).toBe(`image/${format}`);
    expect(Number(response.headers.get("content-length"))).toBe(bytes.length);
  },
);

test("replacing an image removes its metadata, too", async () => {
  const taken = await photo().jpeg().toBuffer();
  const upload = { contentType: "image/jpeg", upsert: true };
  await bucket().upload("replaced.jpg", taken, upload);
  await bucket().update("replaced.jpg", taken, upload);
  await expectBare((await original("replaced.jpg")).bytes);
});

test("a private bucket of images removes metadata, too", async () => {
  await shop.data.service.storage.createBucket("photos", { public: false, allowedMimeTypes: ["image/jpeg"] });
  const photos = shop.data.service.storage.from("photos");
  await photos.upload("taken.jpg", await photo().jpeg().toBuffer(), { contentType: "image/jpeg" });
  const { data } = await photos.download("taken.jpg");
  await expectBare(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()));
});

test("a bucket for files of any type keeps every byte", async () => {
  const taken = await photo().jpeg().toBuffer();
  const papers = shop.data.service.storage.from("papers");
  await papers.upload("kept.jpg", taken, { contentType: "image/jpeg" });
  const image = await papers.download("kept.jpg");
  expect(Buffer.from((await image.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(taken);
});

test("a stored image is never larger than the largest size that is served", async () => {
  const flat = { width: 4000, height: 3000, channels: 3 as const, background: "#14693f" };
  const large = await sharp({ create: flat }).jpeg().toBuffer();
  expect((await bucket().upload("large.jpg", asBlob(large, "image/jpeg"))).error).toBeNull();
  const { width, height } = await sharp((await original("large.jpg")).bytes).metadata();
  expect([width, height]).toEqual([2500, 1875]);
});

test("an animated image stays animated", async () => {
  const frames = await Promise.all(["#ff0000", "#0000ff"].map((background) => frame(background)));
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  await bucket().upload("moving.webp", asBlob(moving, "image/webp"));
  expect((await sharp((await original("moving.webp")).bytes).metadata()).pages).toBe(2);
});

function frame(background: string): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Returns images with defects that cameras, memory cards and transfers cause; browsers still display them. */
async function faulty(): Promise<Record<string, { bytes: Buffer; type: string }>> {
  const jpeg = await plain(900, 700).jpeg().toBuffer();
  const png = await plain(900, 700).png().toBuffer();
  const wrong = Buffer.from(jpeg);
  const scan = wrong.indexOf(Buffer.from([0xff, 0xda]));
  // The first coefficient of the scan, which is 0 in a sequential JPEG.
  wrong[scan + 5 + 2 * (wrong[scan + 4] ?? 0)] = 1;
  return {
    "cut.jpg": { bytes: jpeg.subarray(0, Math.floor(jpeg.length * 0.97)), type: "image/jpeg" },
    "wrong.jpg": { bytes: wrong, type: "image/jpeg" },
    "cut.png": { bytes: png.subarray(0, Math.floor(png.length * 0.9)), type: "image/png" },
  };
}

test("a damaged photo is stored completely, and all its sizes are valid images", async () => {
  for (const [name, { bytes, type }] of Object.entries(await faulty())) {
    expect([name, (await bucket().upload(name, asBlob(bytes, type))).error]).toEqual([name, null]);
    await sharp((await original(name)).bytes, { failOn: "warning" })
      .raw()
      .toBuffer();
    const address = `/storage/v1/render/image/public/wears_styles/${name}?width=320&quality=65`;
    const response = await shop.app.request(address, { headers: { accept: "image/webp" } });
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([name, response.status, width, height]).toEqual([name, 200, 320, 249]);
  }
});

test("a damaged photo that was stored before can be resized", async () => {
  const papers = shop.data.service.storage.from("papers");
  for (const [name, { bytes, type }] of Object.entries(await faulty())) {
    await papers.upload(name, bytes, { contentType: type });
    const response = await shop.app.request(`/storage/v1/render/image/public/papers/${name}?width=320`);
    const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([name, response.status, width]).toEqual([name, 200, 320]);
  }
});

test("an image that cannot be resized is returned unchanged", async () => {
  const papers = shop.data.service.storage.from("papers");
  const webp = await plain(900, 700).webp().toBuffer();
  // Browsers display its upper part.
  const cut = webp.subarray(0, Math.floor(webp.length * 0.9));
  await papers.upload("cut.webp", cut, { contentType: "image/webp" });
  const response = await shop.app.request("/storage/v1/render/image/public/papers/cut.webp?width=320");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(cut);
});
