import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import styles from "./message-list.module.css";
import { type MessageStatus, messageSubject, type OrderMessage, retryMessage } from "./order-messages.ts";
import { storedReason } from "./stored-reason.ts";

const stateLabels = (): Record<MessageStatus, string> => ({
  waiting: t("Waiting"),
  sent: t("Sent"),
  dead: t("Not sent"),
  dropped: t("Skipped"),
});

/** Messages about orders with their status. Those that failed can be sent again. */
export function MessageList({
  messages,
  namesOrders = false,
  onChanged,
}: {
  messages: readonly OrderMessage[];
  /** Whether each message names its order, in a list for several orders. */
  namesOrders?: boolean;
  onChanged: () => Promise<void>;
}) {
  return (
    <Stack as="ul" gap={3}>
      {messages.map((message) => (
        <li key={message.id} className={styles.message}>
          <div>
            <p className={textStyles.label}>
              {messageSubject(message)}
              {namesOrders ? (
                <>
                  {" · "}
                  <Link to={`/desk/orders/${message.orderId}`}>
                    {t("Order {number}", { number: message.orderNumber })}
                  </Link>
                </>
              ) : null}
            </p>
            <p className={denseStyles.metaWrapped}>
              {message.recipient} · <DateTime at={message.sentAt ?? message.writtenAt} />
              {message.status !== "sent" && message.lastError ? ` · ${storedReason(message.lastError)}` : null}
            </p>
          </div>
          <div className={styles.state}>
            <span data-status={message.status}>{stateLabels()[message.status]}</span>
            {message.status === "dead" ? <SendAgain message={message} onChanged={onChanged} /> : null}
          </div>
        </li>
      ))}
    </Stack>
  );
}

function SendAgain({ message, onChanged }: { message: OrderMessage; onChanged: () => Promise<void> }) {
  const { isBusy, run } = useAttempt();

  function handleClick() {
    return run(async () => {
      await withErrorToast(async () => {
        await retryMessage(getBrowserData(), message);
        const text = message.medium === "mail" ? t("Email queued again.") : t("Text queued again.");
        showToast({ kind: "success", text });
      });
      await onChanged();
    });
  }

  return (
    <SmallButton disabled={isBusy} onClick={handleClick}>
      {partlyHidden(
        t("Send again<hidden>: {name}</hidden>", {
          name: t("{subject}, to {recipient}", { subject: messageSubject(message), recipient: message.recipient }),
        }),
      )}
    </SmallButton>
  );
}
