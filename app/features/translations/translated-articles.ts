import type { ArticlePreview } from "#app/features/blog/article.ts";
import type { ArticleRow } from "#app/features/blog/article-row.ts";
import { type FindText, type TextKey, textKey, translateTexts } from "./content-texts.ts";

const NUMBERS = ["1", "2", "3", "4", "5", "6", "7"] as const;

export function translatePreviews(articles: readonly ArticlePreview[], find: FindText): ArticlePreview[] {
  return articles.map((article) => translateTexts(article, { name: textKey("article", "name", article.id) }, find));
}

/** Returns an article's row with translated texts. */
export function translateArticleRow(row: ArticleRow, find: FindText): ArticleRow {
  const key = (field: string): TextKey => textKey("article", field, row.id);
  const keys: { [Column in keyof ArticleRow]?: TextKey } = {
    name: key("name"),
    short_introduction: key("short_introduction"),
    semi_conclusion_topic: key("semi_conclusion_topic"),
    semi_conclusion_text: key("semi_conclusion_text"),
    semi_conclusion_point1: key("semi_conclusion_point1"),
    semi_conclusion_point2: key("semi_conclusion_point2"),
    semi_conclusion_point3: key("semi_conclusion_point3"),
    conclusion: key("conclusion"),
  };
  for (const number of NUMBERS) {
    keys[`title${number}`] = key(`title${number}`);
    keys[`description${number}`] = key(`description${number}`);
  }
  return translateTexts(row, keys, find);
}
