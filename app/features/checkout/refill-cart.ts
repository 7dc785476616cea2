import { replaceCartItems } from "#app/features/cart/cart-store.ts";
import { noteShortages } from "#app/features/cart/current-cart.ts";
import type { OrderLine } from "#app/features/orders/order.ts";
import type { UnavailableItem } from "#app/features/payments/request-payment.ts";

/** Fills the cart from an order that was not paid, and marks what is known to be missing. */
export function refillCart(lines: readonly OrderLine[], unavailable: readonly UnavailableItem[] = []): void {
  replaceCartItems(
    lines.map((line) => ({
      id: line.productId,
      name: line.name,
      priceCents: line.unitPriceCents,
      image: line.imageUrl,
      quantity: line.quantity,
    })),
  );
  noteShortages(
    unavailable.map((item) => ({
      id: item.productId,
      priceCents: null,
      isSoldOut: item.isSoldOut,
      quantityLeft: item.quantityLeft,
    })),
  );
}
