import { listProductsByIds } from "#app/features/catalog/product-queries.ts";
import { type ItemOfCode, listItemsByCode } from "#app/features/scanning/item-codes.ts";
import { codesOfLabel, poundsOfLabel, readScaleLabel, type ScaleLabel } from "#app/features/scanning/scale-label.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type PosItem, posProductsOf, productName } from "./pos-order.ts";

/** Products that match a code: several if products share an SKU, or if the code does not name the size. */
export type PosItemsOfCode = { items: [PosItem, ...PosItem[]] } | { problem: string };

/** Piece sold by weight, with the weight from its label. */
export type LabeledItem = { item: PosItem; pounds: number };

/**
 * Finds what a scanned code adds to an order: the items with the code, or else the product whose barcode (a PLU) or SKU
 * is the item number of a scale label.
 * @throws when it cannot be read
 */
export async function findPosItems(data: BrowserData, code: string): Promise<PosItemsOfCode | LabeledItem> {
  const [first, ...found] = await listItemsByCode(data, code);
  if (first) return posItemsOf(data, [first, ...found]);
  const label = readScaleLabel(code);
  for (const number of label ? codesOfLabel(label) : []) {
    const [item, ...others] = await listItemsByCode(data, number);
    if (label && item) return labeledItemOf(label, await posItemsOf(data, [item, ...others]));
  }
  return { problem: t("No product has the code {code}.", { code }) };
}

function labeledItemOf(label: ScaleLabel, found: PosItemsOfCode): PosItemsOfCode | LabeledItem {
  if ("problem" in found) return found;
  const [item, ...others] = found.items.filter(({ weight }) => weight !== null);
  if (!item?.weight) return { problem: t("{name} isn't sold by weight.", { name: found.items[0].name }) };
  if (others.length > 0) return { items: [item, ...others] };
  const pounds = poundsOfLabel(label, item.weight.perPoundCents);
  return pounds === null ? { problem: t("This label has no weight. Type it.") } : { item, pounds };
}

async function posItemsOf(data: BrowserData, found: readonly [ItemOfCode, ...ItemOfCode[]]): Promise<PosItemsOfCode> {
  const products = await listProductsByIds(
    data.rest,
    found.map(({ productId }) => productId),
  );
  const [item, ...others] = products
    .flatMap(posProductsOf)
    .filter(({ productId, size }) =>
      found.some((one) => one.productId === productId && (one.sizeId === null || one.sizeId === size?.id)),
    );
  if (item === undefined) return { problem: t("{name} is not for sale.", { name: found[0].name }) };
  if (others.length === 0 && item.isSoldOut) return { problem: t("{name} is sold out.", { name: productName(item) }) };
  return { items: [item, ...others] };
}
