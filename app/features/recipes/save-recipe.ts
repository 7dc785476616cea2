import type { BrowserData } from "#app/platform/browser-data.ts";
import { type RecipeDraft, recipeDraftRows } from "./recipe-draft.ts";

/**
 * Saves a whole recipe.
 * @throws Error if it was not saved
 */
export async function saveRecipe(data: BrowserData, articleId: number, draft: RecipeDraft): Promise<void> {
  const { error } = await data.rest.rpc("set_recipe", {
    article_id: articleId,
    products: recipeDraftRows(draft),
    servings: draft.servings,
  });
  if (error) throw new Error(error.message, { cause: error });
}
