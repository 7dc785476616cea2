import type { ArticlePreview } from "#app/features/blog/article.ts";
import { articlePreviewFromRow, PREVIEW_COLUMNS } from "#app/features/blog/article-row.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { RECIPE_LINE_COLUMNS, type RecipeLine, recipeLineFromRow } from "./recipe.ts";

type Tables = Pick<BrowserData["rest"], "from">;

/** Returns the products of an article, in its order. */
export async function listRecipeLines(tables: Tables, articleId: number): Promise<RecipeLine[]> {
  const answer = await tables
    .from("article_products")
    .select(RECIPE_LINE_COLUMNS)
    .eq("article_id", articleId)
    .order("position");
  return tableRows(answer).map(recipeLineFromRow);
}

/** Returns the articles with a recipe, newest first. */
export async function listRecipes(tables: Tables): Promise<ArticlePreview[]> {
  const answer = await tables
    .from("blog_post")
    .select(PREVIEW_COLUMNS)
    .not("servings", "is", null)
    .order("publish_at", { ascending: false })
    .order("id", { ascending: false });
  return tableRows(answer).map(articlePreviewFromRow);
}
