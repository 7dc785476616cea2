import { expect, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { findSampleTexts, isExampleAddress, isFictionalPhone } from "./settings-page.tsx";

const words = { text: "Good yam.", image: "" };

test("the demo store has a warning for each sample text", () => {
  const settings = {
    ...defaultStoreSettings,
    team: [{ name: "Ola", title: "Founder and CEO", image: "", isSample: true }],
    testimonials: [
      { ...words, name: "Ama", isSample: true },
      { ...words, name: "Kofi", isSample: false },
    ],
  };
  expect(findSampleTexts(settings, "about")).toEqual(["1 testimonial is a sample.", "Team cards are samples: Ola."]);
  expect(findSampleTexts(settings, "shop")).toEqual([
    "The phone number (281) 555-0142 is fictional.",
    "The email address hello@calabash.example is an example.",
    "Social links lead to example addresses: Facebook, Instagram, X, TikTok.",
  ]);
});

test("a store with its own texts has no warnings", () => {
  const settings = {
    ...defaultStoreSettings,
    phone: "(281) 446-1200",
    email: "hello@calabashmarket.com",
    socialLinks: [{ name: "X", url: "https://x.com/calabash" }],
    testimonials: [{ ...words, name: "Kofi", isSample: false }],
  };
  expect([...findSampleTexts(settings, "shop"), ...findSampleTexts(settings, "about")]).toEqual([]);
});

test("fictional phone numbers and example addresses are recognized", () => {
  expect(["(281) 555-0142", "+1 281 555 0100", "(281) 555-1142", "(281) 446-0142"].map(isFictionalPhone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(
    ["a@shop.example", "https://x.example/a", "a@example.com", "https://example.shop/a", "a@counterexample.com"].map(
      isExampleAddress,
    ),
  ).toEqual([true, true, true, false, false]);
});
