import type { ArticlePreview } from "#app/features/blog/article.ts";
import { articlePreviewFromRow, PREVIEW_COLUMNS } from "#app/features/blog/article-row.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { isPastTheLastRow, tableRows } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import { RECIPE_LINE_COLUMNS, type RecipeLine, recipeLineFromRow } from "./recipe.ts";

type Tables = Pick<BrowserData["rest"], "from">;

const RECIPES_PER_PAGE = 24;

/** Returns the products of an article, in its order. */
export async function listRecipeLines(tables: Tables, articleId: number): Promise<RecipeLine[]> {
  const answer = await tables
    .from("article_products")
    .select(RECIPE_LINE_COLUMNS)
    .eq("article_id", articleId)
    .order("position");
  return tableRows(answer).map(recipeLineFromRow);
}

/** Returns one page of the articles with a recipe, newest first; null past the last page. */
export async function listRecipes(tables: Tables, pageIndex: number): Promise<PageOf<ArticlePreview> | null> {
  const answer = await tables
    .from("blog_post")
    .select(PREVIEW_COLUMNS, { count: "exact" })
    .not("servings", "is", null)
    .order("publish_at", { ascending: false })
    .order("id", { ascending: false })
    .range(...rowsOfPage(pageIndex, RECIPES_PER_PAGE));
  if (isPastTheLastRow(answer)) return null;
  const items = tableRows(answer).map(articlePreviewFromRow);
  return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: RECIPES_PER_PAGE });
}
