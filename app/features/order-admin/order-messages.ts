import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { phoneText } from "#app/values/contact.ts";

/** `dead`: all attempts failed. `dropped`: the store decided not to send it. */
export type MessageStatus = OrderMessage["status"];

/** Email or text message about an order. Its row exists from the time of the event. */
export type OrderMessage = ReturnType<typeof mailFromRow> | ReturnType<typeof textFromRow>;

const COLUMNS = "id, order_id, orders(order_number), kind, status, last_error, created_at, sent_at";
const MAIL_COLUMNS = `${COLUMNS}, recipient` as const;
const TEXT_COLUMNS = `${COLUMNS}, text_consents(channel, phone)` as const;

type MailRow = SelectedRow<"outgoing_mails", typeof MAIL_COLUMNS>;
type TextRow = SelectedRow<"outgoing_texts", typeof TEXT_COLUMNS>;

/** Returns the emails of an order, or without one, the failed emails of all orders, oldest first; for managers. */
export async function listMails(data: BrowserData, orderId: string | null): Promise<OrderMessage[]> {
  const rows = await readRows(["mails", orderId], () =>
    data.rest.from("outgoing_mails").select(MAIL_COLUMNS).match(filterOf(orderId)).order("created_at").order("kind"),
  );
  return rows.map(mailFromRow);
}

/** Returns the texts of an order, or without one, the failed texts of all orders, oldest first; for managers. */
export async function listTexts(data: BrowserData, orderId: string | null): Promise<OrderMessage[]> {
  const rows = await readRows(["texts", orderId], () =>
    data.rest.from("outgoing_texts").select(TEXT_COLUMNS).match(filterOf(orderId)).order("created_at").order("kind"),
  );
  return rows.map(textFromRow);
}

const filterOf = (orderId: string | null) => (orderId === null ? { status: "dead" } : { order_id: orderId });

/** Queues a failed message again and resolves its alert. */
export async function retryMessage(
  data: BrowserData,
  { medium, id, orderId }: Pick<OrderMessage, "medium" | "id" | "orderId">,
): Promise<void> {
  commandResult(
    medium === "mail"
      ? await data.rest.rpc("retry_mail", { mail_id: id })
      : await data.rest.rpc("retry_text", { text_id: id }),
  );
  await resolveAlertsOf(data, `${medium}_dead`, orderId);
}

async function resolveAlertsOf(data: BrowserData, kind: "mail_dead" | "text_dead", orderId: string): Promise<void> {
  const { data: alerts } = await data.rest
    .from("shop_alerts")
    .select("id")
    .eq("kind", kind)
    .eq("order_id", orderId)
    .is("resolved_at", null);
  for (const alert of alerts ?? []) await data.rest.rpc("resolve_alert", { alert_id: alert.id });
}

const subjects = (): Record<OrderMessage["kind"], string> => ({
  order_paid: t("Order received and paid"),
  order_ready: t("Ready for pickup"),
  order_out_for_delivery: t("Out for delivery"),
  order_completed: t("Order completed"),
  order_cancelled: t("Order canceled"),
  order_refunded: t("Refund", {}, "email"),
  refund_failed: t("Refund failed"),
  payment_failed: t("Payment failed"),
  delivery_fee: t("Delivery fee"),
  delivery_fee_paid: t("Delivery fee paid"),
  window_lost: t("Time no longer available"),
  shop_order_paid: t("Store copy: order paid"),
  shop_order_cancelled: t("Store copy: order canceled"),
  pay_in_store: t("Order received, not paid"),
  shop_pay_in_store: t("Store copy: order to be paid in the store"),
  received: t("Order received"),
  ready: t("Ready for pickup"),
  on_its_way: t("Out for delivery"),
  delay: t("Time no longer available"),
  pay_link: t("Link to pay"),
  refund: t("Refund", {}, "email"),
  substitution: t("Question about a replacement"),
});

/** Returns what a message is about in a few words. */
export function messageSubject({ kind }: Pick<OrderMessage, "kind">): string {
  return subjects()[kind];
}

function mailFromRow({ recipient, ...row }: MailRow) {
  return { medium: "mail" as const, recipient, ...sharedFields(row) };
}

function textFromRow({ text_consents: { channel, phone }, ...row }: TextRow) {
  const recipient = `${channel === "whatsapp" ? "WhatsApp" : "SMS"} ${phoneText(phone)}`;
  return { medium: "text" as const, recipient, ...sharedFields(row) };
}

function sharedFields({ orders, created_at, ...row }: Omit<MailRow | TextRow, "recipient" | "text_consents">) {
  return { ...camelCased(row), orderNumber: orders.order_number, writtenAt: created_at };
}
