import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultSlides, translateSlides } from "./hero-slide-queries.ts";
import { HERO_ADVANCE_MS, patternAt, placeAfter } from "./hero-slides.ts";

test("the default slides have the specified buttons and links", () => {
  expect(defaultSlides().map(({ buttonLabel, link }) => [buttonLabel, link])).toEqual([
    ["Shop Now", "/home#wearsandStyles"],
    ["Explore", "/condiments"],
    ["Learn More", "/home#meatandSeaFood"],
  ]);
});

test("a slide is shown for ten seconds, and the first follows the last", () => {
  expect(HERO_ADVANCE_MS).toBe(10_000);
  expect([0, 1, 2].map((place) => placeAfter(place, 3))).toEqual([1, 2, 0]);
  expect([placeAfter(5, 6), placeAfter(0, 1)]).toEqual([0, 0]);
});

test("each slide position has a pattern, for any number of slides", () => {
  expect([0, 1, 2, 3, 5].map(patternAt)).toEqual(["kente", "bogolan", "scale", "kente", "scale"]);
});

test("slides of the home page are translated, and their English texts marked", () => {
  const [slide] = translateSlides(defaultSlides(), (key) =>
    key.endsWith("header/wears") ? "Telas con historia" : null,
  );
  expect(slide).toMatchObject({ header: "Telas con historia", untranslated: ["text", "buttonLabel"] });
});

test("each pattern of a slide is drawn", () => {
  const drawn = readFileSync("app/ui/textile.module.css", "utf8");
  const missing = [0, 1, 2].map(patternAt).filter((pattern) => !drawn.includes(`.edge[data-pattern="${pattern}"]`));
  expect(missing).toEqual([]);
});
