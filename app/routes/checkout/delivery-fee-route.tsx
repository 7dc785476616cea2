import { redirect } from "react-router";
import { requireLogin } from "#app/features/account/require-login.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { readCheckoutOrder } from "#app/features/checkout/checkout-queries.ts";
import { FeePayment } from "#app/features/checkout/fee-payment.tsx";
import { feeDueCents } from "#app/features/orders/delivery-fee.ts";
import { readOfferedCards } from "#app/features/payments/saved-cards.ts";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/delivery-fee-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Delivery fee"),
  loading: () => t("Loading order details..."),
  width: "text",
});

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const found = await readCheckoutOrder(params.orderId, `/checkout/${params.orderId}/delivery-fee`);
  if (!found.order) return { ...found, billing: null, savedCards: null };
  // The fee was paid in another tab or changed. The order page shows the current state.
  if (feeDueCents(found.order.deliveryFee) === 0) throw redirect(`/orders/${found.order.id}`);
  const [billing, savedCards] = await Promise.all([
    findBilling(getBrowserData(), found.order.id),
    readOfferedCards(getBrowserData()),
  ]);
  return { ...found, billing, savedCards };
}

export default function DeliveryFeeRoute({ loaderData }: Route.ComponentProps) {
  const { order, problem, billing, savedCards } = loaderData;
  return (
    <Page width="text">
      <h1>{t("Delivery fee")}</h1>
      <TestPaymentsNote />
      {order ? (
        <FeePayment key={order.id} order={order} billing={billing} savedCards={savedCards} />
      ) : (
        <FormMessage>{t("Error: {problem}", { problem })}</FormMessage>
      )}
    </Page>
  );
}
