import type { CartItem } from "#app/features/cart/cart.ts";
import { useCart } from "#app/features/cart/use-cart.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { t } from "#app/messages/t.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { whatsappAddress } from "#app/values/contact.ts";
import { moneyText } from "#app/values/money.ts";
import { cartPath } from "./cart-link.ts";
import { cartMessage, orderMessage } from "./order-message.ts";

/** Link to a WhatsApp chat with the cart as text; renders nothing for an empty cart, or without the store's number. */
export function CartWhatsappLink({ whatsappNumber }: { whatsappNumber: string }) {
  const { items } = useCart().cart;
  if (items.length === 0) return null;
  const address = pageAddressHere(cartPath(items));
  return (
    <WhatsappLink number={whatsappNumber} text={cartMessage(items, moneyText(sumOf(items)), address)}>
      {t("Order by WhatsApp")}
    </WhatsappLink>
  );
}

/** Link to a WhatsApp chat with the order as text; renders nothing without the store's number. */
export function OrderWhatsappLink({
  order: { id, number, lines, totalCents },
  whatsappNumber,
}: {
  order: OrderWithLines;
  whatsappNumber: string;
}) {
  const address = pageAddressHere(`/orders/${id}`);
  return (
    <WhatsappLink number={whatsappNumber} text={orderMessage(number, lines, moneyText(totalCents), address)}>
      {t("Send order by WhatsApp")}
    </WhatsappLink>
  );
}

function WhatsappLink({ number, text, children }: { number: string; text: string; children: string }) {
  return number === "" ? null : (
    <div>
      <ButtonLink to={whatsappAddress(number, text)} variation="secondary" size="small">
        {children}
      </ButtonLink>
    </div>
  );
}

function sumOf(items: readonly CartItem[]): number {
  return items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}
