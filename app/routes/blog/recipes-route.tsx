import { data } from "react-router";
import { ArticleGrid } from "#app/features/blog/article-card.tsx";
import { listRecipes } from "#app/features/recipes/recipe-queries.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { translatePreviews } from "#app/features/translations/translated-articles.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { pageAddress, pageIndexFrom, pageParameter } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import type { Route } from "./+types/recipes-route";

export const handle: RouteHandle = { searchParams: pageParameter };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const pageIndex = loaderData?.pageIndex ?? 0;
  const pageWord = pageIndex > 0 ? t(", page {page}", { page: pageIndex + 1 }) : "";
  return pageMeta(matches, {
    title: `${t("Recipes")}${pageWord}`,
    description: t("African and Caribbean recipes with every ingredient from our store."),
    path: pageAddress("/recipes", pageIndex),
  });
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const pageIndex = pageIndexFrom(url.searchParams);
  const tables = context.get(publicDataContext);
  try {
    const page = await listRecipes(tables, pageIndex);
    if (page) {
      const items = await inPageLanguage(tables, page.items, translatePreviews);
      return data({ pageIndex, page: { ...page, items } });
    }
  } catch {
    return data({ pageIndex, page: null }, { status: 503 });
  }
  throw data("Page not found", { status: 404 });
}

export default function RecipesRoute({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page>
      <h1>{t("Recipes")}</h1>
      {page === null ? (
        <FormMessage>{t("We couldn't load the recipes. Try again.")}</FormMessage>
      ) : (
        <>
          {page.items.length === 0 ? <p>{t("There are no recipes yet.")}</p> : null}
          <ArticleGrid articles={page.items} />
          <Pagination path="/recipes" pageIndex={page.pageIndex} pageCount={page.pageCount} />
        </>
      )}
    </Page>
  );
}
