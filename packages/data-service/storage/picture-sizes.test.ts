import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import type { ObjectFiles } from "./object-files.ts";
import { defaultPictureSettings } from "./picture-settings.ts";
import { type PictureSize, parsePictureSize } from "./picture-size.ts";
import { openPictureSizes } from "./picture-sizes.ts";

/** Resized images: their number, priorities, and cache limits. */
const pages = { widths: [160, 320, 640], quality: 65 };

const original = randomUUID();

const folder: string = mkdtempSync(join(tmpdir(), "calabash-sizes-"));
const path = join(folder, "original");
let files: Pick<ObjectFiles, "source" | "sizes"> = { source: async () => path, sizes: null };
const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
const picture = sharp({ create: { width: 900, height: 700, channels: 3, background: "#888", noise } });
writeFileSync(path, await picture.jpeg().toBuffer());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const size = (query: Record<string, string | number>, acceptsWebp = true): PictureSize =>
  parsePictureSize((name) => query[name]?.toString(), acceptsWebp, pages);
const fail = (error: unknown) => {
  throw error;
};
const open = (settings: Partial<typeof defaultPictureSettings> = {}) =>
  openPictureSizes(mkdtempSync(join(folder, "kept-")), files, { ...defaultPictureSettings, pages, ...settings }, fail);
const requester = (address: string, signal = new AbortController().signal) => ({ address, signal });

test.for([
  [
    { width: 320, quality: 65 },
    { width: 320, height: null, quality: 65, isOfPages: true },
  ],
  [
    { width: 161, quality: 60 },
    { width: 320, height: null, quality: 65, isOfPages: true },
  ],
  [{ width: 320 }, { width: 320, height: null, quality: 80, isOfPages: false }],
  [
    { width: 30, height: 200, resize: "fill" },
    { width: 160, height: 320, resize: "fill", isOfPages: false },
  ],
  [
    { width: 641, quality: 81 },
    { width: 2500, quality: 100, isOfPages: false },
  ],
  [
    { height: 320, resize: "contain", quality: 65 },
    { width: null, resize: "cover", isOfPages: false },
  ],
] as const)("an image requested as %j is created as %j", ([requested, made]) => {
  expect(size(requested)).toMatchObject(made);
});

test("2,500 arbitrary widths map to three page sizes and one other", () => {
  const made = Array.from({ length: 2500 }, (_, place) => size({ width: place + 1, quality: 65 }).width);
  expect([...new Set(made)]).toEqual([160, 320, 640, 2500]);
});

test("page sizes are created first, then those of the client with the fewest waiting jobs", async () => {
  const sizes = await open();
  const done: string[] = [];
  const ask = (who: string, query: Record<string, string | number>) =>
    sizes.render(original, size(query), requester(who)).then(() => void done.push(who));
  const heights = [160, 320, 640, 2500].flatMap((height) => [50, 80].map((quality) => ({ height, quality })));
  await Promise.all([
    ...heights.map((query) => ask("192.0.2.1", query)),
    ask("192.0.2.2", { height: 160, quality: 100 }),
    ask("192.0.2.3", { width: 320, quality: 65 }),
  ]);
  // One job, or several on a machine with many cores, has started before the others arrive.
  const started = Math.max(1, (await import("node:os")).availableParallelism() - 1);
  expect(done.indexOf("192.0.2.3")).toBeLessThanOrEqual(started);
  expect(done.indexOf("192.0.2.2")).toBeLessThanOrEqual(started + 1);
  expect(done).toHaveLength(10);
});

test("prefetched sizes are created last, until a client waits for them", async () => {
  const sizes = await open();
  const done: string[] = [];
  const ask = (name: string, query: Record<string, number>, isAhead: boolean) =>
    sizes.render(original, size(query), { ...requester("192.0.2.1"), isAhead }).then(() => void done.push(name));
  const heights = [160, 320, 640, 2500];
  await Promise.all([
    ...heights.map((height) => ask(`ahead ${height}`, { height, quality: 100 }, true)),
    ...heights.map((height) => ask(`waited for ${height}`, { height, quality: 80 }, false)),
    ask("ahead 2500, waited for", { height: 2500, quality: 100 }, false),
  ]);
  // Jobs on all cores but one have started before the others arrive.
  const late = done.slice(-3 + Math.min(Math.max(1, (await import("node:os")).availableParallelism() - 1), 2));
  expect(late.length).toBeGreaterThan(0);
  expect(late.every((name) => /^ahead (160|320|640)$/.test(name))).toBe(true);
  expect(sizes.counts()).toMatchObject({ made: 8, waiting: 0 });
});

test("waiting sizes are limited in total and per client, and more are rejected with SlowDown", async () => {
  const sizes = await open({ maxWaiting: 100, maxWaitingPerClient: 30 });
  const heights = [160, 320, 640, 2500].flatMap((height) => [50, 65, 80, 100].map((quality) => ({ height, quality })));
  const renders = await Promise.allSettled(
    heights.map((query, place) => sizes.render(original, size(query), requester(`192.0.2.${place % 2}`))),
  );
  const rejected = renders.filter((each) => each.status === "rejected").map(({ reason }) => reason.code);
  expect(new Set(rejected)).toEqual(new Set(["SlowDown"]));
  // Three per client, because other sizes have a tenth of the limits of page sizes.
  expect(renders.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  const later = await sizes.render(original, size({ height: 160, quality: 100 }), requester("192.0.2.1"));
  expect(later.length).toBeGreaterThan(0);
});

test("requests for the same size share one job", async () => {
  const sizes = await open();
  await Promise.all(
    Array.from({ length: 200 }, (_, place) =>
      sizes.render(original, size({ width: 320, quality: 65 }), requester(`192.0.2.${place}`)),
    ),
  );
  expect(sizes.counts()).toMatchObject({ made: 1, waiting: 0 });
});

test("a size is not created if no client waits for it", async () => {
  const sizes = await open();
  const leaving = new AbortController();
  const left = [160, 320, 640, 2500].map((height) =>
    sizes.render(original, size({ height }), requester("192.0.2.1", leaving.signal)).catch(() => "gone"),
  );
  const stays = sizes.render(original, size({ height: 2500 }), requester("192.0.2.2"));
  await sizes.render(original, size({ width: 160, quality: 65 }), requester("192.0.2.3"));
  leaving.abort();
  await stays;
  const outcomes = await Promise.all(left);
  expect(outcomes).toContain("gone");
  expect(sizes.counts()).toMatchObject({ waiting: 0, made: 6 - outcomes.filter((each) => each === "gone").length - 1 });
});

test("other sizes never evict page sizes, and have their own cache limit", async () => {
  const cacheFolder = mkdtempSync(join(folder, "kept-"));
  const settings = { ...defaultPictureSettings, pages, maxCachedBytes: 200_000 };
  const sizes = await openPictureSizes(cacheFolder, files, settings, fail);
  const ofPages = size({ width: 320, quality: 65 });
  await sizes.render(original, ofPages, requester("192.0.2.1"));
  const madeUp = [160, 320, 640].flatMap((height) =>
    [160, 320].flatMap((width) => [50, 80].map((quality) => size({ height, width, quality }))),
  );
  for (const each of madeUp) await sizes.render(original, each, requester("192.0.2.2"));
  const { made, cachedBytes } = sizes.counts();
  expect(made).toBe(1 + madeUp.length);
  expect(cachedBytes).toBeLessThan(200_000 * 1.1);
  await sizes.render(original, ofPages, requester("192.0.2.1"));
  expect(sizes.counts().made).toBe(made);
  // The next process uses the existing files.
  const again = await openPictureSizes(cacheFolder, files, settings, fail);
  await again.render(original, ofPages, requester("192.0.2.1"));
  expect(again.counts().made).toBe(0);
  expect(readdirSync(join(cacheFolder, "pages"))).toHaveLength(1);
});

test("a second process reads page sizes from the shared cache, which contains no other sizes", async () => {
  const shared = new Map<string, Buffer>();
  files = {
    ...files,
    sizes: {
      read: async (version, name) => shared.get(`${version}/${name}`) ?? null,
      save: async (version, name, bytes) => void shared.set(`${version}/${name}`, bytes),
    },
  };
  const [first, second] = [await open(), await open()];
  const ofPages = size({ width: 320, quality: 65 });
  const rendered = await first.render(original, ofPages, requester("192.0.2.1"));
  await first.render(original, size({ height: 320 }), requester("192.0.2.1"));
  expect(shared.size).toBe(1);
  const read = await Promise.all([1, 2, 3].map(() => second.render(original, ofPages, requester("192.0.2.2"))));
  expect(read.every((bytes) => bytes.equals(rendered))).toBe(true);
  expect([first.counts().made, second.counts().made]).toEqual([2, 0]);
});

test("a size that cannot be cached is sent, and the error is logged", async () => {
  const cacheFolder = mkdtempSync(join(folder, "full-"));
  const errors: unknown[] = [];
  const sizes = await openPictureSizes(cacheFolder, files, { ...defaultPictureSettings, pages }, (error) =>
    errors.push(error),
  );
  rmSync(cacheFolder, { recursive: true });
  const bytes = await sizes.render(randomUUID(), size({ width: 320, quality: 65 }), requester("192.0.2.1"));
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 320 });
  expect(errors).toEqual([expect.objectContaining({ code: "ENOENT" })]);
});
