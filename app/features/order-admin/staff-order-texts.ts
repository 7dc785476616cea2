import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { phoneText } from "#app/values/contact.ts";
import type { MessageStatus, OrderMessage } from "./message-list.tsx";
import { resolveAlertsOf } from "./resolve-alerts.ts";

/** Text message about an order. Its row exists from the time of the event. */
export interface StaffOrderText extends OrderMessage {
  kind: string;
}

const COLUMNS =
  "id, order_id, orders(order_number), kind, text_consents(channel, phone), status, last_error, created_at, sent_at";

type TextRow = SelectedRow<"outgoing_texts", typeof COLUMNS>;

/** Returns the texts of an order, oldest first, for managers. */
export function listOrderTexts(data: BrowserData, orderId: string): Promise<StaffOrderText[]> {
  return readTexts(["staff-order-texts", orderId], async () =>
    rowsOf(
      await data.rest.from("outgoing_texts").select(COLUMNS).eq("order_id", orderId).order("created_at").order("kind"),
    ),
  );
}

/** Returns the failed texts of all orders, for managers. */
export function listDeadTexts(data: BrowserData): Promise<StaffOrderText[]> {
  return readTexts(["dead-texts"], async () =>
    rowsOf(await data.rest.from("outgoing_texts").select(COLUMNS).eq("status", "dead").order("created_at")),
  );
}

/** Queues a failed text again and resolves its alert. */
export async function retryText(
  data: BrowserData,
  text: Pick<StaffOrderText, "id" | "orderId">,
): Promise<CommandResult> {
  const result = commandResult(await data.rest.rpc("retry_text", { text_id: text.id }));
  if (result.kind === "done") await resolveAlertsOf(data, "text_dead", text.orderId);
  return result;
}

const subjects = (): Record<string, string> => ({
  received: t("Order received"),
  ready: t("Ready for pickup"),
  on_its_way: t("Out for delivery"),
  delay: t("Time no longer available"),
  pay_link: t("Link to pay"),
  refund: t("Refund", {}, "email"),
  substitution: t("Question about a replacement"),
});

/** Returns what a text is about in a few words. */
export function textSubject(kind: string): string {
  return subjects()[kind] ?? kind;
}

async function readTexts(key: string[], read: () => Promise<TextRow[] | null>): Promise<StaffOrderText[]> {
  const rows = (await readWithRetries(key, read)) ?? [];
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    orderNumber: row.orders.order_number,
    kind: row.kind,
    recipient: recipientText(row.text_consents),
    status: row.status as MessageStatus,
    lastError: row.last_error,
    writtenAt: row.created_at,
    sentAt: row.sent_at,
  }));
}

/** Returns text such as "WhatsApp (281) 555-0123". */
function recipientText({ channel, phone }: { channel: string; phone: string }): string {
  return `${channel === "whatsapp" ? "WhatsApp" : "SMS"} ${phoneText(phone)}`;
}
