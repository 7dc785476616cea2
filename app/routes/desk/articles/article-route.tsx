import { data } from "react-router";
import { ArticleEditor } from "#app/features/article-editor/article-editor.tsx";
import { findAnyArticle } from "#app/features/article-editor/article-queries.ts";
import { listRecipeLines } from "#app/features/recipes/recipe-queries.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { listProgressOf } from "#app/features/translations/translation-list-queries.ts";
import { TranslationProgress } from "#app/features/translations/translation-progress.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Problem } from "#app/ui/problem.tsx";
import type { Route } from "./+types/article-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Article"), width: "text" });

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const browser = getBrowserData();
  if (params.articleId === "new") return { article: null, lines: [], progress: [] };
  if (!/^[1-9]\d{0,14}$/.test(params.articleId)) throw data("Article not found", { status: 404 });
  const id = Number(params.articleId);
  const [article, lines, progress] = await Promise.all([
    findAnyArticle(browser, id),
    listRecipeLines(browser.rest, id),
    listProgressOf(browser, "article", id),
  ]);
  if (!article) throw data("Article not found", { status: 404 });
  return { article, lines, progress };
}

export default function ArticleRoute({ loaderData }: Route.ComponentProps) {
  const { progress, ...edited } = loaderData;
  return (
    <Page width="text">
      {/* Remounts for another article, and after the first save of a new one. */}
      <ArticleEditor key={edited.article?.id ?? "new"} {...edited} />
      {edited.article ? <TranslationProgress id={edited.article.id} progress={progress} /> : null}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} missingTitle={t("Article not found")} />;
}
