import { redirect } from "react-router";
import { listAllArticles } from "#app/features/article-editor/article-queries.ts";
import { ArticlesPage } from "#app/features/article-editor/articles-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import type { Route } from "./+types/articles-route";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const pageIndex = pageIndexFrom(new URL(request.url).searchParams);
  const articles = await listAllArticles(getBrowserData(), pageIndex);
  // The last page no longer exists if all of its articles were removed.
  if (articles === null) throw redirect("/desk/articles");
  return { articles };
}

export default loadedPage<typeof clientLoader>(ArticlesPage);
