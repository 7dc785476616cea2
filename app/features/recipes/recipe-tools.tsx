import { use, useState } from "react";
import type { Article } from "#app/features/blog/article.ts";
import { isManaging } from "#app/features/staff/managing.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { usePublished } from "#app/platform/use-published.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { RecipeLine } from "./recipe.ts";
import { isShown, type RecipeDraft } from "./recipe-draft.ts";
import { RecipeForm } from "./recipe-form.tsx";
import { listRecipeLines } from "./recipe-queries.ts";

/** Editor for the recipe of an article, for staff. */
export function RecipeTools({
  userId,
  article,
  lines,
}: {
  userId: string;
  article: Article;
  /** Lines shown on the page. */
  lines: readonly RecipeLine[];
}) {
  const [editing, setEditing] = useState<readonly RecipeLine[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const waitUntilPublished = usePublished({ servings: article.servings, lines });
  if (!use(isManaging(userId))) return null;

  async function handleOpen() {
    setBusy(true);
    const found = await listRecipeLines(getBrowserData().rest, article.id).catch(() => null);
    setBusy(false);
    if (found) setEditing(found);
    else showToast({ kind: "error", text: t("Failed to load blog details") });
  }

  function handleSaved(draft: RecipeDraft) {
    setEditing(null);
    showToast({ kind: "success", text: t("Recipe saved") });
    void waitUntilPublished((shown) => isShown(draft, shown));
  }

  return (
    <div>
      <Button variation="secondary" disabled={isBusy} onClick={handleOpen}>
        <Icon name="pencil" /> {t("Edit recipe")}
      </Button>
      {editing ? (
        <Dialog title={t("Edit recipe")} onClose={() => setEditing(null)}>
          <RecipeForm
            articleId={article.id}
            servings={article.servings}
            lines={editing}
            onSaved={handleSaved}
            onCancel={() => setEditing(null)}
          />
        </Dialog>
      ) : null}
    </div>
  );
}
