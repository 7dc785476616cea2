import { data } from "react-router";
import { ArticleGrid } from "#app/features/blog/article-card.tsx";
import { listRecipes } from "#app/features/recipes/recipe-queries.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { translatePreviews } from "#app/features/translations/translated-articles.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/recipes-route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Recipes"),
    description: t("African and Caribbean recipes with every ingredient from our store."),
    path: "/recipes",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const tables = context.get(publicDataContext);
  const recipes = await listRecipes(tables)
    .then((found) => inPageLanguage(tables, found, translatePreviews))
    .catch(() => null);
  return data({ recipes }, { status: recipes ? 200 : 503 });
}

export default function RecipesRoute({ loaderData: { recipes } }: Route.ComponentProps) {
  return (
    <Page>
      <h1>{t("Recipes")}</h1>
      {recipes === null ? <FormMessage>{t("We couldn't load the recipes. Try again.")}</FormMessage> : null}
      {recipes?.length === 0 ? <p>{t("There are no recipes yet.")}</p> : null}
      <ArticleGrid articles={recipes ?? []} />
    </Page>
  );
}
