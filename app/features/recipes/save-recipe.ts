import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { checkWrite } from "#app/platform/changed-rows.ts";
import { rowsOf } from "#app/platform/reads.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import type { RecipeLine } from "./recipe.ts";
import { type RecipeDraft, recipeDraftRows } from "./recipe-draft.ts";
import { listRecipeLines } from "./recipe-queries.ts";

/** A recipe as the form opened it. */
export type SavedRecipe = { servings: number | null; lines: readonly RecipeLine[] };

/** Saves the changes of a recipe. @throws Error if it was not saved */
export async function saveRecipe(
  data: BrowserData,
  articleId: number,
  before: SavedRecipe,
  draft: RecipeDraft,
): Promise<void> {
  const names = new Map([...before.lines, ...draft.lines].map(({ product }) => [String(product.id), product.name]));
  const answer = await saveMerged({
    before: recipeRow(before),
    mine: recipeRow(draft),
    subject: t("This article"),
    labels: ([field, id]) => (field === "servings" ? t("Servings") : (names.get(id ?? "") ?? t("Products"))),
    write: async (mine, expected) =>
      listResult(
        await data.rest.rpc("set_recipe", {
          article_id: articleId,
          products: withoutIds(mine.products),
          servings: mine.servings,
          expected: { ...expected, products: withoutIds(expected.products) },
        }),
        async () => {
          const [row, lines] = await Promise.all([
            data.rest.from("blog_post").select("servings").eq("id", articleId).maybeSingle(),
            listRecipeLines(data.rest, articleId),
          ]);
          const article = rowsOf(row);
          return article && recipeRow({ ...article, lines });
        },
      ),
  });
  checkWrite(answer);
}

/** Names each row by its product, for the merge. */
function recipeRow({ servings, lines }: SavedRecipe | RecipeDraft) {
  return { servings, products: recipeDraftRows(lines).map((row) => ({ ...row, id: String(row.product_id) })) };
}

function withoutIds<Line extends { id: string }>(rows: readonly Line[]) {
  return rows.map(({ id: _, ...row }) => row);
}
