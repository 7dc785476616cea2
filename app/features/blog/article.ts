import type { Translatable } from "#app/values/untranslated.ts";
import type { articleFromRow, articlePreviewFromRow } from "./article-row.ts";

export type Article = ReturnType<typeof articleFromRow>;

/** Article data for a card. */
export type ArticlePreview = ReturnType<typeof articlePreviewFromRow> & Translatable;

export function articlePath(article: Pick<Article, "id">): string {
  return `/blogs/${article.id}`;
}
