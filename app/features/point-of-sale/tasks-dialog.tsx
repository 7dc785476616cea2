import { Link } from "react-router";
import { dueText } from "#app/features/payments/pay-in-store.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { focusNear } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { moneyText } from "#app/values/money.ts";
import type { Counter, OwedRefund } from "./pos-queries.ts";
import styles from "./till.module.css";

/** Lists of unpaid orders, and of refunds to be paid in the store. */
export function TasksDialog({ counter: { unpaid, owed }, onClose }: { counter: Counter; onClose: () => void }) {
  return (
    <Dialog title={t("Refunds and unpaid orders")} onClose={onClose}>
      {owed.length > 0 ? (
        <Stack as="section" gap={2} aria-labelledby="owed-title">
          <h2 id="owed-title">{t("To refund in the store")}</h2>
          <ul className={styles.tasks}>
            {owed.map((refund) => (
              <Owed key={refund.refundId} refund={refund} />
            ))}
          </ul>
        </Stack>
      ) : null}
      {unpaid.length > 0 ? (
        <Stack as="section" gap={2} aria-labelledby="unpaid-title">
          <h2 id="unpaid-title">{t("Waiting for payment")}</h2>
          <ul className={styles.tasks}>
            {unpaid.map((order) => (
              <li key={order.id} className={styles.task}>
                <Link to={`/desk/till?order=${order.id}`} className={styles.name} onClick={onClose}>
                  {nodes(t("Order {number}, <name/>", { number: order.number }), {
                    name: <UserText>{order.name}</UserText>,
                  })}
                </Link>
                <span className={styles.price}>
                  {dueText({ dueCents: order.totalCents, needsWeight: order.needsWeight })}
                </span>
              </li>
            ))}
          </ul>
        </Stack>
      ) : null}
      {owed.length + unpaid.length === 0 ? <p>{t("Nothing is waiting.")}</p> : null}
    </Dialog>
  );
}

function owedText({ method, amountCents, number }: OwedRefund): string {
  switch (method) {
    case "store_cash":
      return t("{amount} in cash: order {number}, <name/>", { amount: moneyText(amountCents), number });
    case "store_card":
      return t("{amount} to the card, on the terminal: order {number}, <name/>", {
        amount: moneyText(amountCents),
        number,
      });
    case "store_ebt":
      return t("{amount} to the SNAP EBT card, on the terminal: order {number}, <name/>", {
        amount: moneyText(amountCents),
        number,
      });
  }
}

function Owed({ refund }: { refund: OwedRefund }) {
  const attempt = useAttempt();
  return (
    <li className={styles.task}>
      <span className={styles.name}>{nodes(owedText(refund), { name: <UserText>{refund.name}</UserText> })}</span>
      <SmallButton
        disabled={attempt.isBusy}
        onClick={({ currentTarget }) => {
          const dialog = currentTarget.closest("dialog");
          return attempt.run(async () => {
            await runCommand("refund_in_store", { refund_id: refund.refundId });
            showToast({ kind: "success", text: t("{amount} refunded.", { amount: moneyText(refund.amountCents) }) });
            await invalidateReads();
            focusNear(dialog);
          });
        }}
      >
        {partlyHidden(t("Mark as refunded<hidden> for order {number}</hidden>", { number: refund.number }))}
      </SmallButton>
      <FormAnswer answer={attempt.answer} />
    </li>
  );
}
