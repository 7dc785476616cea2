import { Link } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import styles from "./mail-list.module.css";
import { type MailStatus, mailSubject, type OrderMail, retryMail } from "./order-mails.ts";

const STATES: Record<MailStatus, string> = { waiting: "Waiting", sent: "Sent", dead: "Not sent" };

/** Mails about orders with their state; one that was given up can be sent again. */
export function MailList({
  mails,
  namesOrders = false,
  onChanged,
}: {
  mails: readonly OrderMail[];
  /** Whether each email names its order, in a list for several orders. */
  namesOrders?: boolean;
  onChanged: () => Promise<void>;
}) {
  return (
    <ul className={styles.mails}>
      {mails.map((mail) => (
        <li key={mail.id} className={styles.mail}>
          <div>
            <p className={styles.subject}>
              {mailSubject(mail.kind)}
              {namesOrders ? (
                <>
                  {" · "}
                  <Link to={`/desk/orders/${mail.orderId}`}>Order {mail.orderNumber}</Link>
                </>
              ) : null}
            </p>
            <p className={styles.facts}>
              {mail.recipient} · <DateTime at={mail.sentAt ?? mail.writtenAt} />
              {mail.status !== "sent" && mail.lastError ? ` · ${mail.lastError}` : null}
            </p>
          </div>
          <div className={styles.state}>
            <span data-status={mail.status}>{STATES[mail.status]}</span>
            {mail.status === "dead" ? <SendAgain mail={mail} onChanged={onChanged} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function SendAgain({ mail, onChanged }: { mail: OrderMail; onChanged: () => Promise<void> }) {
  const { isBusy, run } = useAttempt();

  function handleClick() {
    return run(async () => {
      const result = await retryMail(getBrowserData(), mail);
      if (result.kind === "done") showToast({ kind: "success", text: "Email queued again." });
      else showToast({ kind: "error", text: result.message });
      await onChanged();
      return null;
    });
  }

  return (
    <Button size="small" variation="secondary" disabled={isBusy} onClick={handleClick}>
      Send again
      <HiddenText>
        : {mailSubject(mail.kind)}, to {mail.recipient}
      </HiddenText>
    </Button>
  );
}
