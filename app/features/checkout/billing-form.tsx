import type { ChangeEvent } from "react";
import { SessionEndedError } from "#app/features/account/session-end.ts";
import { useSignInAgain } from "#app/features/account/sign-in-again.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { refused } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { type BillingDetails, readBilling, trimBilling, validateBilling } from "./billing.ts";
import { saveBilling } from "./billing-details.ts";
import styles from "./billing-form.module.css";

export function BillingForm({
  orderId,
  initial,
  onSaved,
}: {
  orderId: string;
  initial: Partial<BillingDetails>;
  /** Leads on. */
  onSaved: () => Promise<void>;
}) {
  const { keepSession, dialog } = useSignInAgain();
  const form = useForm({
    read: (read) => trimBilling(readBilling(read)),
    check: validateBilling,
    send: async (details) => {
      try {
        await keepSession(() => saveBilling(getBrowserData(), orderId, details));
      } catch (error) {
        console.error(error);
        const isOver = error instanceof SessionEndedError;
        return refused(isOver ? error.message : "Your details could not be saved. Please try again.");
      }
      await onSaved();
      return null;
    },
  });

  const field = (name: keyof BillingDetails) => ({
    name,
    required: true,
    defaultValue: initial[name] ?? "",
    error: form.errors[name],
  });

  return (
    <>
      <form {...form.props} aria-label="Billing details" className={styles.form}>
        <TextField {...field("name")} label="Full name" autoComplete="name" maxLength={200} />
        <TextField {...field("line1")} label="Address" autoComplete="address-line1" maxLength={300} />
        <div className={styles.pair}>
          <TextField {...field("city")} label="City" autoComplete="address-level2" maxLength={100} />
          <TextField {...field("state")} label="State" autoComplete="address-level1" maxLength={100} />
        </div>
        <div className={styles.pair}>
          <TextField {...field("postalCode")} label="Zip code" autoComplete="postal-code" maxLength={20} />
          <TextField
            {...field("country")}
            label="Country"
            autoComplete="country"
            autoCapitalize="characters"
            maxLength={3}
            hint="Two letters, such as US"
            onChange={writeInCapitals}
          />
        </div>
        <TextField {...field("email")} label="Email" type="email" autoComplete="email" maxLength={320} />
        <TextField
          {...field("phone")}
          label="Phone number"
          type="tel"
          autoComplete="tel-national"
          maxLength={30}
          hint="10 digits, such as (281) 555-0142"
        />
        <FormAnswer answer={form.answer} />
        <Button type="submit" size="large" isWide disabled={form.isBusy}>
          {form.isBusy ? "Saving..." : "Continue to payment"}
        </Button>
      </form>
      {dialog}
    </>
  );
}

function writeInCapitals(event: ChangeEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const caret = input.selectionStart;
  input.value = input.value.toUpperCase();
  input.setSelectionRange(caret, caret);
}
