import { useCallback } from "react";
import { Link, PrefetchPageLinks, useNavigate } from "react-router";
import { expectedTotalCents, isHoldPossible, type OrderWithLines } from "#app/features/orders/order.ts";
import { CardPaymentProvider } from "#app/features/payments/card-payment.tsx";
import { requestPayment } from "#app/features/payments/request-payment.ts";
import type { SavedCards } from "#app/features/payments/saved-cards.ts";
import { TestCardsHint } from "#app/features/payments/test-payments-note.tsx";
import { t } from "#app/messages/t.ts";
import { PanelSection } from "#app/ui/panel-section.tsx";
import type { BillingDetails } from "./billing.ts";
import { PaymentForm } from "./payment-form.tsx";
import type { BackToCart } from "./use-back-to-cart.ts";

/**
 * Payment of a pending order, with its billing details. A declined card opens the error page, which offers the payment
 * again.
 * @param isAfterDecline opens the card form although there are saved cards
 */
export function CardPaymentPanel({
  order,
  billing,
  savedCards,
  isAfterDecline = false,
  backToCart,
}: {
  order: OrderWithLines;
  billing: BillingDetails;
  savedCards: SavedCards | null;
  isAfterDecline?: boolean;
  backToCart: BackToCart;
}) {
  const navigate = useNavigate();
  const openSuccess = useSuccessPage(order.id);

  return (
    <PanelSection title={t("Card payment")} size="h2">
      <p>
        {billing.name}, {billing.line1}, {billing.city}, {billing.state} {billing.postalCode}, {billing.country}.{" "}
        <Link to={`/shippingInformation/${order.id}`}>{t("Change details")}</Link>
      </p>
      <CardPaymentProvider>
        <PaymentForm
          orderId={order.id}
          totalCents={order.totalCents}
          holdAboutCents={isHoldPossible(order) ? expectedTotalCents(order) : null}
          // Stripe must know before the intent exists whether it is captured later, which the server decides when it
          // creates the intent. Orders sold by weight therefore get no express checkout.
          hasWallets={order.lines.every(({ weight }) => !weight)}
          billing={billing}
          savedCards={savedCards}
          startsWithOtherCard={isAfterDecline}
          returnPath={`/success/${order.id}`}
          request={(data, savesCard) => requestPayment(data, order.id, savesCard)}
          onPaid={openSuccess}
          backToCart={backToCart}
          onFailed={(message) => navigate(`/error?order=${order.id}`, { state: { message } })}
        />
      </CardPaymentProvider>
      <TestCardsHint />
      {/* The page after a payment opens even if the connection was lost meanwhile. */}
      <PrefetchPageLinks page={`/success/${order.id}`} />
    </PanelSection>
  );
}

/**
 * Returns a function that opens an order's success page unless it is open: the bank's response and a read of the order
 * both report the payment, in any order.
 */
export function useSuccessPage(orderId: string): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    const path = `/success/${orderId}`;
    if (!window.location.pathname.endsWith(path)) await navigate(path, { replace: true });
  }, [navigate, orderId]);
}
