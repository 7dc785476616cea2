import type { FilteredPage } from "#app/features/catalog/filter-queries.ts";
import type { Product, ProductSummary } from "#app/features/catalog/product.ts";
import { type FindText, hasWords, textKey, translateLabel, translateTexts } from "./content-texts.ts";

/** Returns a product summary with translated names, sizes, and choices. */
export function translateSummary<Shown extends ProductSummary>(product: Shown, find: FindText): Shown {
  return translateParts(product, { name: textKey("product", "name", product.id) }, find);
}

export function translateSummaries<Shown extends ProductSummary>(products: readonly Shown[], find: FindText): Shown[] {
  return products.map((product) => translateSummary(product, find));
}

/** Returns a page of a listing with translated products and filter sizes. */
export function translatePage({ page, counts }: FilteredPage, find: FindText): FilteredPage {
  const sizeNames = Object.keys(counts.sizes).flatMap((size) => {
    const name = hasWords(size) ? find(textKey("size", "label", size), size) : null;
    return name === null ? [] : [[size, name] as const];
  });
  return {
    page: { ...page, items: translateSummaries(page.items, find) },
    counts: { ...counts, sizeNames: Object.fromEntries(sizeNames) },
  };
}

/** Returns a product with all its texts translated; its images are described by the name. */
export function translateProduct(product: Product, find: FindText): Product {
  const { id, pictures } = product;
  const keys = {
    name: textKey("product", "name", id),
    descriptionHeader: textKey("product", "description_header", id),
    description: textKey("product", "description", id),
    ingredients: textKey("product", "ingredients", id),
    origin: textKey("product", "origin", id),
    fibre: textKey("product", "fibre", id),
    care: textKey("product", "care", id),
  };
  return { ...translateParts(product, keys, find), pictures: pictures.map((picture) => ({ ...picture, alt: "" })) };
}

function translateParts<Shown extends ProductSummary>(
  product: Shown,
  keys: Parameters<typeof translateTexts<ProductSummary>>[1],
  find: FindText,
): Shown {
  const sizes = product.sizes.map((size) => translateLabel(size, "label", find));
  const choiceGroups = product.choiceGroups.map((group) => ({
    ...translateTexts(group, { name: textKey("choice_group", "name", group.id) }, find),
    choices: group.choices.map((choice) =>
      translateTexts(choice, { label: textKey("choice", "label", choice.id) }, find),
    ),
  }));
  const texts = translateTexts<ProductSummary>(product, keys, find);
  const sized = translateLabel({ size: product.size }, "size", find);
  const untranslated = [...(texts.untranslated ?? []), ...(sized.untranslated ?? [])];
  return { ...product, ...texts, ...sized, sizes, choiceGroups, ...(untranslated.length > 0 ? { untranslated } : {}) };
}
