import type { ReactNode } from "react";
import { SessionEndedError } from "#app/features/account/session-end.ts";
import { useSignInAgain } from "#app/features/account/sign-in-again.tsx";
import { saveBillingForNextOrder } from "#app/features/saved-details/saved-details.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { type BillingDetails, readBilling, trimBilling, validateBilling } from "./billing.ts";
import { OrderClosedError, saveBilling } from "./billing-details.ts";
import { BillingFields, SAME_AS_DELIVERY } from "./billing-fields.tsx";
import type { BillingAddress } from "./known-billing.ts";

export function BillingForm({
  orderId,
  initial,
  delivery,
  isSame,
  onPhone,
  onSaved,
  onClosed,
  children,
}: {
  orderId: string;
  initial: Partial<BillingDetails>;
  /** Delivery address of the order; null for a pickup. */
  delivery: BillingAddress | null;
  /** Whether the delivery address is preselected as the billing address. */
  isSame: boolean;
  onPhone?: (digits: string) => void;
  /** Called after the details are saved, to continue. */
  onSaved: () => Promise<void>;
  /** Called if the order was paid or canceled meanwhile. */
  onClosed: () => Promise<void>;
  /** Further fields below the billing fields. */
  children?: ReactNode;
}) {
  const { withSession, dialog } = useSignInAgain();
  const form = useForm({
    autosaveKey: "billing",
    read: (read) => {
      const typed = readBilling(read);
      return trimBilling(delivery && read(SAME_AS_DELIVERY) !== "" ? { ...typed, ...delivery } : typed);
    },
    check: validateBilling,
    send: async (details) => {
      try {
        await withSession(() => saveBilling(getBrowserData(), orderId, details));
      } catch (error) {
        if (error instanceof OrderClosedError) {
          await onClosed();
          return null;
        }
        console.error(error);
        const isOver = error instanceof SessionEndedError;
        return rejected(isOver ? error.message : t("We couldn't save your details. Try again."));
      }
      // Saved for the next order, so this order does not wait for it.
      void saveBillingForNextOrder(getBrowserData(), details).catch((error: unknown) => console.error(error));
      await onSaved();
      return null;
    },
  });

  return (
    <>
      <Stack as="form" gap={4} {...form.props} aria-label={t("Billing details")}>
        <BillingFields initial={initial} errors={form.errors} delivery={delivery} isSame={isSame} onPhone={onPhone} />
        {children}
        <FormAnswer answer={form.answer} />
        <SubmitButton size="large" isWide form={form}>
          {form.isBusy ? t("Saving...") : t("Continue to payment")}
        </SubmitButton>
      </Stack>
      {dialog}
    </>
  );
}
