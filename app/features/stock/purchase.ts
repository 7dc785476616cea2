import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { groupBy } from "#app/values/group-by.ts";
import { amountText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { Supplier } from "./supplier.ts";

/** Item with low stock; its last delivery is null if there was none. */
export type Purchase = ReturnType<typeof purchaseFromRow>;

function purchaseFromRow({ size_label, ...row }: FunctionRow<"list_purchases">) {
  return { ...camelCased(row, "last_cost"), name: sizedName(row.name, size_label) };
}

/** Items to buy from one supplier. */
export interface PurchaseGroup {
  /** Null without a known supplier. */
  supplier: Supplier | null;
  title: string;
  purchases: Purchase[];
}

/** Groups items by supplier; those without one by the product's vendor; last, those without either. */
export function groupPurchases(purchases: readonly Purchase[], suppliers: readonly Supplier[]): PurchaseGroup[] {
  const groups = groupBy(purchases, ({ supplierId, vendor }) =>
    supplierId === null ? `vendor ${vendor}` : `supplier ${supplierId}`,
  );
  return [...groups.values()]
    .map((group): PurchaseGroup => {
      const supplier = suppliers.find(({ id }) => id === group[0]?.supplierId) ?? null;
      return { supplier, title: sourceOf({ supplier, purchases: group }) ?? t("No supplier"), purchases: group };
    })
    .toSorted(
      (one, other) =>
        Number(one.supplier === null) - Number(other.supplier === null) ||
        Number(sourceOf(one) === null) - Number(sourceOf(other) === null) ||
        one.title.localeCompare(other.title),
    );
}

/** Returns the name of the supplier or vendor; null if neither is known. */
export function sourceOf({ supplier, purchases }: Pick<PurchaseGroup, "supplier" | "purchases">): string | null {
  return supplier?.name || purchases[0]?.vendor || null;
}

/** Item with the quantity to order. */
export interface OrderedPurchase extends Purchase {
  quantity: number;
}

/** Returns the items with a typed quantity above 0. */
export function orderedOf(
  purchases: readonly Purchase[],
  quantityOf: (purchase: Purchase) => string,
): OrderedPurchase[] {
  return purchases.flatMap((purchase) => {
    const quantity = wholeNumberTyped(quantityOf(purchase)) ?? 0;
    return quantity > 0 ? [{ ...purchase, quantity }] : [];
  });
}

/** Returns the message to a supplier, without costs; always in English. */
export function orderMessage(storeName: string, ordered: readonly OrderedPurchase[]): string {
  const lines = ordered.map(({ quantity, name, sku }) => `${quantity} × ${name}${sku ? ` (SKU ${sku})` : ""}`);
  return [`Order from ${storeName}:`, ...lines].join("\n");
}

export const PURCHASE_HEADS = ["Supplier", "Product", "SKU", "In stock", "Order", "Last unit cost"] as const;

/** Returns the rows of the CSV file. */
export function purchaseTable(title: string, ordered: readonly OrderedPurchase[]): string[][] {
  return ordered.map(({ name, sku, stockCount, quantity, lastCostCents }) => [
    title,
    name,
    sku,
    String(stockCount),
    String(quantity),
    amountText(lastCostCents),
  ]);
}

/** Returns products and sizes with low stock. For managers. */
export function listPurchases({ rest }: BrowserData): Promise<Purchase[]> {
  return readWithRetries(["purchases"], async () => resultOf(await rest.rpc("list_purchases")).map(purchaseFromRow));
}
