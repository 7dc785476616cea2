import { redirect, useNavigate } from "react-router";
import { requireLogin } from "#app/features/account/require-login.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { CardPaymentPanel } from "#app/features/checkout/card-payment-panel.tsx";
import { CheckoutFrame } from "#app/features/checkout/checkout-frame.tsx";
import { readCheckoutOrder } from "#app/features/checkout/checkout-queries.ts";
import { PayInStoreChoice } from "#app/features/checkout/pay-in-store-choice.tsx";
import { useBackToCart } from "#app/features/checkout/use-back-to-cart.ts";
import { readPayInStoreOffer } from "#app/features/payments/choose-pay-in-store.ts";
import { readOfferedCards } from "#app/features/payments/saved-cards.ts";
import { SnapNote } from "#app/features/payments/snap-note.tsx";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/checkout-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Checkout"),
  loading: () => t("Loading order details..."),
  width: "payment",
});

export function clientLoader({ params: { orderId } }: Route.ClientLoaderArgs) {
  return loadPage(["checkout", orderId], () => readCheckout(orderId));
}

async function readCheckout(orderId: string) {
  const found = await readCheckoutOrder(orderId, `/checkout/${orderId}`);
  if (!found.order) return { ...found, billing: null, offer: null, savedCards: null };
  // The payment form must not open for an order that is already paid.
  if (found.order.status !== "pending") throw redirect(`/success/${found.order.id}`);
  const [billing, offer, savedCards] = await Promise.all([
    findBilling(getBrowserData(), found.order.id),
    // If this read fails, the card form is still available.
    readPayInStoreOffer(getBrowserData(), found.order.id).catch(() => null),
    readOfferedCards(getBrowserData()),
  ]);
  if (!billing) throw redirect(`/shippingInformation/${found.order.id}`);
  return { ...found, billing, offer, savedCards };
}

export default function CheckoutRoute({ params, loaderData }: Route.ComponentProps) {
  const { order, problem, billing, offer, savedCards } = usePageQuery(loaderData);
  const navigate = useNavigate();
  const backToCart = useBackToCart(params.orderId);
  if (!order || !billing) {
    return (
      <Page width="payment">
        <h1>{t("Checkout")}</h1>
        <TestPaymentsNote />
        <FormMessage>{t("Error: {problem}", { problem })}</FormMessage>
      </Page>
    );
  }
  return (
    <Page width="payment">
      <ButtonLink to={`/shippingInformation/${order.id}`} variation="secondary" size="small" isNarrow>
        <Icon name="arrowLeft" />
        {t("Back")}
      </ButtonLink>
      <h1>{t("Checkout")}</h1>
      <TestPaymentsNote />
      <CheckoutFrame step="payment" order={order}>
        <SnapNote />
        <CardPaymentPanel order={order} billing={billing} savedCards={savedCards} backToCart={backToCart} />
        {offer ? (
          <PayInStoreChoice
            order={order}
            offer={offer}
            contact={null}
            onChosen={() => navigate(`/success/${order.id}`, { replace: true })}
          />
        ) : null}
      </CheckoutFrame>
    </Page>
  );
}
