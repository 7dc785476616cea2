import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import type { CommandResult } from "#app/platform/command-result.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import styles from "./message-list.module.css";

/** `dead`: all attempts failed. `dropped`: the store decided not to send it. */
export type MessageStatus = "waiting" | "sent" | "dead" | "dropped";

/** Email or text message about an order. */
export interface OrderMessage {
  id: string;
  orderId: string;
  orderNumber: number;
  recipient: string;
  status: MessageStatus;
  lastError: string | null;
  /** ISO 8601 */
  writtenAt: string;
  sentAt: string | null;
}

const stateLabels = (): Record<MessageStatus, string> => ({
  waiting: t("Waiting"),
  sent: t("Sent"),
  dead: t("Not sent"),
  dropped: t("Skipped"),
});

/** Messages about orders with their status. Those that failed can be sent again. */
export function MessageList<Message extends OrderMessage>({
  messages,
  subjectOf,
  namesOrders = false,
  retry,
  queuedText,
  onChanged,
}: {
  messages: readonly Message[];
  subjectOf: (message: Message) => string;
  /** Whether each message names its order, in a list for several orders. */
  namesOrders?: boolean;
  retry: (message: Message) => Promise<CommandResult>;
  queuedText: string;
  onChanged: () => Promise<void>;
}) {
  return (
    <Stack as="ul" gap={3}>
      {messages.map((message) => (
        <li key={message.id} className={styles.message}>
          <div>
            <p className={styles.subject}>
              {subjectOf(message)}
              {namesOrders ? (
                <>
                  {" · "}
                  <Link to={`/desk/orders/${message.orderId}`}>
                    {t("Order {number}", { number: message.orderNumber })}
                  </Link>
                </>
              ) : null}
            </p>
            <p className={styles.facts}>
              {message.recipient} · <DateTime at={message.sentAt ?? message.writtenAt} />
              {message.status !== "sent" && message.lastError ? ` · ${message.lastError}` : null}
            </p>
          </div>
          <div className={styles.state}>
            <span data-status={message.status}>{stateLabels()[message.status]}</span>
            {message.status === "dead" ? (
              <SendAgain
                name={t("{subject}, to {recipient}", { subject: subjectOf(message), recipient: message.recipient })}
                retry={() => retry(message)}
                queuedText={queuedText}
                onChanged={onChanged}
              />
            ) : null}
          </div>
        </li>
      ))}
    </Stack>
  );
}

function SendAgain({
  name,
  retry,
  queuedText,
  onChanged,
}: {
  name: string;
  retry: () => Promise<CommandResult>;
  queuedText: string;
  onChanged: () => Promise<void>;
}) {
  const { isBusy, run } = useAttempt();

  function handleClick() {
    return run(async () => {
      const result = await retry();
      if (result.kind === "done") showToast({ kind: "success", text: queuedText });
      else showToast({ kind: "error", text: result.message });
      await onChanged();
      return null;
    });
  }

  return (
    <Button size="small" variation="secondary" disabled={isBusy} onClick={handleClick}>
      {partlyHidden(t("Send again<hidden>: {name}</hidden>", { name }))}
    </Button>
  );
}
