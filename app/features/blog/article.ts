import type { Translatable } from "#app/values/untranslated.ts";

export interface Article extends Translatable {
  id: number;
  name: string;
  image: string;
  secondImage: string | null;
  shortIntroduction: string;
  sections: readonly ArticleSection[];
  summary: ArticleSummary | null;
  conclusion: string | null;
  /** Number of servings of the recipe; null if the article has no recipe. */
  servings: number | null;
  /** Timestamps as the database formats them. */
  publishedAt: string;
  changedAt: string;
}

export interface ArticleSection extends Translatable {
  title: string | null;
  text: string | null;
}

/** Summary of an article. `untranslated` identifies a point by its text. */
export interface ArticleSummary extends Translatable {
  topic: string | null;
  text: string | null;
  points: readonly string[];
}

/** Article data for a card. */
export interface ArticlePreview extends Translatable {
  id: number;
  name: string;
  image: string;
}

export function articlePath(article: Pick<Article, "id">): string {
  return `/blogs/${article.id}`;
}
