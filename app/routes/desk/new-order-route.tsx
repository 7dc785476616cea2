import { useRevalidator, useSearchParams } from "react-router";
import { findVisitor } from "#app/features/account/visitor.ts";
import { CounterPage } from "#app/features/point-of-sale/counter-page.tsx";
import { readCounter } from "#app/features/point-of-sale/read-counter.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/new-order-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "New order",
    description: "An order for somebody at the counter or on the telephone.",
    path: null,
  });
}

export async function clientLoader() {
  const data = getBrowserData();
  const [counter, visitor] = await Promise.all([readCounter(data), findVisitor(data)]);
  return { counter, role: visitor?.role ?? ("manager" as const) };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>New order</h1>
      <Spinner />
    </Page>
  );
}

export default function NewOrderRoute({ loaderData: { counter, role } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  return (
    <Page>
      <CounterPage
        counter={counter}
        visitor={{ role }}
        orderId={search.get("order")}
        onChanged={revalidate}
      />
    </Page>
  );
}
