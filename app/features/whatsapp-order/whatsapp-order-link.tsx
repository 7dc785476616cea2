import type { CartItem } from "#app/features/cart/cart.ts";
import { useCart } from "#app/features/cart/use-cart.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { MessageLink } from "#app/features/store/message-link.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { moneyText } from "#app/values/money.ts";
import { cartPath } from "./cart-link.ts";
import { cartMessage, orderMessage } from "./order-message.ts";
import styles from "./whatsapp-order-link.module.css";

/** Opens a WhatsApp chat with the cart as text; nothing for an empty cart, or without the store's number. */
export function CartWhatsappLink() {
  const { items } = useCart().cart;
  if (items.length === 0) return null;
  const address = new URL(cartPath(items), window.location.origin).href;
  return (
    <MessageLink about={cartMessage(items, moneyText(sumOf(items)), address)} className={styles.link}>
      <Icon name="message" /> Order by WhatsApp
    </MessageLink>
  );
}

/** Opens a WhatsApp chat with the order as text; nothing without the store's number. */
export function OrderWhatsappLink({ order: { id, number, lines, totalCents } }: { order: OrderWithLines }) {
  const address = new URL(`/orders/${id}`, window.location.origin).href;
  return (
    <MessageLink about={orderMessage(number, lines, moneyText(totalCents), address)} className={styles.link}>
      <Icon name="message" /> Send order by WhatsApp
    </MessageLink>
  );
}

function sumOf(items: readonly CartItem[]): number {
  return items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}
