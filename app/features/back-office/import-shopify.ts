import type { ImportCells, ImportRow, TableLine } from "./import-columns.ts";

/**
 * The product export of Shopify, with the heads of both of its generations: the rows of a handle are one product, those
 * with a price its variants, the others pictures.
 */
export function shopifyRows(lines: readonly TableLine[], textOfHtml: (html: string) => string): ImportRow[] {
  const products = Map.groupBy(withHandles(lines), ({ handle }) => handle);
  return [...products.values()].flatMap((rows) =>
    productRows(
      rows.map(({ line }) => line),
      textOfHtml,
    ),
  );
}

/** A row that names no handle belongs to the one above it. */
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
  const named = {
    category: head.cell("type").trim() || lastOf(head.cell("product category")),
    name: head.cell("title"),
  };
  const isInSizes = variants.length > 1;
  const picture = head.cell("image src", "product image url").trim();
  const product: ImportRow = {
    rowNumber: head.rowNumber,
    cells: {
      ...named,
      ...pricesOf(first),
      ...(isInSizes ? { availability: "available" } : stockOf(first)),
      hidden: isShown(head) ? "no" : "yes",
      description: textOfHtml(head.cell("body (html)", "description")),
      ...(picture === "" ? {} : { picture }),
    },
  };
  if (!isInSizes) return [product];
  return [
    product,
    ...variants.map((line) => ({
      rowNumber: line.rowNumber,
      cells: { ...named, size_label: labelOf(line), ...pricesOf(line), ...stockOf(line) },
    })),
  ];
}

function labelOf({ cell }: TableLine): string {
  const values = [1, 2, 3].map((place) => cell(`option${place} value`).trim());
  return values.filter((value) => value !== "").join(" / ");
}

/** The price to compare with is what it costs without the offer. */
function pricesOf({ cell }: TableLine): ImportCells {
  const price = cell("variant price", "price").trim();
  const compared = cell("variant compare at price", "compare-at price").trim();
  return Number(compared) > Number(price)
    ? { price: compared, discount_price: price }
    : { price, discount_price: "" };
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

function isShown({ cell }: TableLine): boolean {
  const status = cell("status").trim().toLowerCase();
  const published = cell("published", "published on online store").trim().toLowerCase();
  return (status === "" || status === "active") && published !== "false";
}

/** "Food > Grains" is about grains. */
function lastOf(path: string): string {
  return path.split(">").at(-1)?.trim() ?? "";
}
