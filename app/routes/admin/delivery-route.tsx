import { findVisitor } from "#app/features/account/visitor.ts";
import { DeliveryPage } from "#app/features/back-office/delivery-page.tsx";
import { requireManager } from "#app/features/back-office/require-role.ts";
import { listWindowRules } from "#app/features/back-office/window-rule.ts";
import { listZones } from "#app/features/back-office/zone-record.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/delivery-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Delivery",
    description: "Where the shop delivers, when, and for how much.",
    path: null,
  });
}

export async function clientLoader() {
  const data = getBrowserData();
  const [visitor, rules] = await Promise.all([findVisitor(data), listWindowRules(data)]);
  // Zones have fees, which are the owner's.
  return { zones: visitor?.role === "owner" ? await listZones(data) : null, rules };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Delivery</h1>
      <Spinner />
    </Page>
  );
}

export default function DeliveryRoute({ loaderData: { zones, rules } }: Route.ComponentProps) {
  return (
    <Page>
      <DeliveryPage zones={zones} rules={rules} />
    </Page>
  );
}
