import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { MessageList } from "./message-list.tsx";
import { retryText, type StaffOrderText, textSubject } from "./staff-order-texts.ts";

/** List of texts about orders, by SMS and WhatsApp. */
export function TextList({
  texts,
  namesOrders = false,
  onChanged,
}: {
  texts: readonly StaffOrderText[];
  namesOrders?: boolean;
  onChanged: () => Promise<void>;
}) {
  return (
    <MessageList
      messages={texts}
      subjectOf={({ kind }) => textSubject(kind)}
      namesOrders={namesOrders}
      retry={(text) => retryText(getBrowserData(), text)}
      queuedText={t("Text queued again.")}
      onChanged={onChanged}
    />
  );
}
