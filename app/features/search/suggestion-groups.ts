import { articlePath } from "#app/features/blog/article.ts";
import { type ProductSummary, productPath } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { searchAddress } from "./normalize-search.ts";
import { type FoundSuggestions, suggestCategories } from "./suggestions.ts";

/** Suggestion below the search box, with its link. */
export interface SuggestionOption {
  path: string;
  text: string;
  product?: ProductSummary;
  /** Search to save as recent when the suggestion is chosen. */
  words?: string;
}

export type SuggestionGroup = { title: string; options: readonly SuggestionOption[] };

/** Returns recent searches, shown while the search box is empty. */
export function recentGroups(recent: readonly string[]): SuggestionGroup[] {
  const options = recent.map((words) => ({ path: searchAddress(words), text: words, words }));
  return options.length > 0 ? [{ title: t("Recent searches"), options }] : [];
}

/** Returns the suggestions for a text, grouped by kind; empty groups are omitted. */
export function suggestedGroups(words: string, found: FoundSuggestions | null): SuggestionGroup[] {
  const products = found?.products ?? [];
  const articles = found?.articles ?? [];
  return [
    {
      title: t("Products"),
      options: products.map((product) => ({ path: productPath(product), text: product.name, product })),
    },
    { title: t("Categories"), options: suggestCategories(words).map(({ path, title }) => ({ path, text: title() })) },
    {
      title: t("From our blog"),
      options: articles.map((article) => ({ path: articlePath(article), text: article.name })),
    },
    {
      title: t("Everything"),
      options:
        products.length > 0
          ? [{ path: searchAddress(words), text: t("All results for “{words}”", { words }), words }]
          : [],
    },
  ].filter((group) => group.options.length > 0);
}
