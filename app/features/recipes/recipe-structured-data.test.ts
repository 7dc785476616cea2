import { expect, test } from "vitest";
import { type ArticleRow, articleFromRow } from "#app/features/blog/article-row.ts";
import { aRecipeLine } from "#tests/a-recipe-line.ts";
import { recipeData } from "./recipe-structured-data.ts";

const shop = { name: "Calabash Market", origin: "https://shop.test" };

test("a recipe's structured data has servings, ingredients, images, and author", () => {
  const lines = [
    aRecipeLine({ amount: { value: 1.3, unit: "lb" } }, { name: "Rice" }),
    aRecipeLine({ amount: { value: 2, unit: "each" }, packs: 1 }, { name: "Scotch Bonnets" }),
    aRecipeLine({ packs: 1 }, { name: "Callaloo", size: "1 bunch" }),
    aRecipeLine({ packs: 0.1 }, { name: "Curry" }),
  ];
  expect(recipeData(anArticle({ servings: 6 }), lines, shop)[0]).toMatchObject({
    "@type": "Recipe",
    name: "Jollof",
    description: "Red rice.",
    image: ["https://shop.test/jollof.webp", "https://elsewhere.test/pot.webp"],
    datePublished: "2026-10-03T15:00:00+00:00",
    author: { "@type": "Organization", name: "Calabash Market" },
    publisher: { name: "Calabash Market" },
    mainEntityOfPage: "https://shop.test/blogs/3",
    recipeYield: "6 servings",
    recipeIngredient: ["1.3 lb Rice", "2 Scotch Bonnets", "1 × Callaloo (1 bunch)", "Curry"],
  });
});

test("an article without servings or without products has no recipe data", () => {
  expect(recipeData(anArticle({ servings: null }), [aRecipeLine()], shop)).toEqual([]);
  expect(recipeData(anArticle({ servings: 6 }), [], shop)).toEqual([]);
});

function anArticle(changes: Partial<ArticleRow>) {
  return articleFromRow({
    id: 3,
    name: "Jollof",
    img1: "/jollof.webp",
    img2: "https://elsewhere.test/pot.webp",
    short_introduction: "Red rice.",
    created_at: "2026-10-03T15:00:00+00:00",
    ...changes,
  } as ArticleRow);
}
