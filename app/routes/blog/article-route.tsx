import { data } from "react-router";
import { articlePath } from "#app/features/blog/article.ts";
import { ArticlePage } from "#app/features/blog/article-page.tsx";
import { findArticleRow } from "#app/features/blog/article-queries.ts";
import { articleFromRow } from "#app/features/blog/article-row.ts";
import { articleData } from "#app/features/blog/article-structured-data.ts";
import { AdminRecipeTools } from "#app/features/recipes/admin-recipe-tools.tsx";
import { translateLines } from "#app/features/recipes/recipe.ts";
import { listRecipeLines } from "#app/features/recipes/recipe-queries.ts";
import { RecipeSection } from "#app/features/recipes/recipe-section.tsx";
import { recipeData } from "#app/features/recipes/recipe-structured-data.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { translateArticleRow } from "#app/features/translations/translated-articles.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Page } from "#app/ui/page.tsx";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import { StructuredDataScript } from "#app/ui/structured-data-script.tsx";
import type { Route } from "./+types/article-route";

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { article } = loaderData;
  return pageMeta(matches, {
    title: article.name,
    description: article.shortIntroduction.slice(0, 300),
    path: articlePath(article),
    picture: article.image,
  });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!/^[1-9]\d{0,14}$/.test(params.blogId)) throw data("Article not found", { status: 404 });
  const tables = context.get(publicDataContext);
  const id = Number(params.blogId);
  const found = await findContent(tables, id).catch(() => {
    throw data("Failed to load blog details", { status: 503 });
  });
  if (!found) throw data("Article not found", { status: 404 });
  return { article: articleFromRow(found.row), lines: found.lines };
}

async function findContent(tables: Pick<BrowserData["rest"], "from" | "rpc">, id: number) {
  const [row, lines] = await Promise.all([findArticleRow(tables, id), listRecipeLines(tables, id)]);
  if (!row) return null;
  return inPageLanguage(tables, { row, lines }, (content, find) => ({
    row: translateArticleRow(content.row, find),
    lines: translateLines(content.lines, find),
  }));
}

export default function ArticleRoute({ loaderData: { article, lines }, matches }: Route.ComponentProps) {
  const settings = useStoreSettings();
  const shop = { name: settings.name, origin: matches[0].loaderData.config.publicOrigin };
  return (
    <Page width="text">
      <StructuredDataScript
        key={article.id}
        facts={import.meta.env.SSR ? [...articleData(article, shop), ...recipeData(article, lines, shop)] : null}
      />
      <ArticlePage article={article}>
        {/* Reset the chosen servings for another article, and after its recipe was changed. */}
        <RecipeSection key={`${article.id} ${article.changedAt}`} servings={article.servings} lines={lines} />
        <AdminRecipeTools article={article} lines={lines} />
      </ArticlePage>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isMissingError(error)) return <Problem error={error} missingTitle={t("Article not found")} />;
  return (
    <Page width="text">
      <title>{t("Failed to load blog details")}</title>
      <h1>{t("Blog")}</h1>
      <LoadFailure text={t("Failed to load blog details")} />
    </Page>
  );
}
