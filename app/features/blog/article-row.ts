import type { SelectedRow } from "#app/platform/selected-row.ts";
import type { Translatable } from "#app/values/untranslated.ts";

const SECTION_NUMBERS = [1, 2, 3, 4, 5, 6, 7] as const;

export const PREVIEW_COLUMNS = "id,name,img1";

const SECTION_COLUMNS =
  "title1,description1,title2,description2,title3,description3,title4,description4,title5,description5,title6,description6,title7,description7";
const SUMMARY_COLUMNS =
  "semi_conclusion_topic,semi_conclusion_text,semi_conclusion_point1,semi_conclusion_point2,semi_conclusion_point3";
export const ARTICLE_COLUMNS =
  `${PREVIEW_COLUMNS},img2,short_introduction,${SECTION_COLUMNS},${SUMMARY_COLUMNS},conclusion,servings,publish_at,created_at,updated_at` as const;

export type ArticleRow = SelectedRow<"blog_post", typeof ARTICLE_COLUMNS> & Translatable;

export function articlePreviewFromRow(row: SelectedRow<"blog_post", typeof PREVIEW_COLUMNS>) {
  return { id: row.id, name: row.name, image: row.img1 };
}

/** Returns an article from its row. Leaves out empty sections, and an empty summary or conclusion. */
export function articleFromRow(row: ArticleRow) {
  const sections = SECTION_NUMBERS.map((number) => ({
    title: row[`title${number}`] || null,
    text: row[`description${number}`] || null,
    ...untranslatedOf(row, { [`title${number}`]: "title", [`description${number}`]: "text" }),
  })).filter((section) => section.title || section.text);
  return {
    ...articlePreviewFromRow(row),
    secondImage: row.img2 || null,
    shortIntroduction: row.short_introduction,
    sections,
    summary: summaryFrom(row),
    conclusion: row.conclusion || null,
    /** Number of servings of the recipe; null if the article has no recipe. */
    servings: row.servings,
    /** Timestamps as the database formats them. */
    publishedAt: row.publish_at ?? row.created_at,
    changedAt: row.updated_at,
    ...untranslatedOf(row, { name: "name", short_introduction: "shortIntroduction", conclusion: "conclusion" }),
  };
}

/** Returns the summary, whose `untranslated` identifies a point by its text; null if it is empty. */
function summaryFrom(row: ArticleRow) {
  const points = [row.semi_conclusion_point1, row.semi_conclusion_point2, row.semi_conclusion_point3].filter(
    (point): point is string => Boolean(point),
  );
  const topic = row.semi_conclusion_topic || null;
  const text = row.semi_conclusion_text || null;
  if (!topic && !text && points.length === 0) return null;
  return {
    topic,
    text,
    points,
    ...untranslatedOf(row, {
      semi_conclusion_topic: "topic",
      semi_conclusion_text: "text",
      semi_conclusion_point1: row.semi_conclusion_point1 ?? "",
      semi_conclusion_point2: row.semi_conclusion_point2 ?? "",
      semi_conclusion_point3: row.semi_conclusion_point3 ?? "",
    }),
  };
}

/** @param names property names of the texts, by column */
function untranslatedOf({ untranslated = [] }: ArticleRow, names: Readonly<Record<string, string>>): Translatable {
  const shown = untranslated.flatMap((column) => names[column] ?? []);
  return shown.length > 0 ? { untranslated: shown } : {};
}
