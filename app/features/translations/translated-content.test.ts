import { expect, test } from "vitest";
import { type ArticleRow, articleFromRow } from "#app/features/blog/article-row.ts";
import { productFromRow } from "#app/features/catalog/product.ts";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { aProductRow } from "#tests/a-product-row.ts";
import { type FindText, keysOfTexts } from "./content-texts.ts";
import { translateArticleRow, translatePreviews } from "./translated-articles.ts";
import { translatePage, translateProduct, translateSummary } from "./translated-products.ts";
import { translateSettings } from "./translated-settings.ts";

const translateAll: FindText = (key) => `«${key}»`;
const findNothing: FindText = () => null;

const UNPRICED = { price: null, discount_price: null, amount: null, unit: null, is_sold_out: false };
const goat = productFromRow(
  aProductRow({
    id: 12,
    prefix: "meat",
    name: "Goat Leg",
    size: "about 3 lb",
    image: "/goat.webp",
    imageAlt: "A leg of goat",
    storage: "frozen",
    price: 10,
    sizes: [
      { id: 1, label: "Half", ...UNPRICED },
      { id: 2, label: "2 lb", ...UNPRICED },
    ],
    choice_groups: [
      {
        id: 3,
        name: "Cut",
        is_multiple: false,
        is_required: true,
        choices: [{ id: 4, label: "whole", price: 0, is_default: true }],
      },
    ],
    description: "Bone in.",
    alsoCalled: "chivo",
    origin: "Texas",
  }),
);

test("a product is shown with name, sizes, choices, and texts in translation", () => {
  expect(translateProduct(goat, translateAll)).toEqual({
    ...goat,
    name: "«product/name/12»",
    size: "«size/label/about 3 lb»",
    description: "«product/description/12»",
    origin: "«product/origin/12»",
    sizes: [{ ...goat.sizes[0], label: "«size/label/Half»" }, goat.sizes[1]],
    choiceGroups: [
      {
        ...goat.choiceGroups[0],
        name: "«choice_group/name/3»",
        choices: [{ ...goat.choiceGroups[0]?.choices[0], label: "«choice/label/4»" }],
      },
    ],
    // A page in another language must not have an English alternative text read out.
    pictures: [{ address: "/goat.webp", alt: "" }],
  });
});

test("a product without translations is marked as English, except for sizes without words", () => {
  const shown = translateProduct(goat, findNothing);
  expect(shown).toMatchObject({ name: "Goat Leg", untranslated: ["name", "description", "origin", "size"] });
  expect(shown.sizes.map(({ untranslated }) => untranslated)).toEqual([["label"], undefined]);
  expect(shown.choiceGroups[0]).toMatchObject({ untranslated: ["name"], choices: [{ untranslated: ["label"] }] });
});

test("a card's translation does not look up descriptions", () => {
  expect(keysOfTexts((find) => translateSummary(goat, find))).toEqual(
    "size/label/Half | choice_group/name/3 | choice/label/4 | product/name/12 | size/label/about 3 lb".split(" | "),
  );
});

test("a listing's products and sizes of its filters are translated, and sizes without words are not", () => {
  const counts = {
    all: 1,
    available: 1,
    offer: null,
    snap: null,
    storage: {},
    free: {},
    sizes: { "One size": 1, XL: 2 },
  };
  const page = { items: [goat], totalCount: 1, pageIndex: 0, pageCount: 1 };
  const shown = translatePage({ page, counts }, translateAll);
  expect(shown.page.items[0]?.name).toBe("«product/name/12»");
  expect(shown.counts).toEqual({ ...counts, sizeNames: { "One size": "«size/label/One size»" } });
});

test("an article is translated section by section, and its English parts are marked", () => {
  const row = {
    ...(Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].flatMap((number) => [
        [`title${number}`, null],
        [`description${number}`, null],
      ]),
    ) as Pick<ArticleRow, "title1">),
    id: 5,
    name: "Jollof",
    img1: "",
    img2: null,
    short_introduction: "Party rice.",
    title3: "Rice",
    description3: "Wash it.",
    semi_conclusion_topic: "Remember",
    semi_conclusion_text: null,
    semi_conclusion_point1: null,
    semi_conclusion_point2: "Salt last.",
    semi_conclusion_point3: null,
    conclusion: "Serve hot.",
    servings: 4,
    publish_at: "2026-01-01",
    created_at: "2026-01-01",
    updated_at: "2026-01-01",
  } as ArticleRow;
  const known: FindText = (key) => (/title3|name/.test(key) ? `«${key}»` : null);
  expect(articleFromRow(translateArticleRow(row, known))).toMatchObject({
    name: "«article/name/5»",
    untranslated: ["shortIntroduction", "conclusion"],
    sections: [{ title: "«article/title3/5»", text: "Wash it.", untranslated: ["text"] }],
    summary: { topic: "Remember", points: ["Salt last."], untranslated: ["topic", "Salt last."] },
  });
  expect(translatePreviews([{ id: 5, name: "Jollof", image: "" }], translateAll)).toEqual([
    { id: 5, name: "«article/name/5»", image: "" },
  ]);
});

test("notices, closed days, team, and testimonials of the store are translated", () => {
  const shown = translateSettings(
    {
      ...defaultStoreSettings,
      bannerText: "New yams",
      closedDays: [{ day: "2026-12-25", reason: "Christmas" }],
      team: [{ name: "Ama", title: "Owner", image: "", isSample: false }],
      testimonials: [{ name: "Kofi", text: "Fresh.", image: "", isSample: false }],
    },
    translateAll,
  );
  expect(shown).toMatchObject({
    name: defaultStoreSettings.name,
    bannerText: "«store/banner_text/store»",
    pauseReason: "",
    closedDays: [{ reason: "«closed_day/reason/2026-12-25»" }],
    team: [{ name: "Ama", title: "«team_member/title/Ama»" }],
    testimonials: [{ name: "Kofi", text: "«testimonial/text/Kofi»" }],
  });
});
