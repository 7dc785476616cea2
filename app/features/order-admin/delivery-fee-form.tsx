import { feeDueCents, feeStateText } from "#app/features/orders/delivery-fee.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { isOpen } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { SmallButton, SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { amountFrom, amountText, centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";
import { thenAlways } from "#app/values/then-always.ts";
import styles from "./delivery-fee-form.module.css";

/** Form for the delivery fee agreed after the order, which can be changed until it is paid. */
export function DeliveryFeeForm({
  order,
  isManaging,
}: {
  order: OrderWithLines;
  /** Packers can see the fee but not set it. */
  isManaging: boolean;
}) {
  const { deliveryFee: fee } = order;
  const form = useForm({
    read: (field) => ({ typed: field("fee"), cents: centsTyped(field("fee")) }),
    check: ({ typed, cents }): FieldErrors =>
      cents === null || cents < 50 || cents > 100_000
        ? { fee: moneyProblem(typed) ?? t("Enter $0.50 to $1,000.00, or make delivery free.") }
        : {},
    send: ({ cents }) => agree(cents),
  });

  async function agree(cents: number | null): Promise<void> {
    const amount = amountFrom(cents);
    // After an error, too, because the customer may have paid meanwhile.
    await thenAlways(runCommand("set_delivery_fee", { order_id: order.id, amount }), refreshPolled);
    showToast({ kind: "success", text: savedText(cents) });
  }

  const state = feeStateText(order);
  if (state === null) return null;
  const canAgree = isManaging && !fee?.isPaid && isOpen(order.status);
  const canRemoveFee = isManaging && !canAgree && feeDueCents(fee) > 0;
  const removeFee = (
    <SmallButton disabled={form.isBusy} onClick={() => void form.run(() => agree(null))}>
      {t("Withdraw fee")}
    </SmallButton>
  );
  return (
    <Stack as="section" gap={3} aria-labelledby="fee-title">
      <h3 id="fee-title" className={styles.heading}>
        {state}
      </h3>
      {canAgree ? (
        <form {...form.props} aria-label={t("Delivery fee")} className={styles.form}>
          <TextField
            // Remounts the form when another person has changed the fee.
            key={fee?.amountCents ?? "none"}
            label={t("Delivery fee in dollars")}
            {...form.field("fee")}
            inputMode="decimal"
            hint={t("Without sales tax. We email the customer, who pays by card.")}
            defaultValue={fee && fee.amountCents > 0 ? amountText(fee.amountCents) : ""}
          />
          <FormAnswer answer={form.answer} />
          <Row gap={2}>
            <SubmitButton size="small" variation={fee ? "secondary" : "primary"} form={form}>
              {fee ? t("Change fee") : t("Request fee")}
            </SubmitButton>
            {fee?.amountCents === 0 ? null : (
              <SmallButton disabled={form.isBusy} onClick={() => void form.run(() => agree(0))}>
                {t("Make delivery free")}
              </SmallButton>
            )}
            {fee ? removeFee : null}
          </Row>
        </form>
      ) : null}
      {canRemoveFee ? <div>{removeFee}</div> : null}
    </Stack>
  );
}

function savedText(cents: number | null): string {
  if (cents === null) return t("Delivery fee withdrawn.");
  return cents === 0
    ? t("Delivery is now free.")
    : t("{amount} requested from the customer.", { amount: moneyText(cents) });
}
