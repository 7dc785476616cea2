import type { ArticlePreview } from "#app/features/blog/article.ts";
import { PREVIEW_COLUMNS as ARTICLE_COLUMNS, articlePreviewFromRow } from "#app/features/blog/article-row.ts";
import { type CatalogClient, readFilteredPage } from "#app/features/catalog/filter-queries.ts";
import type { ProductFilters } from "#app/features/catalog/product-filters.ts";
import { listFirstProducts } from "#app/features/catalog/product-queries.ts";
import { translatePreviews } from "#app/features/translations/translated-articles.ts";
import { translatePage, translateSummaries } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import type { FoundSuggestions } from "./suggestions.ts";

/** Client that can call functions of the data service. */
export type Calls = Pick<BrowserData["rest"], "rpc">;

const ARTICLES_BELOW = 4;
const SUGGESTED_PRODUCTS = 5;
const SUGGESTED_ARTICLES = 2;

export type SearchPage = NonNullable<Awaited<ReturnType<typeof findSearchPage>>>;

/** Returns one filtered page of a search; null past the last page. */
export async function findSearchPage(client: CatalogClient, words: string, filters: ProductFilters, pageIndex: number) {
  const [products, articles, hints] = await Promise.all([
    readFilteredPage(client, { query: words }, filters, pageIndex),
    listFoundArticles(client, words, ARTICLES_BELOW),
    readHints(client, words),
  ]);
  if (!products) return null;
  const shown = await inPageLanguage(client, { products, articles }, (content, find) => ({
    products: translatePage(content.products, find),
    articles: translatePreviews(content.articles, find),
  }));
  return { ...shown, ...hints };
}

/** Returns the first matches for a partly typed search. */
export async function findSuggestions(calls: Calls, words: string): Promise<FoundSuggestions> {
  const [products, articles] = await Promise.all([
    listFirstProducts(calls, words, SUGGESTED_PRODUCTS),
    listFoundArticles(calls, words, SUGGESTED_ARTICLES),
  ]);
  return inPageLanguage(calls, { products, articles }, (content, find) => ({
    products: translateSummaries(content.products, find),
    articles: translatePreviews(content.articles, find),
  }));
}

async function listFoundArticles(calls: Calls, query: string, count: number): Promise<ArticlePreview[]> {
  const answer = await calls.rpc("search_articles", { query, max_count: count }).select(ARTICLE_COLUMNS);
  return tableRows(answer).map(articlePreviewFromRow);
}

async function readHints(calls: Calls, query: string) {
  const [hints] = tableRows(await calls.rpc("search_hints", { query }));
  return {
    /** Words that the search used, if they differ from the typed ones. */
    readAs: hints?.read_as || null,
    /** Words that match nothing. */
    unknown: hints?.unknown ?? [],
    /** Similar words that match something. */
    nearest: hints?.nearest ?? [],
  };
}
