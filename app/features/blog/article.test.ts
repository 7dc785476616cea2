import { expect, test } from "vitest";
import { type ArticleRow, articleFromRow } from "./article-row.ts";

test("an article has no empty sections", () => {
  expect(articleFromRow(aRow({ title1: "Rice", description1: "Rinse it.", title3: "Steam" })).sections).toEqual([
    { title: "Rice", text: "Rinse it." },
    { title: "Steam", text: null },
  ]);
});

test("an article without summary points and conclusion has neither", () => {
  const article = articleFromRow(aRow({ conclusion: "", semi_conclusion_topic: "" }));
  expect(article.summary).toBeNull();
  expect(article.conclusion).toBeNull();
});

test("the summary has no empty points", () => {
  const article = articleFromRow(
    aRow({ semi_conclusion_topic: "Remember", semi_conclusion_point1: "One", semi_conclusion_point3: "Three" }),
  );
  expect(article.summary).toEqual({ topic: "Remember", text: null, points: ["One", "Three"] });
});

function aRow(changes: Partial<ArticleRow>): ArticleRow {
  return { id: 3, name: "Jollof", img1: "", img2: null, short_introduction: "", ...changes } as ArticleRow;
}
