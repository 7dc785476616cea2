import type { ArticlePreview } from "#app/features/blog/article.ts";
import { categories } from "#app/features/catalog/categories.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";
import { normalizeSearch } from "./normalize-search.ts";

/** Server's suggestions for the start of a search. */
export type FoundSuggestions = { products: ProductSummary[]; articles: ArticlePreview[] };

const SUGGESTIONS_PATH = "/search/suggestions";

const MAX_CATEGORIES = 3;

/** Reads suggestions, in the browser only. The server caches them like a page. */
export async function readSuggestions(words: string): Promise<FoundSuggestions> {
  const path = localizedPath(currentLocale(), SUGGESTIONS_PATH);
  const answer = await fetch(`${path}?${new URLSearchParams({ q: words })}`);
  if (!answer.ok) throw new Error(`The suggestions request responded ${answer.status}.`);
  return answer.json();
}

/** Returns the categories with words that start with the typed words. */
export function suggestCategories(typed: string) {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  return categories
    .filter(({ title, menuLabel }) => {
      const names = wordsOf(`${title()} ${menuLabel()}`);
      return words.every((word) => names.some((name) => name.startsWith(word)));
    })
    .slice(0, MAX_CATEGORIES);
}

function wordsOf(text: string): string[] {
  return (normalizeSearch(text) ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
