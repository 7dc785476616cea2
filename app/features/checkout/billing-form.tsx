import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { SessionEndedError } from "#app/features/account/session-end.ts";
import { useSignInAgain } from "#app/features/account/sign-in-again.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import {
  BILLING_FIELDS,
  type BillingDetails,
  type BillingErrors,
  trimBilling,
  validateBilling,
} from "./billing.ts";
import { saveBilling } from "./billing-details.ts";
import styles from "./billing-form.module.css";

export function BillingForm({
  orderId,
  initial,
  onSaved,
}: {
  orderId: string;
  initial: Partial<BillingDetails>;
  onSaved: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<BillingErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { keepSession, dialog } = useSignInAgain();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const details = trimBilling(readDetails(event.currentTarget));
    const found = validateBilling(details);
    setErrors(found);
    setProblem(null);
    const firstWrong = BILLING_FIELDS.find((field) => found[field]);
    if (firstWrong) {
      form.current?.querySelector<HTMLInputElement>(`[name="${firstWrong}"]`)?.focus();
      return;
    }
    setSaving(true);
    try {
      await keepSession(() => saveBilling(getBrowserData(), orderId, details));
      onSaved();
    } catch (error) {
      console.error(error);
      const isOver = error instanceof SessionEndedError;
      setProblem(isOver ? error.message : "Your details could not be saved. Please try again.");
      setSaving(false);
    }
  }

  const field = (name: keyof BillingDetails) => ({
    name,
    required: true,
    defaultValue: initial[name] ?? "",
    error: errors[name],
  });

  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label="Billing details"
        className={styles.form}
        onSubmit={handleSubmit}
      >
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
        {problem ? <FormMessage>{problem}</FormMessage> : null}
        <Button type="submit" size="large" isWide disabled={isSaving}>
          {isSaving ? "Saving..." : "Continue to payment"}
        </Button>
      </form>
      {dialog}
    </>
  );
}

function readDetails(form: HTMLFormElement): BillingDetails {
  const typed = new FormData(form);
  return Object.fromEntries(
    BILLING_FIELDS.map((field) => [field, String(typed.get(field) ?? "")]),
  ) as unknown as BillingDetails;
}

function writeInCapitals(event: ChangeEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const caret = input.selectionStart;
  input.value = input.value.toUpperCase();
  input.setSelectionRange(caret, caret);
}
