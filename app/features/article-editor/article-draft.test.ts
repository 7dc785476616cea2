import { expect, test } from "vitest";
import type { ArticleRow } from "#app/features/blog/article-row.ts";
import {
  type ArticleDraft,
  articleDraft,
  articleDraftRow,
  articleProblems,
  EMPTY_DRAFT,
  previewOf,
} from "./article-draft.ts";

const HOUSTON = "America/Chicago";
const NOW = new Date("2026-11-23T15:00:00Z");

const typed: ArticleDraft = {
  ...EMPTY_DRAFT,
  name: " Jollof ",
  introduction: "Rice that glows.",
  sections: [
    { key: 1, title: "The pot", text: "Wide.\n\nHeavy." },
    { key: 2, title: "", text: " " },
    { key: 3, title: "The rice", text: "" },
  ],
  points: ["Wash it", "", "Rest it"],
  publication: "later",
  publishAt: "2026-11-24T09:00",
};

/** Returns the row that the database holds after a draft was saved. */
function saved(draft: ArticleDraft, before: string | null = null): ArticleRow {
  const stamp = "2026-11-01T00:00:00Z";
  const row = articleDraftRow(draft, before, NOW, HOUSTON);
  return { ...row, id: 7, img1: "", img2: null, servings: null, created_at: stamp, updated_at: stamp };
}

test("a saved article fills its form again, without empty sections", () => {
  expect(articleDraft(saved(typed), NOW, HOUSTON)).toEqual({
    ...typed,
    name: "Jollof",
    sections: [
      { key: 1, title: "The pot", text: "Wide.\n\nHeavy." },
      { key: 3, title: "The rice", text: "" },
    ],
  });
});

test("a scheduled article is published at a store time, and a draft has no time", () => {
  expect(saved(typed).publish_at).toBe("2026-11-24T15:00:00.000Z");
  expect(saved({ ...typed, publication: "draft" }).publish_at).toBeNull();
});

test("articles are published at the database's time and keep their date", () => {
  const isPublic: ArticleDraft = { ...typed, publication: "public" };
  expect(saved(isPublic).publish_at).toBe("now");
  expect(saved(isPublic, "2026-11-24T15:00:00Z").publish_at).toBe("now");
  expect(saved(isPublic, "2026-11-02T15:00:00Z").publish_at).toBe("2026-11-02T15:00:00Z");
});

test("an article needs a title, and a scheduled one needs a future time", () => {
  const problems = (changed: Partial<ArticleDraft>) =>
    Object.keys(articleProblems({ ...typed, ...changed }, NOW, HOUSTON));
  expect(problems({})).toEqual([]);
  expect(problems({ name: "  " })).toEqual(["name"]);
  expect(problems({ publishAt: "" })).toEqual(["publishAt"]);
  // 9 AM in the store's time zone is the current time of this test, so it is not later.
  expect(problems({ publishAt: "2026-11-23T09:00" })).toEqual(["publishAt"]);
  expect(problems({ publishAt: "", publication: "draft" })).toEqual([]);
});

test("the preview shows typed texts and chosen images, without empty parts", () => {
  const article = previewOf(typed, { first: "data:image/png;base64,AA", second: "" }, null);
  expect(article).toMatchObject({ name: "Jollof", image: "data:image/png;base64,AA", secondImage: null });
  expect(article.sections.map(({ title }) => title)).toEqual(["The pot", "The rice"]);
  expect(article.summary).toEqual({ topic: null, text: null, points: ["Wash it", "Rest it"] });
  expect(article.conclusion).toBeNull();
});
