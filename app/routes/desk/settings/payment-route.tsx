import { listSnapRules } from "#app/features/payments/snap-rule-queries.ts";
import { SnapRules } from "#app/features/payments/snap-rules.tsx";
import { SettingsPage } from "#app/features/settings/settings-page.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { Route } from "./+types/payment-route";

export async function clientLoader() {
  const data = getBrowserData();
  const [settings, rules] = await Promise.all([getStoreSettings(data), listSnapRules(data)]);
  return { settings, rules };
}

export default function PaymentSettingsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage part="payment" settings={loaderData.settings} isOwner>
      <SnapRules saved={loaderData.rules} />
    </SettingsPage>
  );
}
