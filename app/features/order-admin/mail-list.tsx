import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { MessageList } from "./message-list.tsx";
import { mailSubject, type OrderMail, retryMail } from "./order-mails.ts";

/** List of emails about orders. */
export function MailList({
  mails,
  namesOrders = false,
  onChanged,
}: {
  mails: readonly OrderMail[];
  namesOrders?: boolean;
  onChanged: () => Promise<void>;
}) {
  return (
    <MessageList
      messages={mails}
      subjectOf={({ kind }) => mailSubject(kind)}
      namesOrders={namesOrders}
      retry={(mail) => retryMail(getBrowserData(), mail)}
      queuedText={t("Email queued again.")}
      onChanged={onChanged}
    />
  );
}
