import type { CategoryView } from "#app/features/catalog/categories.ts";
import type { Product } from "#app/features/catalog/product.ts";
import { PRODUCT_FIELDS, type ProductColumn, type TextColumn } from "#app/features/catalog/product-fields.ts";
import type { InsertedRow } from "#app/platform/selected-row.ts";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { keysOf, objectOf } from "#app/values/typed-object.ts";

type TextName = (typeof PRODUCT_FIELDS)[TextColumn]["text"]["property"];
export type ProductTexts = Record<TextName, string>;

/** Plain text fields of a product, each with its column. */
export const PRODUCT_TEXTS: readonly {
  column: TextColumn;
  property: TextName;
  longest: number;
  problem: (longest: number) => string;
  label?: () => string;
}[] = keysOf(PRODUCT_FIELDS).flatMap((column) =>
  isTextColumn(column) ? [{ column, ...PRODUCT_FIELDS[column].text }] : [],
);

function isTextColumn(column: ProductColumn): column is TextColumn {
  return "text" in PRODUCT_FIELDS[column];
}

/** Returns the props of a text's form field, which is named like its column. */
export function textField(product: Product | null, column: TextColumn, errors: FieldErrors) {
  return { name: column, defaultValue: product?.[PRODUCT_FIELDS[column].text.property], error: errors[column] };
}

export function readTexts(text: (column: string) => string): ProductTexts {
  return objectOf(PRODUCT_TEXTS.map(({ property, column }) => [property, text(column)]));
}

export function textColumns(texts: ProductTexts): Partial<InsertedRow<CategoryView>> {
  return Object.fromEntries(PRODUCT_TEXTS.map(({ property, column }) => [column, texts[property]]));
}

export function tooLongTexts(texts: ProductTexts): Record<string, string> {
  return Object.fromEntries(
    PRODUCT_TEXTS.flatMap(({ column, property, longest, problem }) =>
      texts[property].length > longest ? [[column, problem(longest)]] : [],
    ),
  );
}
