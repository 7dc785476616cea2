import { useEffect } from "react";
import { Link, redirect } from "react-router";
import { requireLogin } from "#app/features/account/require-login.ts";
import { SummaryWithDelivery } from "#app/features/checkout/checkout-frame.tsx";
import { readCheckoutOrder } from "#app/features/checkout/read-checkout.ts";
import { pageMeta } from "#app/features/delivery/page-meta.ts";
import { useStoreSettings } from "#app/features/delivery/store-settings-context.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { isPaidFor, orderStatusLabel } from "#app/features/orders/order-status.ts";
import { usePaidOrder } from "#app/features/orders/use-paid-order.ts";
import { isFirstSightOfPayment } from "#app/features/payments/first-sight.ts";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { Route } from "./+types/success-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Your order",
    description: "What became of your payment.",
    path: `/success/${params.orderId}`,
    isPrivate: true,
  });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const found = await readCheckoutOrder(params.orderId);
  // Nobody has tried to pay yet: there is nothing to wait for.
  if (found.order?.status === "pending" && !found.order.hasPaymentIntent) {
    throw redirect(`/checkout/${found.order.id}`);
  }
  return { ...found, config: readPublicConfig() };
}

export function HydrateFallback() {
  return (
    <Page width="text">
      <h1>Your order</h1>
      <Spinner label="Loading order details..." />
    </Page>
  );
}

export default function SuccessRoute({ loaderData }: Route.ComponentProps) {
  const { order, problem, config } = loaderData;
  return (
    <Page width="text">
      {order ? (
        <Outcome key={order.id} order={order} />
      ) : (
        <>
          <h1>Your order</h1>
          <FormMessage>Error: {problem}</FormMessage>
        </>
      )}
      <TestPaymentsNote config={config} />
    </Page>
  );
}

function Outcome({ order }: { order: OrderWithLines }) {
  const { status, isSlow } = usePaidOrder(order.id, order.status);
  const settings = useStoreSettings();
  const isPaid = isPaidFor(status);

  useEffect(() => {
    if (isPaid && isFirstSightOfPayment(order.id))
      showToast({ kind: "success", text: "Payment Successful!" });
  }, [isPaid, order.id]);

  return (
    <>
      {isPaid ? (
        <h1>Payment Successful</h1>
      ) : status === "pending" ? (
        <>
          <h1>Your order</h1>
          <Spinner label="Confirming your payment…" />
          {isSlow ? (
            <FormMessage kind="notice">
              This takes longer than usual. You can wait here, or come back to this page later. If your
              payment did not go through, <Link to={`/checkout/${order.id}`}>try again</Link>.
            </FormMessage>
          ) : null}
        </>
      ) : (
        <h1>Order {orderStatusLabel(status).toLowerCase()}</h1>
      )}
      <Panel>
        <p>
          Order <strong>{order.id}</strong>
        </p>
        <h2>Order summary</h2>
        <SummaryWithDelivery order={order} settings={settings} />
      </Panel>
      <div>
        <ButtonLink to="/auth" variation="secondary">
          My Orders
        </ButtonLink>{" "}
        <ButtonLink to="/home">Continue shopping</ButtonLink>
      </div>
    </>
  );
}
