import { Link } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import styles from "./alerts-panel.module.css";
import { MailList } from "./mail-list.tsx";
import { resolveAlert, type ShopAlert, type ShopTroubles } from "./shop-alerts.ts";

export const DASHBOARD_TITLE_ID = "dashboard-title";

/** What the shopkeeper must look at; nothing when all is well. */
export function AlertsPanel({
  troubles: { alerts, deadMails },
  onChanged,
}: {
  troubles: ShopTroubles;
  onChanged: () => Promise<void>;
}) {
  if (alerts.length + deadMails.length === 0) return null;
  return (
    <section aria-labelledby="alerts-title">
      <Panel>
        <h3 id="alerts-title" className={styles.title}>
          <Icon name="warning" /> Alerts
        </h3>
        {alerts.length > 0 ? (
          <ul className={styles.alerts}>
            {alerts.map((alert) => (
              <AlertLine key={alert.id} alert={alert} onChanged={onChanged} />
            ))}
          </ul>
        ) : null}
        {deadMails.length > 0 ? (
          <>
            <h4 className={styles.subtitle}>E-mails that could not be sent</h4>
            <MailList mails={deadMails} namesOrders onChanged={onChanged} />
          </>
        ) : null}
      </Panel>
    </section>
  );
}

function AlertLine({ alert, onChanged }: { alert: ShopAlert; onChanged: () => Promise<void> }) {
  const { isBusy, run } = useAttempt();

  async function handleDone() {
    await run(async () => {
      const result = await resolveAlert(getBrowserData(), alert.id);
      if (result.kind === "refused") showToast({ kind: "error", text: result.message });
      await onChanged();
      return null;
    });
    // The line is gone with its button: whoever works by keyboard goes on above the orders.
    if (document.activeElement === document.body) document.getElementById(DASHBOARD_TITLE_ID)?.focus();
  }

  return (
    <li className={styles.alert}>
      <div>
        <p>{alert.message}</p>
        <p className={styles.facts}>
          {alert.order ? (
            <>
              <Link to={`/orders/${alert.order.id}`}>Order {alert.order.number}</Link>
              {" · "}
            </>
          ) : null}
          <DateTime at={alert.raisedAt} />
        </p>
      </div>
      <Button size="small" variation="secondary" disabled={isBusy} onClick={handleDone}>
        Done
        <HiddenText>: {alert.message}</HiddenText>
      </Button>
    </li>
  );
}
