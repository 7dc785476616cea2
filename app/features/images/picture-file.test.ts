import { expect, test } from "vitest";
import { fittingSize, generatedNameIn, pictureName, pictureProblem } from "./picture-file.ts";

const PREFIX = "0123456789abcdef";

test("an image's name is a random prefix and the file name without slashes", () => {
  expect(pictureName("yam.webp", PREFIX)).toBe(`${PREFIX}-yam.webp`);
  expect(pictureName("a/b\\c/yam.webp", PREFIX)).toBe(`${PREFIX}-abcyam.webp`);
  expect(pictureName("../../etc/passwd", PREFIX)).toBe(`${PREFIX}-....etcpasswd`);
});

test("characters that a URL rejects become hyphens, and accents are removed", () => {
  expect(pictureName("Ẹ̀gúsí soup #1 (50%).png", PREFIX)).toBe(`${PREFIX}-Egusi-soup-1-50-.png`);
});

test("a very long name keeps its end with the file type", () => {
  const name = pictureName(`${"x".repeat(500)}.webp`, PREFIX);
  expect(name).toHaveLength(PREFIX.length + 1 + 100);
  expect(name.endsWith(".webp")).toBe(true);
});

test.each(["image/jpeg", "image/png", "image/webp", "image/avif"])(
  "%s is accepted, even as large as a camera makes it",
  (type) => {
    expect(pictureProblem("Image 1", { type, size: 25 * 1024 * 1024 })).toBeNull();
  },
);

test("other files are rejected with a clear message", () => {
  expect(pictureProblem("Image 1", { type: "image/gif", size: 10 })).toBe(
    "Image 1 must be a JPEG, PNG, WebP, or AVIF image.",
  );
  expect(pictureProblem("Image 2", { type: "image/png", size: 0 })).toBe("Image 2 is an empty file.");
});

test.each([
  [4032, 3024, 2400, 1800],
  [3024, 4032, 1800, 2400],
  [2400, 1600, 2400, 1600],
  [90, 60, 90, 60],
  [40_000, 1, 2400, 1],
])("an image of %i × %i is sent as %i × %i", (width, height, fittingWidth, fittingHeight) => {
  expect(fittingSize({ width, height })).toEqual({ width: fittingWidth, height: fittingHeight });
});

test("only images that the form has uploaded can be removed", () => {
  const bucket = "/storage/v1/object/public/wears_styles";
  expect(generatedNameIn(`${bucket}/${PREFIX}-yam.webp`)).toBe(`${PREFIX}-yam.webp`);
  expect(generatedNameIn(`https://shop.example${bucket}/${PREFIX}-yam.webp`)).toBe(`${PREFIX}-yam.webp`);
  for (const address of ["", `${bucket}/puna-yam.webp`, `https://photos.example/${PREFIX}-yam.webp`]) {
    expect(generatedNameIn(address)).toBeNull();
  }
});
