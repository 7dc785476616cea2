import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import type { OrderMessage } from "./message-list.tsx";
import { resolveAlertsOf } from "./resolve-alerts.ts";

/** Email about an order. Its row exists from the time of the event. */
export interface OrderMail extends OrderMessage {
  kind: string;
}

const COLUMNS = "id, order_id, orders(order_number), kind, recipient, status, last_error, created_at, sent_at";

type MailRow = SelectedRow<"outgoing_mails", typeof COLUMNS>;

/** Returns the emails of one order, oldest first; for admins. */
export function listOrderMails(data: BrowserData, orderId: string): Promise<OrderMail[]> {
  return readMails(["order-mails", orderId], async () =>
    rowsOf(
      await data.rest.from("outgoing_mails").select(COLUMNS).eq("order_id", orderId).order("created_at").order("kind"),
    ),
  );
}

/** Returns the failed emails of all orders; for admins. */
export function listDeadMails(data: BrowserData): Promise<OrderMail[]> {
  return readMails(["dead-mails"], async () =>
    rowsOf(await data.rest.from("outgoing_mails").select(COLUMNS).eq("status", "dead").order("created_at")),
  );
}

/** Sends a failed email again; the server resolves its alert. */
export async function retryMail(data: BrowserData, mail: Pick<OrderMail, "id" | "orderId">): Promise<CommandResult> {
  const result = commandResult(await data.rest.rpc("retry_mail", { mail_id: mail.id }));
  if (result.kind === "done") await resolveAlertsOf(data, "mail_dead", mail.orderId);
  return result;
}

const subjects = (): Record<string, string> => ({
  order_paid: t("Order received and paid"),
  order_ready: t("Ready for pickup"),
  order_out_for_delivery: t("Out for delivery"),
  order_completed: t("Order completed"),
  order_cancelled: t("Order canceled"),
  order_refunded: t("Refund", {}, "email"),
  refund_failed: t("Refund failed"),
  payment_failed: t("Payment failed"),
  window_lost: t("Time no longer available"),
  shop_order_paid: t("Store copy: order paid"),
  shop_order_cancelled: t("Store copy: order canceled"),
  pay_in_store: t("Order received, not paid"),
  shop_pay_in_store: t("Store copy: order to be paid in the store"),
});

/** Returns the subject of an email in a few words. */
export function mailSubject(kind: string): string {
  return subjects()[kind] ?? kind;
}

async function readMails(key: string[], read: () => Promise<MailRow[] | null>): Promise<OrderMail[]> {
  const rows = (await readWithRetries(key, read)) ?? [];
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    orderNumber: row.orders.order_number,
    kind: row.kind,
    recipient: row.recipient,
    status: row.status,
    lastError: row.last_error,
    writtenAt: row.created_at,
    sentAt: row.sent_at,
  }));
}
