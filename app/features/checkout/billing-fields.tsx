import { type ChangeEvent, useId, useState } from "react";
import { t } from "#app/messages/t.ts";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { listCountries } from "#app/values/countries.ts";
import { listStates } from "#app/values/us-states.ts";
import { type BillingDetails, type BillingErrors, billingPhone } from "./billing.ts";
import styles from "./billing-fields.module.css";
import type { BillingAddress } from "./known-billing.ts";

/** Name of the checkbox to use the delivery address. */
export const SAME_AS_DELIVERY = "sameAsDelivery";

/**
 * Billing fields of all forms that need them.
 * @param delivery address that can be used instead of typing one; null if there is none
 * @param isSame whether it is used at first
 * @param onPhone called with the digits of the phone number while they are typed
 */
export function BillingFields({
  initial,
  errors,
  delivery = null,
  isSame = false,
  onPhone,
}: {
  initial: Partial<BillingDetails>;
  errors: Partial<BillingErrors>;
  delivery?: BillingAddress | null;
  isSame?: boolean;
  onPhone?: ((digits: string) => void) | undefined;
}) {
  const countriesId = useId();
  const statesId = useId();
  const [takesDelivery, setTakesDelivery] = useState(isSame);
  const field = (name: keyof BillingDetails) => ({
    name,
    required: true,
    defaultValue: initial[name] ?? "",
    error: errors[name],
    enterKeyHint: "next" as const,
  });
  const address = (
    <>
      <TextField {...field("line1")} label={t("Address")} autoComplete="billing address-line1" maxLength={300} />
      <div className={styles.pair}>
        <TextField {...field("city")} label={t("City")} autoComplete="billing address-level2" maxLength={100} />
        <TextField
          {...field("state")}
          label={t("State")}
          autoComplete="billing address-level1"
          maxLength={100}
          list={statesId}
        />
        <datalist id={statesId}>
          {listStates().map(({ code, name }) => (
            <option key={code} value={code} label={name} />
          ))}
        </datalist>
      </div>
      <div className={styles.pair}>
        <TextField {...field("postalCode")} label={t("ZIP code")} autoComplete="billing postal-code" maxLength={20} />
        <TextField
          {...field("country")}
          label={t("Country")}
          autoComplete="billing country"
          autoCapitalize="characters"
          maxLength={3}
          list={countriesId}
          hint={t("Two letters, such as US")}
          onChange={writeInCapitals}
        />
        {/* A country is chosen by name or typed; the field's value is its two-letter code. */}
        <datalist id={countriesId}>
          {listCountries().map(({ code, name }) => (
            <option key={code} value={code} label={name} />
          ))}
        </datalist>
      </div>
    </>
  );
  return (
    <>
      <TextField {...field("name")} label={t("Full name")} autoComplete="name" maxLength={200} />
      <TextField {...field("email")} label={t("Email")} type="email" autoComplete="email" maxLength={320} />
      <TextField
        {...field("phone")}
        defaultValue={billingPhone(initial.phone ?? "")}
        label={t("Phone number")}
        type="tel"
        autoComplete="tel-national"
        hint={t("10 digits, such as 2815550142")}
        onChange={(event) => {
          stripNonDigits(event);
          onPhone?.(event.currentTarget.value);
        }}
      />
      {delivery ? (
        <CheckboxField
          name={SAME_AS_DELIVERY}
          label={t("Same as delivery address")}
          hint={`${delivery.line1}, ${delivery.city}, ${delivery.state} ${delivery.postalCode}`}
          checked={takesDelivery}
          onChange={(event) => setTakesDelivery(event.currentTarget.checked)}
        />
      ) : null}
      {delivery && takesDelivery ? null : address}
    </>
  );
}

function writeInCapitals(event: ChangeEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const caret = input.selectionStart;
  input.value = input.value.toUpperCase();
  input.setSelectionRange(caret, caret);
}

function stripNonDigits(event: ChangeEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const accepted = billingPhone(input.value);
  if (accepted === input.value) return;
  // Keeps the caret before the same digits.
  const after = input.value.slice(input.selectionStart ?? input.value.length).replaceAll(/\D/g, "").length;
  input.value = accepted;
  const caret = Math.max(0, accepted.length - after);
  input.setSelectionRange(caret, caret);
}
