import { readWeight, weightText } from "#app/features/catalog/gross-weight.ts";
import type { ItemField } from "#app/features/catalog/product-fields.ts";
import { itemProblems, NO_ITEM } from "#app/features/products/item-values.ts";
import { countTyped } from "#app/features/products/size-draft.ts";
import { t } from "#app/messages/t.ts";
import { readBarcode } from "#app/values/barcode.ts";
import { amountFrom, amountText, centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";
import type { ProductRow } from "./product-row.ts";
import type { CellEdit, CellValues } from "./save-cells.ts";

/** Editable columns, with their headings. */
export const fieldLabels = () => ({
  name: t("Name"),
  price: t("Price"),
  discount: t("Discount price"),
  stock: t("Stock"),
  status: t("Status"),
  sku: t("SKU"),
  barcode: t("Barcode"),
  vendor: t("Vendor"),
  weight: t("Weight"),
});

export type CellField = keyof ReturnType<typeof fieldLabels>;

export type ParsedCell =
  | { kind: "edit"; edit: CellEdit }
  /** The cell already has this value. */
  | { kind: "same" }
  | { kind: "invalid"; message: string };

/** Returns whether a cell can be edited. A size takes the name, the status, and the vendor from its product. */
export function canEdit({ sizeId }: Pick<ProductRow, "sizeId">, field: CellField): boolean {
  return sizeId === null || (field !== "name" && field !== "status" && field !== "vendor");
}

/** Returns the text of a cell for editing and for the clipboard. */
export function cellText(row: ProductRow, field: CellField): string {
  switch (field) {
    case "name":
      return row.name;
    case "price":
      return amountText(row.priceCents);
    case "discount":
      return amountText(row.discountPriceCents);
    case "stock":
      return row.availability === "counted" ? String(row.stockCount ?? 0) : availabilityLabels()[row.availability];
    case "status":
      return row.isHidden ? t("Hidden") : t("Visible");
    default:
      return row[field];
  }
}

const availabilityLabels = () => ({ available: t("Available"), sold_out: t("Sold out") });

/** Returns the displayed text of a cell; empty for no value. */
export function cellLabel(row: ProductRow, field: CellField): string {
  switch (field) {
    case "price":
      return row.priceCents === null ? t("As product") : moneyText(row.priceCents);
    case "discount":
      return row.discountPriceCents === null ? "" : moneyText(row.discountPriceCents);
    case "stock":
      if (row.sizeCount > 0 && row.availability !== "sold_out") return "";
      return row.availability === "counted"
        ? t("{count} left", { count: row.stockCount ?? 0 })
        : availabilityLabels()[row.availability];
    case "status":
      if (row.sizeId !== null) return "";
      return row.isHidden ? t("Hidden") : row.hasPictures ? t("Visible") : t("Image missing");
    default:
      return row[field];
  }
}

/** Parses text typed or pasted into a cell, with the rules of the product form. */
export function parseCell(row: ProductRow, field: CellField, text: string): ParsedCell {
  const typed = text.trim();
  if (!canEdit(row, field)) {
    return {
      kind: "invalid",
      message: t("A size has the {field} of its product.", { field: fieldLabels()[field].toLowerCase() }),
    };
  }
  switch (field) {
    case "name":
      if (typed === "") return { kind: "invalid", message: t("Enter a name.") };
      if (typed.length > 200) return { kind: "invalid", message: t("200 characters at most.") };
      return editOf(row, { name: row.name }, { name: typed });
    case "price":
      return parsePrice(row, typed);
    case "discount":
      return parseDiscount(row, typed);
    case "stock":
      return parseStock(row, typed);
    case "status":
      return parseStatus(row, typed);
    default:
      return parseItem(row, field, typed);
  }
}

function parseItem(row: ProductRow, field: ItemField, typed: string): ParsedCell {
  const problem = itemProblems({ ...NO_ITEM, [field]: typed })[field];
  if (problem) return { kind: "invalid", message: problem };
  const value =
    field === "barcode" ? (readBarcode(typed) ?? "") : field === "weight" ? weightText(readWeight(typed)) : typed;
  return editOf(row, { [field]: row[field] }, { [field]: value });
}

function parsePrice(row: ProductRow, typed: string): ParsedCell {
  const cents = centsTyped(typed);
  const before = { price: amountFrom(row.priceCents) };
  if (typed === "" && row.sizeId !== null) {
    return row.discountPriceCents === null
      ? editOf(row, before, { price: null })
      : { kind: "invalid", message: t("Remove the discount price of this size first.") };
  }
  if (cents === null || cents < 0) {
    return { kind: "invalid", message: moneyProblem(typed) ?? t("Enter a price, such as 4.99.") };
  }
  if (row.discountPriceCents !== null && row.discountPriceCents >= cents) {
    return {
      kind: "invalid",
      message: t("The discount price, {amount}, must be below it.", { amount: moneyText(row.discountPriceCents) }),
    };
  }
  return editOf(row, before, { price: amountFrom(cents) });
}

function parseDiscount(row: ProductRow, typed: string): ParsedCell {
  const cents = centsTyped(typed);
  const before = { discount_price: amountFrom(row.discountPriceCents) };
  if (typed === "") return editOf(row, before, { discount_price: null });
  if (cents === null || cents < 0) {
    return { kind: "invalid", message: moneyProblem(typed) ?? t("Enter an amount, or leave this empty.") };
  }
  if (row.priceCents === null) return { kind: "invalid", message: t("Enter a price of this size first.") };
  if (cents >= row.priceCents) return { kind: "invalid", message: t("The discount price must be below the price.") };
  return editOf(row, before, { discount_price: amountFrom(cents) });
}

function parseStock(row: ProductRow, typed: string): ParsedCell {
  const before: CellValues = { availability: row.availability, stock: row.stockCount };
  const words = typed.toLowerCase();
  if (["", "available", "in stock", "yes", t("Available").toLowerCase()].includes(words))
    return editOf(row, before, { availability: "available" });
  if (["sold out", "sold_out", "out of stock", "out", "no", t("Sold out").toLowerCase()].includes(words)) {
    return editOf(row, before, { availability: "sold_out" });
  }
  const count = countTyped(typed);
  if (count === null) return { kind: "invalid", message: t("Enter a whole number, Available, or Sold out.") };
  if (row.sizeCount > 0) return { kind: "invalid", message: t("Each size has its own stock.") };
  return editOf(row, before, { availability: "counted", stock: count });
}

function parseStatus(row: ProductRow, typed: string): ParsedCell {
  const words = typed.toLowerCase();
  const isHidden = ["hidden", t("Hidden").toLowerCase()].includes(words);
  if (!isHidden && !["visible", t("Visible").toLowerCase()].includes(words)) {
    return { kind: "invalid", message: t("Enter Visible or Hidden.") };
  }
  return editOf(row, { hidden: row.isHidden }, { hidden: isHidden });
}

function editOf(row: ProductRow, before: CellValues, after: CellValues): ParsedCell {
  const old: Record<string, unknown> = { ...before };
  const isSame = Object.entries(after).every(([name, value]) => old[name] === value);
  return isSame ? { kind: "same" } : { kind: "edit", edit: { row, before, after } };
}

/** Labels of stored stock and storage values. */
const TEXTS: Readonly<Record<string, () => string>> = {
  sold_out: () => t("sold out"),
  available: () => t("available"),
  counted: () => t("counted"),
  shelf: () => t("shelf"),
  chilled: () => t("chilled"),
  frozen: () => t("frozen"),
};

/** Returns the label of a stored value; without a label, the value with spaces for underscores. */
export function storedText(value: string): string {
  return TEXTS[value]?.() ?? value.replaceAll("_", " ");
}
