import { listProductsByIds } from "#app/features/catalogue/product-queries.ts";
import { listItemsByCode } from "#app/features/scanning/item-codes.ts";
import { poundsOfLabel, type ScaleLabel } from "#app/features/weighing/scale-label.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type PosItem, posProductsOf, productName } from "./pos-order.ts";

/** Products that match a code: several if products share an SKU, or if the code does not name the size. */
export type PosItemsOfCode = { items: [PosItem, ...PosItem[]] } | { problem: string };

/** Piece sold by weight, with the weight from its label. */
export interface LabeledItem {
  item: PosItem;
  pounds: number;
}

/**
 * Finds the product of a scale label by the number on it, which is a barcode (a PLU) or SKU.
 * @returns null if no product sold by weight has that number
 * @throws when it cannot be read
 */
export async function findLabeledItem(data: BrowserData, label: ScaleLabel): Promise<LabeledItem | null> {
  const found = await findPosItems(data, label.itemNumber);
  if ("problem" in found) return null;
  const [item, ...others] = found.items.filter(({ weight }) => weight !== null);
  if (!item?.weight || others.length > 0) return null;
  const pounds = poundsOfLabel(label, item.weight.perPoundCents);
  return pounds === null ? null : { item, pounds };
}

/**
 * Finds the items that a scanned code adds to an order.
 * @throws when it cannot be read
 */
export async function findPosItems(data: BrowserData, code: string): Promise<PosItemsOfCode> {
  const found = await listItemsByCode(data, code);
  const [first] = found;
  if (first === undefined) return { problem: t("No product has the code {code}.", { code }) };
  const products = await listProductsByIds(
    data.rest,
    found.map(({ productId }) => productId),
  );
  const [item, ...others] = products
    .flatMap(posProductsOf)
    .filter(({ productId, size }) =>
      found.some((one) => one.productId === productId && (one.sizeId === null || one.sizeId === size?.id)),
    );
  if (item === undefined) return { problem: t("{name} is not for sale.", { name: first.name }) };
  if (others.length === 0 && item.isSoldOut) return { problem: t("{name} is sold out.", { name: productName(item) }) };
  return { items: [item, ...others] };
}
