import { redirect } from "react-router";
import { listAllArticles } from "#app/features/article-editor/article-queries.ts";
import { ArticlesPage } from "#app/features/article-editor/articles-page.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/articles-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Articles"), description: t("Articles in the blog."), path: null });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const pageIndex = pageIndexFrom(new URL(request.url).searchParams);
  const articles = await listAllArticles(getBrowserData(), pageIndex);
  // The last page no longer exists if all of its articles were removed.
  if (articles === null) throw redirect("/desk/articles");
  return { articles };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Articles")}</h1>
      <Spinner />
    </Page>
  );
}

export default function ArticlesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ArticlesPage {...loaderData} />
    </Page>
  );
}
