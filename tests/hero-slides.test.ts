import { beforeEach, expect, test } from "vitest";
import { dropHeroSlides, saveHeroSlides } from "#app/features/hero-slides/save-slides.ts";
import { englishSlides, getHeroSlides } from "#app/features/hero-slides/slide-queries.ts";
import { emptySlide, type SlidePictures, slidesDraft } from "#app/features/hero-slides/slides-draft.ts";
import { readHeroSlides } from "#app/features/home/hero-slide-queries.ts";
import type { HeroSlide } from "#app/features/home/hero-slides.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { aHeroSlide } from "./a-hero-slide.ts";
import { aPictureFile } from "./a-picture.ts";
import { browserOf } from "./requests.ts";
import { openTestShop, type Person, readContentVersion } from "./running-shop.ts";

const shop = await openTestShop();
const [owner, manager] = await shop.signUpAll("owner", "manager");

beforeEach(() => write([]).throwOnError());

const write = (hero_slides: unknown, { client }: Person = owner) =>
  client
    .from("store_settings")
    .update({ hero_slides } as never)
    .eq("id", true)
    .select("name");
const shown = () => readHeroSlides(shop.guest as never);
const version = () => readContentVersion(shop);

test("owner and managers write slides, everyone reads them, and cached pages refresh", async () => {
  expect(await shown()).toEqual([]);
  let last = await version();
  for (const [place, person] of [owner, manager].entries()) {
    const slides = [aHeroSlide({ header: `Mangoes ${place}` }), aHeroSlide({ id: "yam", link: "/home#x" })];
    expect((await write(slides, person)).data).toHaveLength(1);
    expect(await shown()).toEqual(slides);
    expect(await version()).toBeGreaterThan(last);
    last = await version();
  }
});

test.for<[unknown, string]>([
  [null, "The hero slides must be a list."],
  [{}, "The hero slides must be a list."],
  ["three", "The hero slides must be a list."],
  [Array.from({ length: 7 }, (_, at) => aHeroSlide({ id: `s${at}` })), "The home page can show 6 slides at most."],
  [[null], "Slide 1 is not a slide."],
  [[aHeroSlide(), ["x"]], "Slide 2 is not a slide."],
  [[aHeroSlide({ alt: undefined })], "Slide 1 is missing one of id, image, alt, header, text, buttonLabel, link."],
  [[aHeroSlide({ text: 5 })], "Slide 1 is missing one of id, image, alt, header, text, buttonLabel, link."],
  [[aHeroSlide({ html: "" })], "Slide 1 has fields other than id, image, alt, header, text, buttonLabel, link."],
  [[aHeroSlide({ header: "Man\u0007goes" })], "Slide 1 contains an invisible character."],
  [[aHeroSlide({ text: "Two\nlines" })], "Slide 1 contains an invisible character."],
  [[aHeroSlide({ id: "" })], "Slide 1 has an id with characters other than a-z, 0-9, and -."],
  [[aHeroSlide(), aHeroSlide()], "Slide 2 has the same id as another slide."],
  [[aHeroSlide({ header: " " })], "Slide 1 needs a header of at most 50 characters."],
  [[aHeroSlide({ header: "x".repeat(51) })], "Slide 1 needs a header of at most 50 characters."],
  [[aHeroSlide({ text: "x".repeat(111) })], "Slide 1 needs a text of at most 110 characters."],
  [[aHeroSlide({ buttonLabel: "x".repeat(25) })], "Slide 1 needs a button label of at most 24 characters."],
  [[aHeroSlide({ alt: "x".repeat(251) })], "Slide 1 needs an image description of at most 250 characters."],
  ...[
    "",
    "https://elsewhere.test/1.webp",
    "/storage/v1/object/public/other/1.webp",
    "data:image/png;base64,x",
    "/storage/v1/object/public/wears_styles/../secret",
    '/storage/v1/object/public/wears_styles/a"b',
  ].map((image): [unknown, string] => [[aHeroSlide({ image })], "Slide 1 needs an image uploaded to the store."]),
  ...[
    "",
    "home",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://plain.example",
    "https://",
    "/two words",
    `/${"x".repeat(300)}`,
  ].map((link): [unknown, string] => [[aHeroSlide({ link })], "Slide 1 needs a link that starts with / or https://."]),
])("%j is rejected with a clear message", async ([wrong, words]) => {
  const { error } = await write(wrong);
  expect([error?.code, error?.message]).toEqual(["23514", words]);
  expect(await shown()).toEqual([]);
});

test("six slides, all valid link kinds, and the default slides are accepted", async () => {
  const links = ["/", "/home#meatandSeaFood", "/blog", "/products/condiments/5?size=2", "https://a.example/b"];
  const slides = [...links, "/cart"].map((link, at) => aHeroSlide({ id: `s${at}`, link, alt: "" }));
  for (const right of [slides, englishSlides()]) {
    expect((await write(right)).error).toBeNull();
    expect(await shown()).toEqual(right);
  }
});

// The form in the browser

const browserData = () => browserOf(manager);
const isThere = async (address: string) => (await shop.app.request(address)).status === 200;

async function chosen(...ids: string[]): Promise<SlidePictures> {
  const files = await Promise.all(ids.map((id) => aPictureFile(`${id}.webp`, 16, 9)));
  return Object.fromEntries(
    ids.map((id, place) => [id, { preview: "data:", source: { kind: "new", file: files[place] as File } }]),
  );
}

const typed = (id: string) => ({ ...emptySlide(id), header: `The ${id}`, text: "While they last." });

async function saveWith(...ids: string[]): Promise<readonly HeroSlide[]> {
  const before = await getHeroSlides(browserData());
  const result = await saveHeroSlides(browserData(), before, ids.map(typed), await chosen(...ids));
  if (result.kind === "rejected") throw new Error(result.message);
  return result.slides;
}

test("an image is uploaded before its slide is saved; unused images are deleted", async () => {
  const slides = await saveWith("mango", "yam");
  const [mango, yam] = slides.map(({ image }) => image) as [string, string];
  expect([mango, yam]).toEqual([
    expect.stringMatching(/^\/storage\/v1\/object\/public\/wears_styles\/[0-9a-f]{16}-mango\.webp$/),
    expect.stringMatching(/-yam\.webp$/),
  ]);
  expect(await shown()).toEqual(slides);
  // A product's former image stays while a slide shows it.
  await removeUnusedPictures(browserData(), [mango]);
  expect(await Promise.all([mango, yam].map(isThere))).toEqual([true, true]);

  const saved = await saveHeroSlides(browserData(), slides, slidesDraft(slides).slice(1), {});
  expect(saved).toEqual({ kind: "saved", slides: slides.slice(1) });
  expect(await Promise.all([mango, yam].map(isThere))).toEqual([false, true]);

  expect(await dropHeroSlides(browserData(), slides.slice(1))).toEqual({ kind: "saved", slides: [] });
  expect([await shown(), await isThere(yam)]).toEqual([[], false]);
});

test("uploads are deleted when saving the slides fails", async () => {
  const slides = await saveWith("mango");
  const count = async () =>
    (await shop.database.admin<{ count: number }[]>`select count(*)::int from storage.objects`)[0]?.count;
  const files = await count();
  const wrong = { ...typed("yam"), link: "javascript:alert(1)" };
  expect(await saveHeroSlides(browserData(), slides, [wrong], await chosen("yam"))).toEqual({
    kind: "rejected",
    message: "Slide 1 needs a link that starts with / or https://.",
  });
  expect([await count(), await shown()]).toEqual([files, slides]);
});

test("default slides store nothing in the settings, and their images stay", async () => {
  const slides = await saveWith("mango");
  expect(await saveHeroSlides(browserData(), slides, slidesDraft([]), {})).toEqual({ kind: "saved", slides: [] });
  expect(await shown()).toEqual([]);
});
