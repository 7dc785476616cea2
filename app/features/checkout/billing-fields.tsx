import { type ChangeEvent, useId } from "react";
import { TextField } from "#app/ui/field.tsx";
import { listCountries } from "#app/values/countries.ts";
import { type BillingDetails, type BillingErrors, billingPhone } from "./billing.ts";
import styles from "./billing-fields.module.css";

/** Billing fields of every form that needs them. */
export function BillingFields({
  initial,
  errors,
}: {
  initial: Partial<BillingDetails>;
  errors: Partial<BillingErrors>;
}) {
  const countriesId = useId();
  const field = (name: keyof BillingDetails) => ({
    name,
    required: true,
    defaultValue: initial[name] ?? "",
    error: errors[name],
  });
  return (
    <>
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
          list={countriesId}
          hint="Two letters, such as US"
          onChange={writeInCapitals}
        />
        {/* Chosen by name, or typed: the field holds the two letters. */}
        <datalist id={countriesId}>
          {listCountries().map(({ code, name }) => (
            <option key={code} value={code} label={name} />
          ))}
        </datalist>
      </div>
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" maxLength={320} />
      <TextField
        {...field("phone")}
        defaultValue={billingPhone(initial.phone ?? "")}
        label="Phone number"
        type="tel"
        autoComplete="tel-national"
        hint="10 digits, such as 2815550142"
        onChange={stripNonDigits}
      />
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
  // Keeps the caret after the same digits.
  const after = input.value.slice(input.selectionStart ?? input.value.length).replaceAll(/\D/g, "").length;
  input.value = accepted;
  const caret = Math.max(0, accepted.length - after);
  input.setSelectionRange(caret, caret);
}
