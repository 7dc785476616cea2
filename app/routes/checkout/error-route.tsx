import type { MouseEvent } from "react";
import { redirect, useLocation, useNavigate } from "react-router";
import { readCheckoutOrder } from "#app/features/checkout/read-checkout.ts";
import { refillCart } from "#app/features/checkout/refill-cart.ts";
import { isPaidFor } from "#app/features/orders/order-status.ts";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/error-route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Payment Failed",
    description: "Your payment did not go through.",
    path: null,
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const orderId = new URL(request.url).searchParams.get("order");
  const { data } = await getBrowserData().auth.getSession();
  const found = orderId && data.session ? await readCheckoutOrder(orderId, `/error?order=${orderId}`) : null;
  // The payment went through after all, perhaps in another tab.
  if (found?.order && isPaidFor(found.order.status)) throw redirect(`/success/${found.order.id}`);
  return { order: found?.order ?? null, config: readPublicConfig() };
}

export function HydrateFallback() {
  return (
    <Page width="text">
      <h1>Payment Failed</h1>
      <Spinner label="Loading order details..." />
    </Page>
  );
}

export default function ErrorRoute({ loaderData }: Route.ComponentProps) {
  const { order, config } = loaderData;
  const navigate = useNavigate();
  const pending = order?.status === "pending" ? order : null;
  const message = useFailureMessage() ?? pending?.failureMessage ?? null;

  function handleBackToCart(event: MouseEvent) {
    if (!pending) return;
    event.preventDefault();
    refillCart(pending);
    void navigate("/cart");
  }

  return (
    <Page width="text">
      <h1>Payment Failed</h1>
      <TestPaymentsNote config={config} />
      <Panel>
        {message ? <FormMessage>Payment failed: {message}</FormMessage> : null}
        <p>
          {pending
            ? "No money was taken. Your order is kept: try again with this card or another one, or go back to your cart."
            : "Your payment did not go through. Your cart is where you left it."}
        </p>
        {pending ? (
          <ButtonLink to={`/checkout/${pending.id}`} size="large" isWide>
            Try again
          </ButtonLink>
        ) : null}
        <ButtonLink to="/cart" variation="secondary" isWide onClick={handleBackToCart}>
          Back to cart
        </ButtonLink>
      </Panel>
    </Page>
  );
}

/** What the payment form has just heard; the order learns it a moment later from the provider. */
function useFailureMessage(): string | null {
  const state: unknown = useLocation().state;
  const message = (state as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : null;
}
