import { use, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { Dialog } from "#app/ui/dialog.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { moneyText } from "#app/values/money.ts";
import { alertText } from "./alert-text.ts";
import styles from "./alerts-panel.module.css";
import { MessageList } from "./message-list.tsx";
import type { ShopAlert, ShopTroubles } from "./shop-alerts.ts";

export const DASHBOARD_TITLE_ID = "dashboard-title";

/** Panel of alerts for the owner; hidden without any. */
export function AlertsPanel({
  troubles: { alerts, deadMails, deadTexts },
  onChanged,
}: {
  troubles: ShopTroubles;
  onChanged: () => Promise<void>;
}) {
  if (alerts.length + deadMails.length + deadTexts.length === 0) return null;
  return (
    <section aria-labelledby="alerts-title">
      <Panel>
        <h3 id="alerts-title" className={styles.title}>
          <Icon name="warning" /> {t("Alerts")}
        </h3>
        {alerts.length > 0 ? (
          <Stack as="ul" gap={3}>
            {alerts.map((alert) => (
              <AlertLine key={alert.id} alert={alert} onChanged={onChanged} />
            ))}
          </Stack>
        ) : null}
        {deadMails.length > 0 ? (
          <>
            <h4 className={denseStyles.leadStrong}>{t("Emails that could not be sent")}</h4>
            <MessageList messages={deadMails} namesOrders onChanged={onChanged} />
          </>
        ) : null}
        {deadTexts.length > 0 ? (
          <>
            <h4 className={denseStyles.leadStrong}>{t("Texts that could not be sent")}</h4>
            <MessageList messages={deadTexts} namesOrders onChanged={onChanged} />
          </>
        ) : null}
      </Panel>
    </section>
  );
}

function AlertLine({ alert, onChanged }: { alert: ShopAlert; onChanged: () => Promise<void> }) {
  const { isBusy, run } = useAttempt();
  const [isConfirmingCash, setConfirmingCash] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  const { refund, unmatchedPayment } = alert;
  const text = alertText(alert, use(ShopTimeZone));

  async function handle(command: () => Promise<unknown>, doneText?: string) {
    const dialog = line.current?.closest("dialog");
    await run(async () => {
      await withErrorToast(async () => {
        await command();
        if (doneText) showToast({ kind: "success", text: doneText });
      });
      flushSync(() => setConfirmingCash(false));
      await onChanged();
    });
    // The pressed button disappears with its alert, so move the keyboard focus to the dialog, or to the orders.
    focusIfLost(dialog?.querySelector("button") ?? document.getElementById(DASHBOARD_TITLE_ID));
  }

  return (
    <li ref={line} className={styles.alert}>
      <div>
        <p>{text}</p>
        <p className={textStyles.meta}>
          {alert.order ? (
            <>
              <Link to={`/desk/orders/${alert.order.id}`}>{t("Order {number}", { number: alert.order.number })}</Link>
              {" · "}
            </>
          ) : null}
          <DateTime at={alert.raisedAt} />
        </p>
      </div>
      <Row gap={2}>
        {refund ? (
          <>
            <Button
              size="small"
              disabled={isBusy}
              onClick={() =>
                handle(
                  () => runCommand("retry_refund", { refund_id: refund.id }),
                  t("{amount} is being refunded to the card again.", { amount: moneyText(refund.amountCents) }),
                )
              }
            >
              {partlyHidden(t("Try again<hidden>: {alert}</hidden>", { alert: text }))}
            </Button>
            <SmallButton disabled={isBusy} onClick={() => setConfirmingCash(true)}>
              {partlyHidden(t("Refund in cash<hidden>: {alert}</hidden>", { alert: text }))}
            </SmallButton>
          </>
        ) : null}
        {unmatchedPayment && unmatchedPayment.leftCents > 0 ? (
          <Button
            size="small"
            disabled={isBusy}
            onClick={() =>
              handle(
                () => runCommand("refund_unmatched_payment", { payment_intent_id: unmatchedPayment.intentId }),
                t("{amount} is being refunded to the card.", { amount: moneyText(unmatchedPayment.leftCents) }),
              )
            }
          >
            {partlyHidden(
              t("Refund {amount} to card<hidden>: {alert}</hidden>", {
                amount: moneyText(unmatchedPayment.leftCents),
                alert: text,
              }),
            )}
          </Button>
        ) : null}
        <SmallButton
          disabled={isBusy}
          onClick={() => handle(() => runCommand("resolve_alert", { alert_id: alert.id }))}
        >
          {partlyHidden(t("Done<hidden>: {alert}</hidden>", { alert: text }))}
        </SmallButton>
      </Row>
      {refund && isConfirmingCash ? (
        <Dialog
          title={t("Refund {amount} in cash?", { amount: moneyText(refund.amountCents) })}
          onClose={() => (isBusy ? undefined : setConfirmingCash(false))}
        >
          <p>
            {alert.order
              ? t(
                  "Order {number}: the refund will be recorded as paid in cash. The card gets nothing. You can't undo this.",
                  { number: alert.order.number },
                )
              : t("The refund will be recorded as paid in cash. The card gets nothing. You can't undo this.")}
          </p>
          <Row gap={2}>
            <Button
              disabled={isBusy}
              onClick={() =>
                handle(
                  () => runCommand("give_refund_in_cash", { refund_id: refund.id }),
                  t("{amount} recorded as refunded in cash.", { amount: moneyText(refund.amountCents) }),
                )
              }
            >
              {t("Refund {amount} in cash", { amount: moneyText(refund.amountCents) })}
            </Button>
            <Button variation="secondary" disabled={isBusy} onClick={() => setConfirmingCash(false)}>
              {t("Keep alert")}
            </Button>
          </Row>
        </Dialog>
      ) : null}
    </li>
  );
}
