import { type ChangeEvent, type ComponentProps, useId, useRef, useState } from "react";
import { takesSuggestion, useZipAnswer } from "#app/features/delivery/use-zip-answer.ts";
import { t } from "#app/messages/t.ts";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { Stack } from "#app/ui/stack.tsx";
import styles from "./address-fields.module.css";
import { type BillingDetails, type BillingErrors, billingPhone } from "./billing.ts";
import { listCountries, listStates } from "./countries.ts";
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
  const [takesDelivery, setTakesDelivery] = useState(isSame);
  const field = (name: keyof BillingDetails) => ({
    name,
    required: true,
    defaultValue: initial[name] ?? "",
    error: errors[name],
    enterKeyHint: "next" as const,
  });
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
          onChecked={setTakesDelivery}
        />
      ) : null}
      {/* Hidden rather than left out, so that a typed address is still there when the box is unchecked again. */}
      <div hidden={delivery !== null && takesDelivery}>
        <AddressFields field={field} initial={initial} errors={errors} />
      </div>
    </>
  );
}

/** Address whose ZIP code fills in city and state; state and country are one line that opens their fields. */
function AddressFields({
  field,
  initial,
  errors,
}: {
  field: (name: keyof BillingDetails) => Omit<ComponentProps<typeof TextField>, "label">;
  initial: Partial<BillingDetails>;
  errors: Partial<BillingErrors>;
}) {
  const [countries] = useState(listCountries);
  const countriesId = useId();
  const statesId = useId();
  const address = useRef<HTMLDivElement>(null);
  const [zip, setZip] = useState("");
  const [state, setState] = useState(initial.state ?? "");
  const [country, setCountry] = useState(initial.country ?? "");
  /** Values that the last ZIP code filled in; the next one may replace them. */
  const suggested = useRef({ city: "", state });
  const countryName = countries.find(({ code }) => code === country)?.name ?? country;
  useZipAnswer(zip, ({ city, state: found }) => {
    const [cityInput, stateInput] = ["city", "state"].map((name) =>
      address.current?.querySelector<HTMLInputElement>(`input[name=${name}]`),
    );
    if (!city || !found || !cityInput || !stateInput) return;
    if (takesSuggestion("city", cityInput.value, suggested.current.city)) cityInput.value = city;
    if (takesSuggestion("state", stateInput.value, suggested.current.state)) {
      stateInput.value = found;
      setState(found);
    }
    suggested.current = { city, state: found };
  });

  return (
    <Stack gap={4} ref={address}>
      <TextField {...field("line1")} label={t("Address")} autoComplete="billing address-line1" maxLength={300} />
      <div className={styles.pair}>
        <TextField
          {...field("postalCode")}
          label={t("ZIP code")}
          autoComplete="billing postal-code"
          maxLength={20}
          onValue={(value) => setZip(country === "US" ? value : "")}
        />
        <TextField {...field("city")} label={t("City")} autoComplete="billing address-level2" maxLength={100} />
      </div>
      <AnsweredQuestion
        answer={[state, countryName].filter(Boolean).join(", ") || t("State and country")}
        isOpen={!initial.state || !initial.country || Boolean(errors.state ?? errors.country)}
      >
        <div className={styles.pair}>
          <TextField
            {...field("state")}
            label={t("State")}
            autoComplete="billing address-level1"
            maxLength={100}
            list={statesId}
            onValue={setState}
          />
          <datalist id={statesId}>
            {listStates().map(({ code, name }) => (
              <option key={code} value={code} label={name} />
            ))}
          </datalist>
          <TextField
            {...field("country")}
            label={t("Country")}
            autoComplete="billing country"
            autoCapitalize="characters"
            maxLength={3}
            list={countriesId}
            hint={t("Two letters, such as US")}
            onChange={(event) => {
              writeInCapitals(event);
              setCountry(event.currentTarget.value);
            }}
          />
          {/* A country is chosen by name or typed; the field's value is its two-letter code. */}
          <datalist id={countriesId}>
            {countries.map(({ code, name }) => (
              <option key={code} value={code} label={name} />
            ))}
          </datalist>
        </div>
      </AnsweredQuestion>
    </Stack>
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
