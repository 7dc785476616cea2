import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { listMails, listTexts } from "./order-messages.ts";

/** Alert that the owner must deal with. */
export type ShopAlert = Awaited<ReturnType<typeof listAlerts>>[number];

/** Alerts, failed emails, and failed texts. */
export type ShopTroubles = Awaited<ReturnType<typeof listShopTroubles>>;

/** Returns open alerts, failed emails, and failed texts, for admins. */
export async function listShopTroubles(data: BrowserData) {
  const [alerts, deadMails, deadTexts] = await Promise.all([
    listAlerts(data),
    listMails(data, null),
    listTexts(data, null),
  ]);
  // Failed messages are listed with their own button, so leave out their alerts.
  const isListed = ({ kind, order }: ShopAlert) =>
    (kind === "mail_dead" && deadMails.some((mail) => mail.orderId === order?.id)) ||
    (kind === "text_dead" && deadTexts.some((text) => text.orderId === order?.id));
  return { alerts: alerts.filter((alert) => !isListed(alert)), deadMails, deadTexts };
}

async function listAlerts(data: BrowserData) {
  const rows = await readRows(["shop-alerts"], () =>
    data.rest
      .from("shop_alerts")
      .select(
        `id, kind, orders(id, order_number), refunds(id, amount_cents), message, facts, created_at,
          payments(payment_intent_id, amount_cents, refunded_cents)`,
      )
      .is("resolved_at", null)
      .order("id", { ascending: false }),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    /** Order of the alert; null for an alert without an order. */
    order: row.orders ? { id: row.orders.id, number: row.orders.order_number } : null,
    /** In English, as stored. */
    message: row.message,
    /** Values in the message; null if it is shown as stored. */
    facts: row.facts === null ? null : fieldsOf(row.facts),
    /** Failed refund; null for every other alert. */
    refund: row.refunds ? { id: row.refunds.id, amountCents: row.refunds.amount_cents } : null,
    /** Payment without an order, and the part of it that is not refunded; null for every other alert. */
    unmatchedPayment: row.payments
      ? { intentId: row.payments.payment_intent_id, leftCents: row.payments.amount_cents - row.payments.refunded_cents }
      : null,
    /** ISO 8601 */
    raisedAt: row.created_at,
  }));
}
