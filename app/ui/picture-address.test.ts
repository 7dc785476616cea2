import { expect, test } from "vitest";
import { pictureAddress } from "./picture-address.ts";

const yam = "/storage/v1/object/public/wears_styles/yam.webp";

test("pictures of our bucket come from the data service, wherever it lives", () => {
  expect(pictureAddress(yam, "")).toBe(yam);
  expect(pictureAddress(yam, "https://shop.supabase.example")).toBe(`https://shop.supabase.example${yam}`);
});

test("a picture from elsewhere keeps its address", () => {
  expect(pictureAddress("https://photos.example/yam.jpg", "https://shop.supabase.example")).toBe(
    "https://photos.example/yam.jpg",
  );
});
