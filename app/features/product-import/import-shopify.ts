import { decimalTyped } from "#app/values/decimal.ts";
import { groupBy } from "#app/values/group-by.ts";
import { booleanOf, filledCells, type ImportCells, type ImportRow, type TableLine } from "./import-columns.ts";

/**
 * Parses Shopify's product export, with old or new headings. Rows with the same handle are one product: those with a
 * price are its variants, the others images.
 * @see https://help.shopify.com/en/manual/products/import-export/using-csv
 */
export function shopifyRows(lines: readonly TableLine[], textOfHtml: (html: string) => string): ImportRow[] {
  const products = groupBy(withHandles(lines), ({ handle }) => handle);
  return [...products.values()].flatMap((rows) =>
    productRows(
      rows.map(({ line }) => line),
      textOfHtml,
    ),
  );
}

/** Adds each row's handle; a row without one belongs to the row above it. */
function withHandles(lines: readonly TableLine[]) {
  let handle = "";
  return lines.map((line) => {
    handle = line.cell("handle", "url handle").trim() || handle;
    return { handle, line };
  });
}

function productRows(lines: readonly TableLine[], textOfHtml: (html: string) => string): ImportRow[] {
  const head = lines.find(({ cell }) => cell("title").trim() !== "") ?? lines[0];
  if (head === undefined) return [];
  const variants = lines.filter(({ cell }) => cell("variant price", "price").trim() !== "");
  const [first = head] = variants;
  const kind = textOfHtml(head.cell("type"));
  const path = textOfHtml(head.cell("product category"));
  const named = { category: kind || lastOf(path), name: textOfHtml(head.cell("title")) };
  const labels = variants.map(labelOf);
  const isInSizes = labels.some((label) => label !== "");
  const picture = head.cell("image src", "product image url").trim();
  const product: ImportRow = {
    rowNumber: head.rowNumber,
    cells: {
      ...named,
      ...pricesOf(first),
      ...(isInSizes ? { availability: "available" } : stockOf(first)),
      ...(isInSizes ? {} : codesOf(first)),
      ...filledCells({ vendor: head.cell("vendor").trim() }),
      ...shownCells(head),
      description: textOfHtml(head.cell("body (html)", "description")),
      ...(picture === "" ? {} : { picture }),
    },
  };
  if (!isInSizes) return [product];
  return [
    product,
    ...variants.map((line, place) => ({
      rowNumber: line.rowNumber,
      cells: { ...named, size_label: labels[place] ?? "", ...pricesOf(line), ...stockOf(line), ...codesOf(line) },
    })),
  ];
}

/** Returns "" for the only variant of a product without options, which Shopify calls "Default Title". */
function labelOf({ cell }: TableLine): string {
  const values = [1, 2, 3].map((place) => cell(`option${place} value`).trim());
  const label = values.filter((value) => value !== "").join(" / ");
  return label === "Default Title" ? "" : label;
}

/**
 * Returns the prices: the compare-at price is the regular price. If it is not a number, it is kept as typed, so that
 * the row's error shows it.
 */
function pricesOf({ cell }: TableLine): ImportCells {
  const price = cell("variant price", "price").trim();
  const compared = cell("variant compare at price", "compare-at price").trim();
  const [now, before] = [decimalTyped(price), decimalTyped(compared)];
  const isOffer = compared !== "" && (before === null || now === null || before > now);
  return isOffer ? { price: compared, discount_price: price } : { price, discount_price: "" };
}

function stockOf({ cell }: TableLine): ImportCells {
  const isTracked = cell("variant inventory tracker", "inventory tracker").trim() !== "";
  const goesOn = /^(continue|true)$/i.test(
    cell("variant inventory policy", "continue selling when out of stock").trim(),
  );
  const count = cell("variant inventory qty", "inventory quantity").trim();
  if (!isTracked || goesOn || count === "") return { availability: "available" };
  return { availability: "counted", stock: count.startsWith("-") ? "0" : count };
}

function codesOf({ cell }: TableLine): ImportCells {
  // Shopify puts an apostrophe before numbers, so that spreadsheets do not reformat them.
  const code = (...heads: string[]) =>
    cell(...heads)
      .trim()
      .replace(/^'/, "");
  return filledCells({
    sku: code("variant sku", "sku"),
    barcode: code("variant barcode", "barcode"),
    weight: weightOf(
      cell("variant grams", "weight value (grams)"),
      cell("variant weight unit", "weight unit for display"),
    ),
  });
}

const GRAMS_PER_POUND = 453.59237;

/**
 * Returns the weight in its original unit. Shopify exports whole grams, even if pounds or ounces were entered: "454" is
 * 1 lb.
 */
function weightOf(gramsCell: string, unitCell: string): string {
  const grams = decimalTyped(gramsCell, 3);
  const unit = unitCell.trim().toLowerCase();
  if (grams === null || grams <= 0) return grams === 0 ? "" : gramsCell.trim();
  if (unit === "lb") return `${Math.round((grams / GRAMS_PER_POUND) * 100) / 100 || 0.01} lb`;
  if (unit === "oz") return `${Math.round((grams / GRAMS_PER_POUND) * 160) / 10 || 0.1} oz`;
  return unit === "kg" ? `${grams / 1000} kg` : `${grams} g`;
}

function shownCells({ cell }: TableLine): ImportCells {
  const status = cell("status").trim().toLowerCase();
  const published = cell("published", "published on online store").trim();
  if (booleanOf(cell("gift card")) ?? cell("gift card").trim() !== "") {
    return { problem: "Gift cards are not supported." };
  }
  const isPublished = published === "" ? true : booleanOf(published);
  if (isPublished === null) return { problem: `Published must be TRUE or FALSE, not "${published}".` };
  return { hidden: isPublished && (status === "" || status === "active") ? "no" : "yes" };
}

/** Returns the last part of a category path: "Grains" for "Food > Grains". */
function lastOf(path: string): string {
  return path.split(">").at(-1)?.trim() ?? "";
}
