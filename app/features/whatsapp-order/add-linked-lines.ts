import { type EarlierLine, withEarlierLines } from "#app/features/buy-again/order-again.ts";
import { getCartView, saveChangedCart } from "#app/features/cart/cart-store.ts";
import { readProducts } from "#app/features/cart/current-product-queries.ts";
import { offerOf } from "#app/features/cart/offer.ts";
import { currentPriceCents, type ProductSummary } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import type { LinkedLine } from "./cart-link.ts";

/**
 * Adds the items of a cart link at current prices; items that are not for sale are reported above the cart.
 * @returns the number of products added
 * @throws when the catalog cannot be read
 */
export async function addLinkedLines(lines: readonly LinkedLine[]): Promise<number> {
  const products = await readProducts([...new Set(lines.map(({ productId }) => productId))]);
  const forSale = new Map(products.map((product) => [product.id, product]));
  const found = lines.map((line) => earlierLine(line, forSale.get(line.productId)));
  const { cart, changes, addedCount } = withEarlierLines(getCartView().cart, found, products);
  saveChangedCart(cart, changes);
  return addedCount;
}

function earlierLine(line: LinkedLine, product: ProductSummary | undefined): EarlierLine {
  const size = product?.sizes.find(({ id }) => id === line.sizeId);
  const chosen = line.sizeId === null ? null : { id: line.sizeId, label: size?.label ?? "" };
  const offer = product ? offerOf(product, chosen, line.choiceIds) : null;
  return {
    productId: line.productId,
    name: product?.name ?? t("A product of the shared cart"),
    size: chosen,
    ...(line.choiceIds.length > 0 ? { choiceIds: line.choiceIds } : {}),
    quantity: line.quantity,
    // The link contains no price, so use the current one to report no price change.
    unitPriceCents: offer && typeof offer === "object" ? currentPriceCents(offer) : 0,
  };
}
