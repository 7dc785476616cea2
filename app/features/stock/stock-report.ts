import { categories } from "#app/features/catalog/categories.ts";
import type { DayRange } from "#app/features/reports/daily-report.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { groupBy } from "#app/values/group-by.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Money in dollars. */
export type StockReportRow = FunctionRow<"report_stock">;

/** Sales, cost, and margin of a product or category. */
export interface Margin {
  name: string;
  unitCount: number;
  /** Without tax, after discounts and refunds. */
  salesCents: number;
  /** Sales of unknown cost, which no margin includes. */
  unknownSalesCents: number;
  costCents: number;
  marginCents: number;
  /** Margin as a percentage of sales with known cost; null without such sales. */
  marginPercent: number | null;
}

/** Units that were removed or added without a sale. */
export interface Waste {
  name: string;
  unitCount: number;
  costCents: number;
  /** Units of unknown cost. */
  unknownCount: number;
}

/** Maximum number of products that `report_stock` lists with their margin. */
export const MAX_MARGINS = 500;
/** Products shown for each reason of waste, the largest losses first; a year of a large store has thousands. */
const WASTED_PRODUCTS = 100;

export type StockReport = ReturnType<typeof stockReportFromRow>;

/** Reads margin and waste of a range, and the current stock. For the owner and managers. */
export function getStockReport({ rest }: BrowserData, { from, to }: DayRange): Promise<StockReport> {
  return readWithRetries(["stock-report", from, to], async () =>
    stockReportFromRow(resultOf(await rest.rpc("report_stock", { first_day: from, last_day: to }))),
  );
}

const wasteLabels = (): Readonly<Partial<Record<StockReportRow["waste"][number]["kind"], string>>> => ({
  waste: t("Waste"),
  theft: t("Theft"),
  own_use: t("Own use"),
  counted: t("Count differences"),
  correction: t("Corrections"),
});

export function stockReportFromRow(row: StockReportRow) {
  const byCategory = row.categories.map(({ category, ...figures }) => marginOf(categoryName(category), figures));
  const stock = row.stock.map(({ category, ...figures }) => wasteOf(categoryName(category), figures));
  const reasons = groupBy(row.waste, ({ kind }) => kind);
  return {
    products: row.products.map(({ name, ...figures }) => marginOf(name, figures)),
    categories: byCategory,
    total: sumMargins(byCategory),
    waste: [...reasons].map(([kind, rows]) => {
      const products = rows.map(({ name, size_label, ...figures }) => wasteOf(sizedName(name, size_label), figures));
      return {
        ...sumWaste(wasteLabels()[kind] ?? kind, products),
        products: products.slice(0, WASTED_PRODUCTS),
        moreCount: Math.max(0, products.length - WASTED_PRODUCTS),
      };
    }),
    stock,
    stockTotal: sumWaste(t("Total"), stock),
  };
}

function marginOf(
  name: string,
  { quantity, sales, known_sales, cost }: Omit<StockReportRow["categories"][number], "category">,
): Margin {
  const salesCents = centsFrom(sales);
  const knownCents = centsFrom(known_sales);
  return withMargin({
    name,
    unitCount: quantity,
    salesCents,
    unknownSalesCents: salesCents - knownCents,
    costCents: centsFrom(cost),
  });
}

function sumMargins(margins: readonly Margin[]): Margin {
  const sum = (figure: "unitCount" | "salesCents" | "unknownSalesCents" | "costCents") =>
    margins.reduce((total, margin) => total + margin[figure], 0);
  return withMargin({
    name: t("Total"),
    unitCount: sum("unitCount"),
    salesCents: sum("salesCents"),
    unknownSalesCents: sum("unknownSalesCents"),
    costCents: sum("costCents"),
  });
}

function withMargin(figures: Omit<Margin, "marginCents" | "marginPercent">): Margin {
  const knownCents = figures.salesCents - figures.unknownSalesCents;
  const marginCents = knownCents - figures.costCents;
  return {
    ...figures,
    marginCents,
    marginPercent: knownCents > 0 ? Math.round((marginCents / knownCents) * 1000) / 10 : null,
  };
}

function wasteOf(
  name: string,
  { quantity, cost, unknown_count }: Omit<StockReportRow["stock"][number], "category">,
): Waste {
  return { name, unitCount: quantity, costCents: centsFrom(cost), unknownCount: unknown_count };
}

export function sumWaste(name: string, rows: readonly Waste[]): Waste {
  const sum = (figure: "unitCount" | "costCents" | "unknownCount") =>
    rows.reduce((total, each) => total + each[figure], 0);
  return { name, unitCount: sum("unitCount"), costCents: sum("costCents"), unknownCount: sum("unknownCount") };
}

function categoryName(category: string): string {
  return categories.find(({ prefix }) => prefix === category)?.menuLabel() ?? category;
}
