import { addItems, type Cart, replaceItems } from "#app/features/cart/cart.ts";
import { getCartView, saveChangedCart } from "#app/features/cart/cart-store.ts";
import { chooseDelivery } from "#app/features/cart/change-cart.ts";
import { readProducts } from "#app/features/cart/current-product-queries.ts";
import { itemWeight, offerOf } from "#app/features/cart/offer.ts";
import { nameWithChoices } from "#app/features/catalog/choice-groups.ts";
import { currentPriceCents, type ProductSummary } from "#app/features/catalog/product.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import type { OrderLine } from "#app/features/orders/order-line.ts";
import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** A line of an earlier order. */
export type EarlierLine = Pick<OrderLine, "productId" | "name" | "size" | "choiceIds" | "quantity" | "unitPriceCents">;

/**
 * Returns the cart with the lines of an earlier order at current prices, and a sentence for each that differs.
 * Unavailable products are left out.
 */
export function withEarlierLines(
  cart: Cart,
  lines: readonly EarlierLine[],
  products: readonly ProductSummary[],
): { cart: Cart; changes: string[]; addedCount: number } {
  const forSale = new Map(products.map((product) => [product.id, product]));
  const changes: string[] = [];
  let filled = cart;
  let addedCount = 0;
  for (const line of lines) {
    const product = forSale.get(line.productId);
    const offer = product ? offerOf(product, line.size, line.choiceIds) : null;
    const lineName =
      product && offer !== "needs choice"
        ? nameWithChoices(product.name, product.choiceGroups, line.choiceIds ?? [])
        : line.name;
    // The order stores the English label of the size.
    const size = product?.sizes.find(({ id }) => id === line.size?.id);
    const chosen = size ? { id: size.id, label: size.label } : line.size;
    const name = sizedName(lineName, chosen?.label);
    if (!product || !offer) {
      changes.push(t("{name} is no longer for sale.", { name }));
      continue;
    }
    if (offer === "needs size") {
      changes.push(t("{name} now comes in sizes. Choose one.", { name }));
      continue;
    }
    if (offer === "needs choice") {
      changes.push(t("{name} can no longer be prepared like that. Choose again.", { name }));
      continue;
    }
    if (product.isSoldOut || offer.isSoldOut) {
      changes.push(t("{name} is sold out.", { name }));
      continue;
    }
    const priceCents = currentPriceCents(offer);
    if (priceCents !== line.unitPriceCents) {
      const paid = moneyText(line.unitPriceCents);
      changes.push(t("{name} now costs {price}; you paid {paid}.", { name, price: moneyText(priceCents), paid }));
    }
    const { id, image } = product;
    const { quantity } = line;
    const choices = line.choiceIds ? { choiceIds: line.choiceIds } : {};
    filled = addItems(filled, [
      { id, name: lineName, size: chosen, ...choices, ...itemWeight(offer), image, priceCents, quantity },
    ]);
    addedCount += quantity;
  }
  return { cart: filled, changes, addedCount };
}

/**
 * Adds an earlier order to the cart. An empty or replaced cart also gets its pickup or delivery; otherwise the cart keeps
 * its own.
 * @param isReplaced whether the order replaces what is in the cart
 * @returns the number of units added
 * @throws when the catalog cannot be read
 */
export async function orderAgain(
  { lines, deliveryType, deliveryAddress, deliveryPlace, deliveryPhoneNumber }: OrderWithLines,
  isReplaced: boolean,
): Promise<number> {
  const products = await readProducts(lines.map((line) => line.productId));
  // This comes first, because a later change of the cart would clear the notices.
  if (isReplaced) {
    chooseDelivery(deliveryType, {
      deliveryAddress: deliveryPlace.street || deliveryAddress,
      deliveryUnit: deliveryPlace.unit,
      deliveryCity: deliveryPlace.city,
      deliveryZip: deliveryPlace.zip,
      driverNote: deliveryPlace.driverNote,
      deliveryPhoneNumber,
    });
  }
  const { cart } = getCartView();
  const again = withEarlierLines(isReplaced ? replaceItems(cart, []) : cart, lines, products);
  saveChangedCart(again.cart, again.changes);
  return again.addedCount;
}
