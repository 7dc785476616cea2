import { data } from "react-router";
import { requireLogin } from "#app/features/account/require-login.ts";
import type { BillingDetails } from "#app/features/checkout/billing.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { pageMeta } from "#app/features/delivery/page-meta.ts";
import { listOrderSteps } from "#app/features/orders/order-history.ts";
import { OrderPage } from "#app/features/orders/order-page.tsx";
import { findOrder } from "#app/features/orders/read-orders.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/order-route";
import styles from "./order-route.module.css";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Your order",
    description: "What you ordered, and where it stands.",
    path: `/orders/${params.orderId}`,
    isPrivate: true,
  });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const door = getBrowserData();
  const order = await findOrder(door, params.orderId);
  if (!order) throw data("Order not found", { status: 404 });
  const [steps, billing] = await Promise.all([listOrderSteps(door, order.id), findBilling(door, order.id)]);
  return { order, steps, billing };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Your order</h1>
      <Spinner label="Loading order details..." />
    </Page>
  );
}

export default function OrderRoute({ loaderData: { order, steps, billing } }: Route.ComponentProps) {
  return (
    <Page>
      <OrderPage order={order} steps={steps}>
        {billing ? <BillingPanel billing={billing} /> : null}
      </OrderPage>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} missingTitle="Order not found" />;
}

function BillingPanel({ billing }: { billing: BillingDetails }) {
  return (
    <Panel>
      <h2 className={styles.heading}>Billing details</h2>
      <address className={styles.address}>
        {billing.name}
        <br />
        {billing.line1}
        <br />
        {billing.city}, {billing.state} {billing.postalCode}, {billing.country}
        <br />
        {billing.email}
        <br />
        {billing.phone}
      </address>
    </Panel>
  );
}
