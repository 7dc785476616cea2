import { data } from "react-router";
import { ArticleGrid } from "#app/features/blog/article-card.tsx";
import { listArticles } from "#app/features/blog/article-queries.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { translatePreviews } from "#app/features/translations/translated-articles.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Page } from "#app/ui/page.tsx";
import { pageAddress, pageIndexFrom, pageParameter } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import type { Route } from "./+types/blog-route";

export const handle: RouteHandle = { searchParams: pageParameter };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const pageIndex = loaderData?.pageIndex ?? 0;
  const pageWord = pageIndex > 0 ? t(", page {page}", { page: pageIndex + 1 }) : "";
  return pageMeta(matches, {
    title: `${t("Blog")}${pageWord}`,
    description: t("Cooking, cloth and customs from Africa and the Caribbean{pageWord}.", { pageWord }),
    path: pageAddress("/blog", pageIndex),
  });
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const pageIndex = pageIndexFrom(url.searchParams);
  try {
    const tables = context.get(publicDataContext);
    const page = await listArticles(tables, pageIndex);
    if (page) {
      const items = await inPageLanguage(tables, page.items, translatePreviews);
      return data({ pageIndex, page: { ...page, items } });
    }
  } catch {
    return data({ pageIndex, page: null }, { status: 503 });
  }
  throw data("Page not found", { status: 404 });
}

export default function BlogRoute({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page>
      <h1>{t("Blog")}</h1>
      {page === null ? (
        <LoadFailure text={t("Failed to load blogs")} />
      ) : (
        <>
          {page.items.length === 0 ? <p>{t("No articles yet.")}</p> : null}
          <ArticleGrid articles={page.items} />
          <Pagination path="/blog" pageIndex={page.pageIndex} pageCount={page.pageCount} />
        </>
      )}
    </Page>
  );
}

/** The server could not be reached during a client-side navigation. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isMissingError(error)) return <Problem error={error} />;
  return (
    <Page>
      <title>{t("Blog")}</title>
      <h1>{t("Blog")}</h1>
      <LoadFailure text={t("Failed to load blogs")} />
    </Page>
  );
}
