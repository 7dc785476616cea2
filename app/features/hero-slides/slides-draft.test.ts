import { expect, test } from "vitest";
import { defaultSlides } from "#app/features/home/hero-slide-queries.ts";
import { bucketPicture } from "#app/values/picture-address.ts";
import { englishSlides } from "./slide-queries.ts";
import {
  emptySlide,
  linkProblem,
  previewedSlides,
  type SlideDraft,
  slideProblems,
  slidesDraft,
  slidesRow,
} from "./slides-draft.ts";

const aSlide = (changed: Partial<SlideDraft> = {}): SlideDraft => ({
  ...emptySlide("own-1"),
  image: bucketPicture("mango.webp"),
  header: "Mangoes are here",
  text: "By the box, while they last.",
  ...changed,
});
const problemsOf = (changed: Partial<SlideDraft>) =>
  Object.entries(slideProblems([aSlide(changed)], {})).filter(([, message]) => message);

test("without saved slides, the form starts with the three default ones and has nothing to save", () => {
  const draft = slidesDraft([]);
  expect(draft.map(({ header }) => header)).toEqual(englishSlides().map(({ header }) => header));
  expect(Object.values(slideProblems(draft, {})).filter(Boolean)).toEqual([]);
  expect(slidesRow(draft, [])).toEqual([]);
  expect(slidesRow(draft.toReversed(), []).map(({ id }) => id)).toEqual(["meat", "condiments", "wears"]);
});

test("a slide is saved with trimmed texts and its uploaded image", () => {
  const typed = aSlide({ header: " Mangoes ", link: " /blog ", alt: " A box " });
  const image = bucketPicture("new.webp");
  expect(slidesRow([typed, aSlide({ id: "own-2" })], [image])).toEqual([
    {
      id: "own-1",
      image,
      alt: "A box",
      header: "Mangoes",
      text: "By the box, while they last.",
      buttonLabel: "Shop Now",
      link: "/blog",
    },
    expect.objectContaining({ id: "own-2", image: bucketPicture("mango.webp") }),
  ]);
});

test.each<[Partial<SlideDraft>, string, string]>([
  [{ header: "  " }, "own-1.header", "Header is required"],
  [{ header: "x".repeat(51) }, "own-1.header", "50 characters at most"],
  [{ text: "" }, "own-1.text", "Text is required"],
  [{ text: "x".repeat(111) }, "own-1.text", "110 characters at most"],
  [{ buttonLabel: "" }, "own-1.buttonLabel", "Button text is required"],
  [{ image: "" }, "own-1.image", "The image of slide 1 is missing. Choose one"],
  [{ image: "https://elsewhere.test/1.webp" }, "own-1.image", "The image of slide 1 is missing. Choose one"],
])("%o is an error at its field", (changed, name, message) => {
  expect(problemsOf(changed)).toEqual([[name, message]]);
});

test.each([
  ["/", true],
  ["/home#meatandSeaFood", true],
  ["/products/condiments/5?size=2", true],
  ["https://maps.example/shop", true],
  ["", false],
  ["home", false],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["http://plain.example", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["https://nowhere", false],
  ["/two words", false],
  [`/${"x".repeat(300)}`, false],
])("a button may link to %s: %s", (link, isRight) => {
  expect(linkProblem(link) === undefined).toBe(isRight);
});

test("a chosen image is previewed at once, and a rejected one is an error, even when reordered", () => {
  const slides = [aSlide(), aSlide({ id: "own-2", image: "", link: "nonsense" })];
  const file = new File(["x"], "mango.webp", { type: "image/webp" });
  const pictures = { "own-2": { preview: "data:image/webp;base64,x", source: { kind: "new" as const, file } } };
  expect(previewedSlides(slides, pictures).map(({ image, link }) => [image, link])).toEqual([
    [bucketPicture("mango.webp"), "/africanwearandfashion"],
    ["data:image/webp;base64,x", "/home"],
  ]);
  const [empty] = previewedSlides([aSlide({ header: " ", text: "", buttonLabel: "" })], {});
  expect([empty?.header, empty?.text, empty?.buttonLabel]).toEqual(["Your header", "Your text", "Your button"]);
  expect(slideProblems(slides, pictures)["own-2.image"]).toBeUndefined();
  const rejected = {
    "own-1": {
      preview: "",
      source: { kind: "rejected" as const, problemOf: (label: string) => `${label} is no picture.` },
    },
  };
  expect(slideProblems(slides.toReversed(), rejected)["own-1.image"]).toBe("The image of slide 2 is no picture.");
});

test("the default slides have the same English texts as the home page", () => {
  expect(englishSlides()).toEqual(defaultSlides());
});
