import { type MouseEvent, useEffect } from "react";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { usePaidOrder } from "#app/features/orders/use-paid-order.ts";
import type { SavedCards } from "#app/features/payments/saved-cards.ts";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { BillingDetails } from "./billing.ts";
import { CardPaymentPanel, useSuccessPage } from "./card-payment-panel.tsx";
import { useBackToCart } from "./use-back-to-cart.ts";

/**
 * Payment form after a failed payment of a pending order. The order is polled: once it is paid in another tab, its
 * success page opens.
 */
export function PaymentFailed({
  order: initial,
  message,
  billing,
  savedCards,
}: {
  order: OrderWithLines;
  message: string | null;
  /** Null if there are none, or they could not be read: "Try again" then opens the checkout page. */
  billing: BillingDetails | null;
  savedCards: SavedCards | null;
}) {
  const { order } = usePaidOrder(initial);
  const openSuccess = useSuccessPage(order.id);
  const backToCart = useBackToCart(order.id);
  const isPending = order.status === "pending";

  // The URL follows the payment. <Navigate> would be part of the first load of every page.
  useEffect(() => {
    if (!isPending) void openSuccess();
  }, [isPending, openSuccess]);

  function handleBackToCart(event: MouseEvent) {
    event.preventDefault();
    if (!backToCart.isBusy) void backToCart.go();
  }

  return (
    <>
      <Panel>
        {message ? <FormMessage>{t("Payment failed: {message}", { message })}</FormMessage> : null}
        <p>
          {message ? t("You were not charged, and your order is saved.") : t("This order is not paid yet.")}{" "}
          {t("Try again or use another card. If a card keeps failing, ask your bank.")}
        </p>
      </Panel>
      {billing ? (
        <CardPaymentPanel
          order={order}
          billing={billing}
          savedCards={savedCards}
          isAfterDecline
          backToCart={backToCart}
        />
      ) : (
        <ButtonLink to={`/checkout/${order.id}`} size="large" isWide>
          {t("Try again")}
        </ButtonLink>
      )}
      <FormAnswer answer={backToCart.answer} />
      <ButtonLink to="/cart" variation="secondary" isWide aria-busy={backToCart.isBusy} onClick={handleBackToCart}>
        {backToCart.isBusy ? t("Checking your order...") : t("Back to cart")}
      </ButtonLink>
    </>
  );
}
