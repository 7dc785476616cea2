import { DeliveryPage } from "#app/features/back-office/delivery-page.tsx";
import { requireAdmin } from "#app/features/back-office/require-admin.ts";
import { listZones } from "#app/features/back-office/zone-record.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/delivery-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAdmin];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Delivery",
    description: "Where the shop delivers, when, and for how much.",
    path: null,
  });
}

export async function clientLoader() {
  return { zones: await listZones(getBrowserData()) };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Delivery</h1>
      <Spinner />
    </Page>
  );
}

export default function DeliveryRoute({ loaderData: { zones } }: Route.ComponentProps) {
  return (
    <Page>
      <DeliveryPage zones={zones} />
    </Page>
  );
}
