import { expect, test } from "vitest";
import { sizesIn, warmPictures } from "./warm-pictures.ts";

const size = (name: string, width: number) =>
  `/storage/v1/render/image/public/wears_styles/${name}.webp?width=${width}&quality=65`;
const picture = (name: string) =>
  `<img src="${size(name, 800).replace("&", "&amp;")}" srcset="${[160, 320, 480, 800, 1200]
    .map((width) => `${size(name, width).replace("&", "&amp;")} ${width}w`)
    .join(", ")}"/>`;

test("image sizes in a page are found once each, those of cards first", () => {
  expect(sizesIn(picture("yam") + picture("garri") + picture("yam"))).toEqual([
    ...[size("yam", 480), size("garri", 480), size("yam", 320), size("garri", 320)],
    ...[size("yam", 160), size("garri", 160), size("yam", 800), size("garri", 800)],
  ]);
});

test("image sizes are requested one at a time, none twice, and none after the store closes", async () => {
  const closing = new AbortController();
  const requested: string[] = [];
  let underWay = 0;
  const count = await warmPictures({
    paths: ["/home", "/condiments"],
    readPage: (path) => Promise.resolve(path === "/home" ? picture("yam") : picture("yam") + picture("oil")),
    requestSize: async (address) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await Promise.resolve();
      underWay -= 1;
      requested.push(address);
      if (address === size("oil", 320)) closing.abort();
    },
    signal: closing.signal,
  });
  expect(requested).toEqual([
    ...[size("yam", 480), size("yam", 320), size("yam", 160), size("yam", 800)],
    ...[size("oil", 480), size("oil", 320)],
  ]);
  expect(count).toBe(requested.length);
});

test("at most 400 image sizes are requested", async () => {
  const page = Array.from({ length: 101 }, (_, place) => picture(`product-${place}`)).join("");
  const options = { paths: ["/home"], readPage: async () => page, requestSize: async () => undefined };
  expect(await warmPictures({ ...options, signal: new AbortController().signal })).toBe(400);
});
