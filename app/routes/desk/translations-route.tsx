import { listTranslatableTexts, listTranslationCounts } from "#app/features/translations/translation-list-queries.ts";
import { translationFilterFrom } from "#app/features/translations/translation-subjects.ts";
import { TranslationsPage } from "#app/features/translations/translations-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/translations-route";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const filter = translationFilterFrom(new URL(request.url).searchParams);
  const [counts, texts] = await Promise.all([
    loadPage(["translation-counts-page"], () => listTranslationCounts(data)),
    listTranslatableTexts(data, filter, null),
  ]);
  return { filter, counts, texts };
}

export default function TranslationsRoute({ loaderData }: Route.ComponentProps) {
  const { filter, counts, texts } = loaderData;
  return <TranslationsPage filter={filter} counts={usePageQuery(counts)} texts={texts} />;
}
