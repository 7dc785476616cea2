import { PayInStorePage } from "#app/features/payments/pay-in-store-page.tsx";
import { getPayInStoreSettings } from "#app/features/payments/pay-in-store-settings.ts";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/pay-in-store-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Payment in the store") });

export function clientLoader() {
  return loadPage(["pay-in-store-page"], async () => {
    const data = getBrowserData();
    const [settings, { hasPickupWindows }] = await Promise.all([getPayInStoreSettings(data), getStoreSettings(data)]);
    return { settings, hasPickupTimes: hasPickupWindows };
  });
}

export default function PayInStoreRoute({ loaderData }: Route.ComponentProps) {
  return <PayInStorePage {...usePageQuery(loaderData)} />;
}
