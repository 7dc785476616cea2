import { type CartItem, lineKey, lineOptions } from "#app/features/cart/cart.ts";
import { getCartOrderId, removePaidItems, setCartOrderId } from "#app/features/cart/cart-store.ts";
import { changeDelivery, putBackIntoCart, replaceCart } from "#app/features/cart/change-cart.ts";
import { noteShortages } from "#app/features/cart/current-cart.ts";
import type { DeliveryPlace } from "#app/features/cart/stored-delivery.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import type { OrderLine } from "#app/features/orders/order-line.ts";
import type { UnavailableItem } from "#app/features/payments/request-payment.ts";
import type { SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { phoneText } from "#app/values/contact.ts";

/** Fills the cart from an unpaid order, and marks unavailable products. */
export function refillCart(order: OrderWithLines, unavailable: readonly UnavailableItem[] = []): void {
  replaceCart(itemsOf(order.lines), order.note);
  setCartOrderId(order.id);
  noteShortages(
    unavailable.flatMap((item) =>
      linesOf(order, item).map(({ size, choiceIds }) => ({
        id: item.productId,
        size,
        ...(choiceIds ? { choiceIds } : {}),
        // The cart reads the catalog when it opens, and then shows which lines need a size or choice.
        needsSize: false,
        needsChoice: false,
        priceCents: null,
        isSoldOut: item.isSoldOut,
        quantityLeft: item.quantityLeft,
      })),
    ),
  );
}

/** Returns all lines of a product and size: lines that differ only in their choices share its stock. */
function linesOf({ lines }: OrderWithLines, { productId, sizeId }: UnavailableItem): OrderLine[] {
  return lines.filter((line) => line.productId === productId && (line.size?.id ?? null) === sizeId);
}

/** Removes the products of a paid order from the cart, if the cart was filled from it. */
export function removePaidOrder(order: OrderWithLines): void {
  if (getCartOrderId() === order.id) removePaidItems(itemsOf(order.lines));
}

/** Adds a canceled order to the cart; an empty cart also gets the order's delivery choice. */
export function putOrderBack(order: OrderWithLines): void {
  if (order.deliveryPlace.zip) changeDelivery({ deliveryZip: order.deliveryPlace.zip });
  putBackIntoCart(itemsOf(order.lines), {
    deliveryOption: order.deliveryType,
    deliveryAddress: order.deliveryPlace.street || order.deliveryAddress,
    deliveryUnit: order.deliveryPlace.unit,
    deliveryCity: order.deliveryPlace.city,
    driverNote: order.deliveryPlace.driverNote,
    windowStartsAt: order.window?.startsAt ?? "",
    deliveryPhoneNumber: order.deliveryPhoneNumber,
    note: order.note,
  });
}

/** Returns whether the items are exactly those of the order, so that nothing needs to be restored. */
export function isInCart(order: OrderWithLines, items: readonly CartItem[]): boolean {
  const quantities = new Map(items.map((item) => [lineKey(item), item.quantity]));
  return (
    items.length === order.lines.length &&
    itemsOf(order.lines).every((line) => quantities.get(lineKey(line)) === line.quantity)
  );
}

function itemsOf(lines: readonly OrderLine[]): CartItem[] {
  return lines.map((line) => ({
    id: line.productId,
    name: line.name,
    size: line.size,
    ...(line.choiceIds ? { choiceIds: line.choiceIds } : {}),
    priceCents: line.unitPriceCents,
    ...(line.weight
      ? { weight: { poundsEach: line.weight.poundsEach, perPoundCents: line.weight.perPoundCents } }
      : {}),
    image: line.imageUrl,
    quantity: line.quantity,
    ...lineOptions(line),
  }));
}

/** Returns a saved address as delivery fields of the cart. */
export function placeOf(address: SavedAddress): DeliveryPlace {
  return {
    deliveryAddress: address.street,
    deliveryUnit: address.unit,
    deliveryCity: address.city,
    deliveryZip: address.postalCode,
    driverNote: address.instructions,
    deliveryPhoneNumber: phoneText(address.phone),
  };
}
