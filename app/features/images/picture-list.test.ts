import { expect, test } from "vitest";
import {
  isSamePictures,
  movePicture,
  type PictureInForm,
  pictureProblems,
  picturesInForm,
  picturesToSave,
  placeAt,
} from "./picture-list.ts";

const list = [{ key: "a" }, { key: "b" }, { key: "c" }, { key: "d" }];
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key).join("");

test.each([
  ["b", 0, "bacd"],
  ["b", 2, "acbd"],
  ["a", 3, "bcda"],
  ["d", 0, "dabc"],
  ["c", 2, "abcd"],
  ["a", -1, "abcd"],
  ["d", 9, "abcd"],
  ["x", 0, "abcd"],
])("moving %s to position %i makes %s", (key, place, after) => {
  expect(keys(movePicture(list, key, place))).toBe(after);
  expect(keys(list)).toBe("abcd");
});

test("a dragged image moves behind each image whose middle it has passed, whatever their heights", () => {
  const others = [
    { top: 0, height: 100 },
    { top: 300, height: 40 },
    { top: 340, height: 200 },
  ];
  expect([-50, 50, 51, 320, 321, 440, 441, 9000].map((y) => placeAt(y, others))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect(placeAt(10, [])).toBe(0);
});

test("images are saved in order with alt texts, and an unreadable one is an error at its place", () => {
  const file = new File(["x"], "front.webp", { type: "image/webp" });
  const pictures: PictureInForm[] = [
    { key: "1", preview: "data:", alt: " The front ", source: { kind: "new", file } },
    ...picturesInForm([{ address: "/back.webp", alt: "" }]),
    { key: "2", preview: "", alt: "", source: { kind: "rejected", problemOf: (label) => `${label} is bad.` } },
  ];
  expect(picturesToSave(pictures)).toEqual([
    { change: { kind: "replace", file }, savedAddress: null, alt: "The front" },
    { change: { kind: "keep" }, savedAddress: "/back.webp", alt: "" },
  ]);
  expect(pictureProblems(pictures)).toEqual({ picture_2: "Image 3 is bad." });
  expect(pictureProblems(movePicture(pictures, "2", 0))).toEqual({ picture_2: "Image 1 is bad." });
});

test("a different order, alt text, or number of images is a change", () => {
  const before = [
    { address: "/1", alt: "" },
    { address: "/2", alt: "Its back" },
  ];
  const same = picturesToSave(picturesInForm(before));
  expect(isSamePictures(before, same)).toBe(true);
  expect(isSamePictures(before, same.toReversed())).toBe(false);
  expect(isSamePictures(before, same.slice(1))).toBe(false);
  expect(isSamePictures(before.slice(1), same)).toBe(false);
  expect(
    isSamePictures(
      before,
      same.map((picture) => ({ ...picture, alt: "Side" })),
    ),
  ).toBe(false);
});
