import type { BrowserData } from "#app/platform/browser-data.ts";

/** Resolves an order's alerts of one kind. */
export async function resolveAlertsOf(
  data: BrowserData,
  kind: "mail_dead" | "text_dead",
  orderId: string,
): Promise<void> {
  const { data: alerts } = await data.rest
    .from("shop_alerts")
    .select("id")
    .eq("kind", kind)
    .eq("order_id", orderId)
    .is("resolved_at", null);
  for (const alert of alerts ?? []) await data.rest.rpc("resolve_alert", { alert_id: alert.id });
}
