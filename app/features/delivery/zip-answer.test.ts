import { expect, test } from "vitest";
import { undeliverableText, type ZipAnswer, zipFrom, zipSentence } from "./zip-answer.ts";

const HUMBLE: ZipAnswer = {
  zip: "77338",
  city: "Humble",
  state: "TX",
  miles: 5.7,
  outcome: "delivered",
  feeCents: null,
  freeFromCents: 10000,
  minOrderCents: 0,
  nearestZone: null,
};

test.for<[Partial<ZipAnswer>, string]>([
  [{}, "77338 Humble, 5.7 miles: free from $100; below that, our team will contact you."],
  [{ feeCents: 599 }, "77338 Humble, 5.7 miles: delivery costs $5.99, free from $100."],
  [{ feeCents: 500, freeFromCents: null }, "77338 Humble, 5.7 miles: delivery costs $5."],
  [{ feeCents: 0 }, "77338 Humble, 5.7 miles: delivery is free."],
  [{ freeFromCents: 0 }, "77338 Humble, 5.7 miles: delivery is free."],
  [
    { feeCents: 500, freeFromCents: null, minOrderCents: 2550 },
    "77338 Humble, 5.7 miles: delivery costs $5; minimum order $25.50.",
  ],
  [
    { outcome: "contact", freeFromCents: null, zip: "60601", city: "Chicago", miles: 1929.8 },
    "60601 Chicago, 1,929.8 miles: our team will contact you about delivery.",
  ],
  [
    { outcome: "pickup_only", freeFromCents: null, minOrderCents: 100 },
    "77338 Humble, 5.7 miles: we don't deliver there.",
  ],
  [
    { outcome: "pickup_only", freeFromCents: null, nearestZone: { name: "Far", miles: 3.9 } },
    "77338 Humble, 5.7 miles: we don't deliver there; the nearest delivery area is “Far”, 3.9 miles away.",
  ],
  [
    { outcome: "unknown", freeFromCents: null, zip: "00000", city: null, miles: null },
    "00000: we don't know this ZIP code; check it for typos.",
  ],
])("the terms %o are described in one sentence", ([answer, sentence]) => {
  expect(zipSentence({ ...HUMBLE, ...answer })).toBe(sentence);
});

test("the sentence about a served ZIP code ends with the next delivery time", () => {
  const sentence = (answer: Partial<ZipAnswer>) => zipSentence({ ...HUMBLE, ...answer }, "Tomorrow 2 to 4 PM");
  expect(sentence({ feeCents: 500, minOrderCents: 2500 })).toBe(
    "77338 Humble, 5.7 miles: delivery costs $5, free from $100; minimum order $25; next delivery tomorrow 2 to 4 PM.",
  );
  expect(sentence({ outcome: "pickup_only" })).toBe("77338 Humble, 5.7 miles: we don't deliver there.");
});

test("an order below the minimum reports the difference, and an unserved ZIP code offers pickup", () => {
  const near = { ...HUMBLE, minOrderCents: 2500 };
  expect(undeliverableText(near, 1299)).toBe("$12.01 more for delivery: we deliver to 77338 from $25 on.");
  expect(undeliverableText(near, 2500)).toBeNull();
  expect(undeliverableText({ ...near, outcome: "pickup_only" }, 2500)).toBe(
    "We don't deliver to 77338. Choose pickup.",
  );
  expect(undeliverableText({ ...near, outcome: "unknown", minOrderCents: 0 }, 0)).toBeNull();
});

test("a ZIP code has five digits, with or without four additional ones", () => {
  expect(["77338", " 77338-1234 "].map(zipFrom)).toEqual(["77338", "77338"]);
  expect(["7733", "773381", "Humble", "", "77338-12"].map(zipFrom)).toEqual([null, null, null, null, null]);
});
