import { decimalTyped } from "#app/values/decimal.ts";
import { groupBy } from "#app/values/group-by.ts";
import { booleanOf, filledCells, type ImportCells, type ImportRow, type TableLine } from "./import-columns.ts";

/**
 * Parses WooCommerce's product export. A variable product becomes a product with sizes, one for each variation.
 * @see https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
export function wooRows(lines: readonly TableLine[], textOfHtml: (html: string) => string): ImportRow[] {
  const parents = new Map(
    lines.filter((line) => !isVariation(line)).flatMap((line) => namesOf(line).map((name) => [name, line])),
  );
  const parentOf = ({ cell }: TableLine) => parents.get(cell("parent").trim().toLowerCase());
  const variations = groupBy(lines.filter(isVariation), parentOf);
  const headOf = ({ cell }: TableLine): ImportCells => ({
    category: textOfHtml(pathsOf(cell("categories"))[0]?.split(">").at(-1)?.trim() ?? ""),
    name: textOfHtml(cell("name")),
  });
  return lines.map((line) => {
    const { rowNumber, cell } = line;
    if (!isVariation(line)) {
      return { rowNumber, cells: { ...headOf(line), ...productCells(line, variations.get(line) ?? [], textOfHtml) } };
    }
    const parent = parentOf(line);
    if (!parent)
      return { rowNumber, cells: { name: textOfHtml(cell("name")), problem: "Its product is not in the file." } };
    const size = { ...headOf(parent), size_label: textOfHtml(labelOf(line)) };
    return {
      rowNumber,
      cells: { ...size, ...pricesOf(line), ...stockOf(line), ...codesOf(line), ...variationCells(line) },
    };
  });
}

/** Product types that the store can sell; those of plugins (bundles, bookings, gift cards) are rejected. */
const KINDS = /^(simple|variable|virtual)$/i;

function productCells(
  line: TableLine,
  variations: readonly TableLine[],
  textOfHtml: (html: string) => string,
): ImportCells {
  const { cell } = line;
  const kind = cell("type")
    .split(",")
    .map((each) => each.trim())
    .find((each) => !KINDS.test(each));
  if (kind !== undefined) return { problem: `Products of type "${kind}" are not supported.` };
  const published = cell("published").trim();
  if (published !== "-1" && published !== "" && booleanOf(published) === null) {
    return { problem: `Published must be 1, 0, or -1, not "${published}".` };
  }
  const isHidden = cell("visibility in catalog").trim().toLowerCase() === "hidden";
  const [short, long] = [cell("short description"), cell("description")].map((html) =>
    textOfHtml(html.replaceAll(/\\?\\n/g, (found) => (found.length === 2 ? "\n" : "\\n"))),
  );
  const picture = (cell("images").split(",")[0] ?? "").trim();
  const sold = variations.find((each) => Object.keys(variationCells(each)).length === 0) ?? variations[0];
  return {
    // A product without its own price takes that of a variation, but not a dated sale, which requires the product's own
    // price.
    ...(sold && cell("regular price").trim() === "" ? withoutDates(pricesOf(sold)) : pricesOf(line)),
    ...(variations.length > 0 ? { availability: "available" } : stockOf(line)),
    hidden: booleanOf(published) && !isHidden ? "no" : "yes",
    ...codesOf(line),
    ...filledCells({ vendor: textOfHtml(pathsOf(cell("brands"))[0] ?? "") }),
    description: long || short || "",
    ...(long && short && short.length <= 200 ? { description_header: short } : {}),
    ...(picture === "" ? {} : { picture }),
  };
}

/** The heading of a weight column contains the unit, which applies to the whole file. */
function codesOf({ cell, heads }: TableLine): ImportCells {
  const head = heads.find((each) => /^weight \((lbs|oz|kg|g)\)$/.test(each)) ?? "weight";
  const [weight, unit] = [cell(head).trim(), /\((.*)\)/.exec(head)?.[1] ?? ""];
  return filledCells({
    sku: cell("sku").trim(),
    barcode: cell("gtin, upc, ean, or isbn").trim(),
    weight: decimalTyped(weight, 3) === 0 || weight === "" ? "" : `${weight} ${unit}`,
  });
}

/**
 * A variation without a price is rejected, because a size without a price would cost the same as its product. A
 * disabled one is sold out.
 */
function variationCells({ cell }: TableLine): ImportCells {
  if (cell("regular price").trim() === "") return { problem: "This variation has no price." };
  const published = cell("published").trim();
  return published === "" || booleanOf(published) ? {} : { availability: "sold_out" };
}

function isVariation({ cell }: TableLine): boolean {
  return /\bvariation\b/i.test(cell("type"));
}

/** A variation refers to its parent by "id:12" or by SKU. */
function namesOf({ cell }: TableLine): string[] {
  return [`id:${cell("id").trim()}`, cell("sku").trim().toLowerCase()].filter((name) => !/^(id:)?$/.test(name));
}

/** Splits a list at its commas; "\\," is a comma within a value. */
function pathsOf(list: string): string[] {
  return list.split(/(?<!\\),/).map((value) => value.replaceAll("\\,", ",").trim());
}

function labelOf({ cell, heads }: TableLine): string {
  const values = heads
    .filter((head) => /^attribute \d+ value\(s\)$/.test(head))
    .map((head) => pathsOf(cell(head)).join(", "));
  return values.filter((value) => value !== "").join(" / ");
}

/**
 * Sale prices without dates become the discount price; with dates, they become an offer, which the database starts and
 * ends.
 */
function pricesOf({ cell }: TableLine): ImportCells {
  const price = cell("regular price");
  const [sale, starts, ends] = [
    cell("sale price").trim(),
    cell("date sale price starts").trim(),
    cell("date sale price ends").trim(),
  ];
  if (sale === "" || (starts === "" && ends === "")) return { price, discount_price: sale };
  return { price, discount_price: "", sale_price: sale, sale_starts: starts, sale_ends: ends };
}

function withoutDates({ price = "", discount_price = "" }: ImportCells): ImportCells {
  return { price, discount_price };
}

function stockOf({ cell }: TableLine): ImportCells {
  const count = cell("stock").trim();
  const goesOn = /^(1|notify)$/i.test(cell("backorders allowed?").trim());
  const inStock = cell("in stock?").trim();
  if (inStock !== "" && booleanOf(inStock) === null && !/^(on)?backorder$/i.test(inStock)) {
    return { problem: `"In stock?" must be 1 or 0, not "${inStock}".` };
  }
  if (count === "" || /^parent$/i.test(count) || goesOn) {
    return { availability: booleanOf(inStock) === false ? "sold_out" : "available" };
  }
  const pieces = decimalTyped(count);
  return { availability: "counted", stock: pieces === null ? count : String(Math.max(0, Math.floor(pieces))) };
}
