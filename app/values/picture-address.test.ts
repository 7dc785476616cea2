import { expect, test } from "vitest";
import { pictureAddress, pictureSizes } from "./picture-address.ts";

const OWN = "/storage/v1/object/public/wears_styles/garri.webp";

test("our own images load from the data service, and others from their own URL", () => {
  expect(pictureAddress(OWN, "")).toBe(OWN);
  expect(pictureAddress(OWN, "https://x.supabase.co")).toBe(`https://x.supabase.co${OWN}`);
  expect(pictureAddress("https://elsewhere.example/a.jpg", "https://x.supabase.co")).toBe(
    "https://elsewhere.example/a.jpg",
  );
});

test("our own image is offered in sizes up to its display width", () => {
  const sizes = pictureSizes(OWN, "", 160);
  expect(sizes?.src).toBe("/storage/v1/render/image/public/wears_styles/garri.webp?width=160&quality=65");
  expect(sizes?.srcSet.match(/\d+w/g)).toEqual(["160w", "320w"]);
  expect(pictureSizes(OWN, "", 320)?.src).toContain("width=320");
  expect(pictureSizes(OWN, "", 800)?.srcSet.match(/\d+w/g)).toEqual(["160w", "320w", "480w", "640w", "800w"]);
  expect(pictureSizes(OWN, "", 1200)?.srcSet).toContain("1200w");
});

test("an image of another site loads unchanged", () => {
  expect(pictureSizes("https://elsewhere.example/a.jpg", "", 800)).toBeNull();
  expect(pictureSizes("blob:http://localhost/1", "", 800)).toBeNull();
});
