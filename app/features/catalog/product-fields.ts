import { t } from "#app/messages/t.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { keysOf } from "#app/values/typed-object.ts";

/**
 * Text field of the form: the product's property, the maximum length of its column, and the message for a longer text.
 */
interface ProductText {
  property: string;
  longest: number;
  problem: (longest: number) => string;
  /** A text with a label is in the form's group of package facts; the form places the others individually. */
  label?: () => string;
}

interface ProductField {
  /** Set if the form edits the column as plain text. */
  text?: ProductText;
  /** Whether the form has a dedicated control for the column. */
  hasOwnControl?: true;
  /** Columns of the CSV file; absent if the file leaves the column out. */
  csv?: readonly string[];
  /** Column that the export reads instead. */
  exported?: keyof TableRow<"products">;
  /** Why people do not edit the column. */
  notEdited?: string;
  /** Why the CSV file leaves out a column that people edit. */
  notImported?: string;
}

/**
 * Every column of `products`, and where people edit it: the form, the CSV import and the export derive from this list.
 * A column that is missing here fails the type check. The order is the order of the CSV columns.
 */
export const PRODUCT_FIELDS = {
  id: { csv: ["id"], notEdited: "The database assigns it; in a CSV file it identifies the product to change." },
  category: { csv: ["category"], notEdited: "Each category has its own form; a CSV file names the category." },
  name: {
    text: {
      property: "name",
      longest: 200,
      problem: (longest: number) => t("The name is longer than {longest} characters.", { longest }),
    },
    csv: ["name", "size_label"],
  },
  price: { hasOwnControl: true, csv: ["price"] },
  discount_price: {
    hasOwnControl: true,
    csv: ["discount_price"],
    // While an offer is running, this column holds the offer's price.
    exported: "regular_discount_price",
  },
  availability: { hasOwnControl: true, csv: ["availability", "stock"] },
  archived_at: { csv: ["hidden"], notEdited: "Set when a product is deleted or hidden in the stock list." },
  size: {
    text: {
      property: "size",
      longest: 100,
      problem: (longest: number) => t("The size is longer than {longest} characters.", { longest }),
    },
    csv: ["size"],
  },
  pounds_each: { hasOwnControl: true, csv: ["pounds_each"] },
  weight_tolerance: { hasOwnControl: true, csv: ["weight_tolerance"] },
  snap: { hasOwnControl: true, csv: ["snap"] },
  amount: { hasOwnControl: true, csv: ["amount"] },
  unit: { hasOwnControl: true, csv: ["unit"] },
  storage: { hasOwnControl: true, csv: ["storage"] },
  description_header: {
    text: {
      property: "descriptionHeader",
      longest: 200,
      problem: (longest: number) => t("The description header is longer than {longest} characters.", { longest }),
    },
    csv: ["description_header"],
  },
  description: {
    text: {
      property: "description",
      longest: 5000,
      problem: (longest: number) => t("The description is longer than {longest} characters.", { longest }),
    },
    csv: ["description"],
  },
  also_called: {
    text: {
      property: "alsoCalled",
      longest: 500,
      problem: (longest: number) => t("The other words are longer than {longest} characters.", { longest }),
    },
    csv: ["also_called"],
  },
  origin: {
    text: {
      property: "origin",
      longest: 100,
      problem: (longest: number) => t("The origin is longer than {longest} characters.", { longest }),
    },
    csv: ["origin"],
  },
  ingredients: {
    text: {
      property: "ingredients",
      longest: 2000,
      problem: (longest: number) => t("The ingredients are longer than {longest} characters.", { longest }),
    },
    csv: ["ingredients"],
  },
  contains: { hasOwnControl: true, csv: ["contains"] },
  may_contain: { hasOwnControl: true, csv: ["may_contain"] },
  fibre: {
    text: {
      property: "fibre",
      longest: 200,
      problem: (longest: number) => t("The material is longer than {longest} characters.", { longest }),
      label: () => t("Material"),
    },
    csv: ["fibre"],
  },
  care: {
    text: {
      property: "care",
      longest: 200,
      problem: (longest: number) => t("The care is longer than {longest} characters.", { longest }),
      label: () => t("Care"),
    },
    csv: ["care"],
  },
  heat_level: { hasOwnControl: true, csv: ["heat_level"] },
  img1: { hasOwnControl: true, csv: ["picture"] },
  img2: { hasOwnControl: true, csv: ["second_picture"] },
  img1_alt: { hasOwnControl: true, notImported: "A CSV file names images and does not describe them." },
  img2_alt: { hasOwnControl: true, notImported: "Same as img1_alt." },
  pictures_ready: { notEdited: "A trigger sets it once the images exist." },
  created_at: { notEdited: "Set on insert." },
  img1_object: { notEdited: "Generated from img1." },
  img2_object: { notEdited: "Generated from img2." },
  quantity_prices: { notEdited: "Triggers derive it from the table quantity_prices, which the Offers page edits." },
  is_snap_eligible: { notEdited: "Triggers derive it from snap and the rule of its category." },
  is_sold_out: { notEdited: "Triggers derive it from availability and stock." },
  few_left: { notEdited: "Triggers derive it from the stock and the low-stock threshold." },
  sizes: { notEdited: "Triggers derive it from product_sizes, which the form and the CSV file edit." },
  choice_groups: { notEdited: "Set from product_choice_groups, which the form edits." },
  regular_discount_price: { notEdited: "A trigger stores the entered discount price." },
} as const satisfies Record<keyof TableRow<"products">, ProductField>;

type Fields = typeof PRODUCT_FIELDS;
export type ProductColumn = keyof Fields;

/** Columns that the form edits as plain text. */
export type TextColumn = {
  [Column in ProductColumn]: Fields[Column] extends { text: ProductText } ? Column : never;
}[ProductColumn];

/**
 * Staff data of a product or one of its sizes: the table `inventory_items`, its form fields, and its headings in the
 * CSV file. The vendor is always that of the product.
 */
export const ITEM_FIELDS = ["sku", "barcode", "vendor", "weight"] as const;
export type ItemField = (typeof ITEM_FIELDS)[number];

/** Headings of the CSV file. */
export type CsvColumn =
  | {
      [Column in ProductColumn]: Fields[Column] extends { csv: readonly (infer Heading)[] } ? Heading : never;
    }[ProductColumn]
  | ItemField;

const fields = keysOf(PRODUCT_FIELDS).map((column): [ProductColumn, ProductField] => [column, PRODUCT_FIELDS[column]]);

export const CSV_COLUMNS = [...fields.flatMap(([, { csv = [] }]) => csv), ...ITEM_FIELDS] as CsvColumn[];

/** Columns that the export reads, each with the heading of its cell. */
export const EXPORTED_COLUMNS = fields.flatMap(([column, { csv, exported = column }]) =>
  csv ? [{ column: exported, heading: csv[0] as CsvColumn }] : [],
);

/** Columns that the form writes. */
export const FORM_COLUMNS = fields
  .filter(([, { text, hasOwnControl }]) => text !== undefined || hasOwnControl)
  .map(([column]) => column);
