import { expect, test } from "vitest";
import { pictureAddress, pictureSizes } from "./picture-address.ts";

const OWN = "/storage/v1/object/public/wears_styles/garri.webp";

test("our own pictures come from the data service, others from where they are", () => {
  expect(pictureAddress(OWN, "")).toBe(OWN);
  expect(pictureAddress(OWN, "https://x.supabase.co")).toBe(`https://x.supabase.co${OWN}`);
  expect(pictureAddress("https://elsewhere.example/a.jpg", "https://x.supabase.co")).toBe(
    "https://elsewhere.example/a.jpg",
  );
});

test("a picture of our own is offered in the sizes that its room can use", () => {
  const sizes = pictureSizes(OWN, "", 160);
  expect(sizes?.src).toBe("/storage/v1/render/image/public/wears_styles/garri.webp?width=160&quality=65");
  expect(sizes?.srcSet.match(/\d+w/g)).toEqual(["160w", "320w"]);
  expect(pictureSizes(OWN, "", 800)?.srcSet.match(/\d+w/g)).toEqual(["160w", "320w", "480w", "640w", "800w"]);
  expect(pictureSizes(OWN, "", 1200)?.srcSet).toContain("1200w");
});

test("a picture from elsewhere comes as it is", () => {
  expect(pictureSizes("https://elsewhere.example/a.jpg", "", 800)).toBeNull();
  expect(pictureSizes("blob:http://localhost/1", "", 800)).toBeNull();
});
