import { redirect } from "react-router";
import { requireLogin } from "#app/features/account/require-login.ts";
import { readCheckoutOrder } from "#app/features/checkout/checkout-queries.ts";
import { PaymentOutcome } from "#app/features/checkout/payment-outcome.tsx";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/success-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Your order"),
  loading: () => t("Loading order details..."),
  width: "text",
});

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const found = await readCheckoutOrder(params.orderId, `/success/${params.orderId}`);
  // No payment was attempted, so there is nothing to wait for.
  if (found.order?.status === "pending" && !found.order.hasPaymentIntent && !found.order.payInStore) {
    throw redirect(`/checkout/${found.order.id}`);
  }
  return found;
}

export default function SuccessRoute({ loaderData }: Route.ComponentProps) {
  const { order, problem } = loaderData;
  return (
    <Page width="text">
      {order ? (
        <PaymentOutcome key={order.id} order={order} />
      ) : (
        <>
          <h1>{t("Your order")}</h1>
          <FormMessage>{t("Error: {problem}", { problem })}</FormMessage>
        </>
      )}
      <TestPaymentsNote />
    </Page>
  );
}
