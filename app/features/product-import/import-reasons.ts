import { t } from "#app/messages/t.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { columnLabels } from "./import-labels.ts";

/** Element of `import_rows.reasons`: why a row is rejected, or a note. */
interface ImportReason {
  code: string;
  value?: string;
  item?: string;
  barcode?: string;
  column?: string;
  count?: number;
  row?: number;
}

/** Returns the sentences of reasons, as `import_rows` and `save_product_cells` have them. */
export function reasonsText(reasons: unknown): string {
  return Array.isArray(reasons) ? reasons.map(reasonText).join(" ") : "";
}

/** Returns the sentence of a reason. The code of an old import's reason, and of a file's own error, is its sentence. */
export function reasonText(reason: ImportReason): string {
  const texts = { ...cellTexts(reason), ...rowTexts(reason), ...undoTexts() };
  return isKeyOf(texts, reason.code) ? texts[reason.code] : reason.code;
}

function cellTexts({ value = "", item = "", barcode = "", column = "", count = 0 }: ImportReason) {
  const price = t('"{value}" is not a price. Enter a number such as 4.99.', { value });
  const allergens = t('"{value}" has a word that is not one of the store\'s allergens.', { value });
  return {
    allergen_twice: t("An allergen is listed under both Contains and May contain."),
    barcode_taken: t("{item} already has the barcode {barcode}.", { item, barcode }),
    category_required: t("Category is required."),
    discount_too_high: t("The discount price must be below the price."),
    image_dropped: t("Its image was not imported. Add it on the product's card."),
    invalid_amount: t('"{value}" is not an amount. Enter a number such as 2 or 0.5.', { value }),
    invalid_availability: t('Availability must be available, sold_out, or counted, not "{value}".', { value }),
    invalid_barcode: t('"{value}" is not a barcode.', { value }),
    invalid_category: t('"{value}" is not one of the store\'s categories.', { value }),
    invalid_contains: allergens,
    invalid_date: t('"{value}" is not a date. Enter it like 2026-12-24.', { value }),
    invalid_discount_price: price,
    invalid_heat_level: t("The heat level must be a number from 1 to 5."),
    invalid_hidden: t('Hidden must be yes or no, not "{value}".', { value }),
    invalid_id: t("Product {value} doesn't exist.", { value }),
    invalid_may_contain: allergens,
    invalid_pounds_each: t('"{value}" is not a weight in pounds. Enter a number such as 2 or 0.5.', { value }),
    invalid_price: price,
    invalid_snap: t('SNAP must be yes, no, or empty, not "{value}".', { value }),
    invalid_stock: t('Stock must be a whole number from 0 to 1,000,000, not "{value}".', { value }),
    invalid_storage: t("Storage must be shelf, chilled, or frozen."),
    invalid_tax_class_id: t("This tax class doesn't exist."),
    invalid_unit: t('The unit must be lb, oz, fl oz, ct, yd, or each, not "{value}".', { value }),
    invalid_weight: t('"{value}" is not a weight. Enter it like 2.5 lb or 500 g.', { value }),
    invalid_weight_tolerance: t('The weight tolerance must be a whole number from 0 to 50 percent, not "{value}".', {
      value,
    }),
    name_required: t("Name is required."),
    not_allowed: t("This value isn't allowed."),
    price_below_zero: t("The price would be below zero."),
    price_of_product: t("This size has the price of its product. Change the product's price."),
    price_required: t("Price is required."),
    reformatted_barcode: t('A spreadsheet changed this barcode to "{value}". Format the column as text.', { value }),
    sale_ends_before_start: t("The sale ends before it starts."),
    sale_of_size: t("Sizes can't have a sale price with dates, so it was not imported. Add an offer instead."),
    sale_over: t("The sale has ended, so its price was not imported."),
    sale_without_end: t("The sale has no end: remove its offer when it is over."),
    size_price_required: t("A discount price requires a price for the size."),
    size_too_long: t("The name of the size is longer than 40 characters."),
    tax_class_of_new_product: t("Add the product before you set its tax class."),
    tax_class_of_owner: t("Only the owner can change tax classes."),
    too_long: t("The {column} is longer than {count} characters.", { column: columnLabels()[column] ?? column, count }),
    unit_required: t("An amount requires a unit."),
    wrong_check_digit: t("The check digit of barcode {value} is wrong.", { value }),
  };
}

function rowTexts({ barcode = "", count = 0, row = 0 }: ImportReason) {
  return {
    no_product: t("No product has this name in the store or in the file."),
    product_listed: t("Row {row} already lists this product.", { row }),
    product_rejected: t("The row of its product has an error."),
    removed_row: t("It was removed. Reload the page."),
    same_barcode: t("Row {row} has the same barcode, {barcode}.", { row, barcode }),
    same_name: t("{count} products have this name. Add the id to choose one.", { count }),
    size_listed: t("Row {row} already lists this size.", { row }),
  };
}

/** Why undoing an import left a row unchanged: the codes of `undo_skip_reason`. */
function undoTexts() {
  return {
    barcode_taken_since: t("Another product has taken its barcode since."),
    hidden_instead: t("It has been ordered since, so it is hidden instead of deleted."),
    product_changed: t("Its product has been changed since."),
    removed: t("It has been removed since."),
    size_changed: t("One of its sizes has been changed or added since."),
    sold_or_changed: t("It has been sold or changed since."),
    tax_class_deleted: t("Its tax class has been deleted since."),
  };
}
