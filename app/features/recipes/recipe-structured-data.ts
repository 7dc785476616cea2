import { type Article, articlePath } from "#app/features/blog/article.ts";
import { pageUrl, type StructuredData, wholeAddress } from "#app/platform/structured-data.ts";
import { amountNeeded, packsNeeded, type RecipeLine } from "./recipe.ts";

/** Returns the recipe's structured data; empty for an article without one. */
export function recipeData(
  article: Article,
  lines: readonly RecipeLine[],
  shop: { name: string; origin: string },
): StructuredData[] {
  const { servings } = article;
  if (servings === null || lines.length === 0) return [];
  const author = { "@type": "Organization", name: shop.name };
  const pictures = [article.image, article.secondImage].filter((picture): picture is string => Boolean(picture));
  return [
    {
      "@context": "https://schema.org",
      "@type": "Recipe",
      name: article.name,
      description: article.shortIntroduction,
      image: pictures.map((picture) => wholeAddress(picture, shop.origin)),
      datePublished: article.publishedAt,
      author,
      publisher: author,
      mainEntityOfPage: pageUrl(shop.origin, articlePath(article)),
      recipeYield: servings === 1 ? "1 serving" : `${servings} servings`,
      recipeIngredient: lines.map(ingredient),
    },
  ];
}

/**
 * Returns "1.3 lb Long Grain Parboiled Rice"; "1 × Callaloo (1 bunch)" if only packages are known; the name alone for
 * part of a package.
 */
function ingredient(line: RecipeLine): string {
  const { name, size } = line.product;
  const amount = amountNeeded(line, 1);
  if (amount) return `${amount} ${name}`;
  if (line.packs !== null && line.packs < 1) return name;
  const pack = line.size?.label ?? size;
  return `${packsNeeded(line, 1)} × ${name}${pack ? ` (${pack})` : ""}`;
}
