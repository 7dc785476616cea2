import type { ImportCells, ImportRow, TableLine } from "./import-columns.ts";

/** The product export of WooCommerce: a variable product is one in sizes, its variations are the sizes. */
export function wooRows(lines: readonly TableLine[], textOfHtml: (html: string) => string): ImportRow[] {
  const parents = new Map(
    lines.filter((line) => !isVariation(line)).flatMap((line) => namesOf(line).map((name) => [name, line])),
  );
  const parentOf = ({ cell }: TableLine) => parents.get(cell("parent").trim().toLowerCase());
  const variations = Map.groupBy(lines.filter(isVariation), parentOf);
  return lines.map((line) => {
    const { rowNumber, cell } = line;
    if (!isVariation(line)) {
      return { rowNumber, cells: productCells(line, variations.get(line) ?? [], textOfHtml) };
    }
    const parent = parentOf(line);
    if (!parent)
      return { rowNumber, cells: { name: cell("name"), problem: "Its product is not in the table." } };
    return {
      rowNumber,
      cells: { ...headOf(parent), size_label: labelOf(line), ...pricesOf(line), ...stockOf(line) },
    };
  });
}

function productCells(
  line: TableLine,
  variations: readonly TableLine[],
  textOfHtml: (html: string) => string,
): ImportCells {
  const { cell } = line;
  const kind = /grouped|external/i.exec(cell("type"))?.[0].toLowerCase();
  if (kind) return { ...headOf(line), problem: `A product of the kind "${kind}" has no counterpart here.` };
  const [short, long] = [cell("short description"), cell("description")].map((html) =>
    textOfHtml(html.replaceAll("\\n", "\n")),
  );
  const picture = (cell("images").split(",")[0] ?? "").trim();
  return {
    ...headOf(line),
    ...pricesOf(cell("regular price").trim() === "" ? (variations[0] ?? line) : line),
    ...(variations.length > 0 ? { availability: "available" } : stockOf(line)),
    hidden: cell("published").trim() === "1" ? "no" : "yes",
    description: long || short || "",
    ...(long && short && short.length <= 200 ? { description_header: short } : {}),
    ...(picture === "" ? {} : { picture }),
  };
}

function isVariation({ cell }: TableLine): boolean {
  return /\bvariation\b/i.test(cell("type"));
}

/** A variation names its parent by "id:12" or by its SKU. */
function namesOf({ cell }: TableLine): string[] {
  return [`id:${cell("id").trim()}`, cell("sku").trim().toLowerCase()].filter(
    (name) => !/^(id:)?$/.test(name),
  );
}

/** Categories are a list of paths: "Food > Grains, Sale". */
function headOf({ cell }: TableLine): ImportCells {
  const [path = ""] = cell("categories").split(/(?<!\\),/);
  return { category: path.replaceAll("\\,", ",").split(">").at(-1)?.trim() ?? "", name: cell("name") };
}

function labelOf({ cell }: TableLine): string {
  const values = [1, 2, 3].map((place) => cell(`attribute ${place} value(s)`).trim());
  return values.filter((value) => value !== "").join(" / ");
}

function pricesOf({ cell }: TableLine): ImportCells {
  return { price: cell("regular price"), discount_price: cell("sale price") };
}

function stockOf({ cell }: TableLine): ImportCells {
  const count = cell("stock").trim();
  const goesOn = /^(1|notify)$/i.test(cell("backorders allowed?").trim());
  if (/^-?\d+(\.0+)?$/.test(count) && !goesOn) {
    return { availability: "counted", stock: count.startsWith("-") ? "0" : (count.split(".")[0] ?? "0") };
  }
  return { availability: cell("in stock?").trim() === "0" ? "sold_out" : "available" };
}
