import type { CategoryView } from "#app/features/catalogue/categories.ts";
import { PRODUCT_COLUMNS, type Product } from "#app/features/catalogue/product.ts";
import type { InsertedRow } from "#app/platform/selected-row.ts";

/**
 * What is typed of a product as plain text: the field, how a message calls it, and how many characters its column
 * takes. A new one is one line here; one with a label stands with what the package says, the others have a place of
 * their own in the form.
 */
export const PRODUCT_TEXTS = [
  { name: "name", called: "The name is", longest: 200 },
  { name: "descriptionHeader", called: "The description header is", longest: 200 },
  { name: "description", called: "The description is", longest: 5000 },
  { name: "size", called: "The size is", longest: 100 },
  { name: "alsoCalled", called: "The other words are", longest: 500 },
  { name: "origin", called: "The origin is", longest: 100 },
  { name: "ingredients", called: "The ingredients are", longest: 2000 },
  { name: "fibre", label: "Material", called: "The material is", longest: 200 },
  { name: "care", label: "Care", called: "The care is", longest: 200 },
] as const satisfies readonly { name: keyof Product; called: string; longest: number; label?: string }[];

type TextName = (typeof PRODUCT_TEXTS)[number]["name"];
export type ProductTexts = Record<TextName, string>;

const COLUMNS = new Map(
  PRODUCT_COLUMNS.split(",").map((each) => {
    const [name = "", column = name] = each.trim().split(":");
    return [name, column] as const;
  }),
);

/** The control of a text: named as its column, filled in with what the product says. */
export function textField(product: Product | null, name: TextName) {
  return { name: columnOf(name), defaultValue: product?.[name] };
}

export function readTexts(text: (column: string) => string): ProductTexts {
  return Object.fromEntries(PRODUCT_TEXTS.map(({ name }) => [name, text(columnOf(name))])) as ProductTexts;
}

export function textColumns(texts: ProductTexts): Partial<InsertedRow<CategoryView>> {
  return Object.fromEntries(PRODUCT_TEXTS.map(({ name }) => [columnOf(name), texts[name]]));
}

export function tooLongTexts(texts: ProductTexts): string[] {
  return PRODUCT_TEXTS.flatMap(({ name, called, longest }) =>
    texts[name].length > longest ? [`${called} longer than ${longest} characters.`] : [],
  );
}

function columnOf(name: TextName): string {
  return COLUMNS.get(name) ?? name;
}
