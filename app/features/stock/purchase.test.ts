import { expect, test } from "vitest";
import { groupPurchases, orderedOf, orderMessage, type Purchase, purchaseTable } from "./purchase.ts";
import type { Supplier } from "./supplier.ts";

const sahel: Supplier = {
  id: 3,
  name: "Sahel Foods",
  contactName: "",
  phone: "",
  email: "",
  note: "",
  isArchived: false,
};
const yam: Purchase = {
  productId: 7,
  sizeId: null,
  name: "Puna Yam",
  sku: "YAM",
  stockCount: 1,
  vendor: "Kano Farms",
  supplierId: 3,
  lastQuantity: 12,
  lastCostCents: 350,
};
const oil: Purchase = {
  ...yam,
  productId: 8,
  name: "Palm Oil",
  sku: "",
  vendor: "Yola Oils",
  supplierId: null,
  lastCostCents: null,
};
const tea: Purchase = { ...oil, productId: 9, name: "Zobo", vendor: "" };

test("low stock is grouped by supplier, then by vendor, and last comes what has neither", () => {
  const abuja = { ...oil, name: "Rice", vendor: "Abuja Mills" };
  const groups = groupPurchases([tea, oil, abuja, yam], [sahel]);
  expect(groups.map(({ title, purchases }) => [title, purchases.map(({ name }) => name)])).toEqual([
    ["Sahel Foods", ["Puna Yam"]],
    ["Abuja Mills", ["Rice"]],
    ["Yola Oils", ["Palm Oil"]],
    ["No supplier", ["Zobo"]],
  ]);
});

test("only items with a quantity are ordered, and the message to the supplier has no costs", () => {
  const typed: Record<string, string> = { "Puna Yam": "24", "Palm Oil": "6", Zobo: "" };
  const ordered = orderedOf([yam, oil, tea], ({ name }) => typed[name] ?? "");
  expect(orderMessage("Calabash Market", ordered)).toBe(
    "Order from Calabash Market:\n24 × Puna Yam (SKU YAM)\n6 × Palm Oil",
  );
  expect(purchaseTable("Sahel Foods", ordered)).toEqual([
    ["Sahel Foods", "Puna Yam", "YAM", "1", "24", "3.50"],
    ["Sahel Foods", "Palm Oil", "", "1", "6", ""],
  ]);
});
