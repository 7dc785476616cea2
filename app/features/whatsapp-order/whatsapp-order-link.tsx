import { totalCents } from "#app/features/cart/cart.ts";
import { useCart } from "#app/features/cart/use-cart.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { whatsappAddress } from "#app/values/contact.ts";
import { moneyText } from "#app/values/money.ts";
import { cartPath } from "./cart-link.ts";
import { cartMessage, orderMessage } from "./order-message.ts";

/** Link to a WhatsApp chat with the cart as text; renders nothing for an empty cart, or without the store's number. */
export function CartWhatsappLink() {
  const { cart } = useCart();
  const { items } = cart;
  if (items.length === 0) return null;
  const address = pageAddressHere(cartPath(items));
  return (
    <WhatsappLink text={cartMessage(items, moneyText(totalCents(cart)), address)}>
      {t("Order by WhatsApp")}
    </WhatsappLink>
  );
}

/** Link to a WhatsApp chat with the order as text; renders nothing without the store's number. */
export function OrderWhatsappLink({ order: { id, number, lines, totalCents } }: { order: OrderWithLines }) {
  const address = pageAddressHere(`/orders/${id}`);
  return (
    <WhatsappLink text={orderMessage(number, lines, moneyText(totalCents), address)}>
      {t("Send order by WhatsApp")}
    </WhatsappLink>
  );
}

function WhatsappLink({ text, children }: { text: string; children: string }) {
  const { whatsappNumber } = useStoreSettings();
  return whatsappNumber === "" ? null : (
    <div>
      <ButtonLink to={whatsappAddress(whatsappNumber, text)} variation="secondary" size="small">
        {children}
      </ButtonLink>
    </div>
  );
}
