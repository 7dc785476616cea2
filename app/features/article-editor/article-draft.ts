import type { Article } from "#app/features/blog/article.ts";
import { type ArticleRow, articleFromRow } from "#app/features/blog/article-row.ts";
import { t } from "#app/messages/t.ts";
import { readShopTime, shopTimeOf } from "#app/values/shop-clock.ts";

/** "later": published at a set time in the store's time zone. */
export type Publication = "draft" | "public" | "later";

export interface SectionDraft {
  /** Identifies a section while it is moved. */
  key: number;
  title: string;
  text: string;
}

/** Values of the article form; images are chosen separately. */
export interface ArticleDraft {
  name: string;
  introduction: string;
  sections: readonly SectionDraft[];
  topic: string;
  summary: string;
  points: readonly [string, string, string];
  conclusion: string;
  publication: Publication;
  /** `YYYY-MM-DDTHH:MM` in the store's time zone; used for "later" only. */
  publishAt: string;
}

export type ArticleProblems = Partial<Record<"name" | "publishAt", string>>;

export const MAX_SECTIONS = 7;
const SECTION_NUMBERS = [1, 2, 3, 4, 5, 6, 7] as const;

export const EMPTY_DRAFT: ArticleDraft = {
  name: "",
  introduction: "",
  sections: [{ key: 1, title: "", text: "" }],
  topic: "",
  summary: "",
  points: ["", "", ""],
  conclusion: "",
  publication: "draft",
  publishAt: "",
};

export function publicationOf(publishAt: string | null, now: Date): Publication {
  if (publishAt === null) return "draft";
  return new Date(publishAt) <= now ? "public" : "later";
}

export function articleDraft(row: ArticleRow, now: Date, timeZone: string): ArticleDraft {
  const sections = SECTION_NUMBERS.map((number) => ({
    key: number,
    title: row[`title${number}`] ?? "",
    text: row[`description${number}`] ?? "",
  })).filter(({ title, text }) => title !== "" || text !== "");
  const publication = publicationOf(row.publish_at, now);
  return {
    name: row.name,
    introduction: row.short_introduction,
    sections,
    topic: row.semi_conclusion_topic ?? "",
    summary: row.semi_conclusion_text ?? "",
    points: [row.semi_conclusion_point1 ?? "", row.semi_conclusion_point2 ?? "", row.semi_conclusion_point3 ?? ""],
    conclusion: row.conclusion ?? "",
    publication,
    publishAt: publication === "later" ? shopTimeOf(new Date(row.publish_at ?? now), timeZone) : "",
  };
}

/** Returns messages by field name. */
export function articleProblems(draft: ArticleDraft, now: Date, timeZone: string): ArticleProblems {
  const problems: ArticleProblems = {};
  if (draft.name.trim() === "") problems.name = t("Enter a title.");
  if (draft.publication === "later") {
    const at = readShopTime(draft.publishAt, timeZone);
    if (at === null) problems.publishAt = t("Choose a day and a time.");
    else if (new Date(at) <= now) problems.publishAt = t("This time has passed. Choose a later one.");
  }
  return problems;
}

/**
 * Returns the text columns of a draft; empty texts are null.
 * @param before publication time of the saved article, which a public article keeps
 */
export function articleDraftRow(draft: ArticleDraft, before: string | null, now: Date, timeZone: string) {
  const text = (typed: string | undefined) => typed?.trim() || null;
  const columns = SECTION_NUMBERS.map((number) => {
    const section = draft.sections[number - 1];
    return { [`title${number}`]: text(section?.title), [`description${number}`]: text(section?.text) };
  });
  return {
    name: draft.name.trim(),
    short_introduction: draft.introduction.trim(),
    ...(Object.assign({}, ...columns) as SectionColumns),
    semi_conclusion_topic: text(draft.topic),
    semi_conclusion_text: text(draft.summary),
    semi_conclusion_point1: text(draft.points[0]),
    semi_conclusion_point2: text(draft.points[1]),
    semi_conclusion_point3: text(draft.points[2]),
    conclusion: text(draft.conclusion),
    publish_at: publishAtOf(draft, before, now, timeZone),
  };
}

type SectionNumber = (typeof SECTION_NUMBERS)[number];
type SectionColumns = Record<`title${SectionNumber}` | `description${SectionNumber}`, string | null>;

/** Resolved by the database, because a browser's clock may be wrong. */
const DATABASE_NOW = "now";

function publishAtOf(draft: ArticleDraft, before: string | null, now: Date, timeZone: string): string | null {
  if (draft.publication === "draft") return null;
  if (draft.publication === "later") return readShopTime(draft.publishAt, timeZone);
  return publicationOf(before, now) === "public" ? before : DATABASE_NOW;
}

/** Returns the article as readers would see it, with the chosen images. */
export function previewOf(
  draft: ArticleDraft,
  pictures: { first: string; second: string },
  saved: Pick<ArticleRow, "id" | "servings"> | null,
): Article {
  const now = new Date();
  const row = articleDraftRow({ ...draft, publication: "draft" }, null, now, "UTC");
  return articleFromRow({
    ...row,
    id: saved?.id ?? 0,
    servings: saved?.servings ?? null,
    img1: pictures.first,
    img2: pictures.second || null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  });
}
