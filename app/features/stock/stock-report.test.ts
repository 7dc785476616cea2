import { expect, test } from "vitest";
import { stockReportFromRow } from "./stock-report.ts";

const EMPTY = { products: [], categories: [], waste: [], stock: [] };

test("margin is sales of known cost minus their cost, without sales of unknown cost", () => {
  const figures = { quantity: 5, sales: 50, known_sales: 40, cost: 30 };
  const { products, total } = stockReportFromRow({
    ...EMPTY,
    products: [
      { ...figures, product_id: 7, name: "Puna Yam", category: "drinks" },
      { product_id: 8, name: "Palm Oil", category: "oils", quantity: 1, sales: 12.25, known_sales: 0, cost: 0 },
    ],
    categories: [{ ...figures, category: "drinks" }],
  });
  expect(products).toEqual([
    {
      name: "Puna Yam",
      unitCount: 5,
      salesCents: 5000,
      unknownSalesCents: 1000,
      costCents: 3000,
      marginCents: 1000,
      marginPercent: 25,
    },
    {
      name: "Palm Oil",
      unitCount: 1,
      salesCents: 1225,
      unknownSalesCents: 1225,
      costCents: 0,
      marginCents: 0,
      marginPercent: null,
    },
  ]);
  expect(total).toMatchObject({ salesCents: 5000, marginCents: 1000, marginPercent: 25 });
});

test("a reason of waste sums all products, and shows the first hundred", () => {
  const line = { kind: "waste", size_label: null, quantity: -1, cost: -2, unknown_count: 0 } as const;
  const lines = Array.from({ length: 130 }, (_, index) => ({ ...line, name: `Product ${index}` }));
  const [waste] = stockReportFromRow({ ...EMPTY, waste: lines }).waste;
  expect(waste).toMatchObject({ unitCount: -130, costCents: -26_000, moreCount: 30 });
  expect(waste?.products).toHaveLength(100);
});

test("waste is summed by reason, and stock over the categories", () => {
  const line = { name: "Puna Yam", size_label: null, quantity: -2, cost: -6.5, unknown_count: 0 };
  const { waste, stock, stockTotal } = stockReportFromRow({
    ...EMPTY,
    waste: [
      { ...line, kind: "waste" },
      { ...line, kind: "waste", name: "Gown", size_label: "S", cost: 0, unknown_count: 2 },
      { ...line, kind: "theft" },
    ],
    stock: [
      { category: "drinks", quantity: 7, cost: 14, unknown_count: 0 },
      { category: "more", quantity: 3, cost: 0, unknown_count: 3 },
    ],
  });
  expect(
    waste.map(({ name, unitCount, costCents, unknownCount }) => [name, unitCount, costCents, unknownCount]),
  ).toEqual([
    ["Waste", -4, -650, 2],
    ["Theft", -2, -650, 0],
  ]);
  expect(waste[0]?.products[1]?.name).toBe("Gown, size S");
  expect(stock.map(({ name }) => name)).toEqual(["Drink and Beverages", "More"]);
  expect(stockTotal).toEqual({ name: "Total", unitCount: 10, costCents: 1400, unknownCount: 3 });
});
