import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type Cart, isDeliveryComplete, MAX_CHARACTERS_OF_DRIVER_NOTE } from "#app/features/cart/cart.ts";
import { changeDelivery } from "#app/features/cart/change-cart.ts";
import type { DeliveryPlace } from "#app/features/cart/stored-delivery.ts";
import { noteFrom } from "#app/features/catalog/substitution-preference.ts";
import { addressText, type SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import type { FieldErrors } from "#app/ui/use-form.ts";
import styles from "./address-fields.module.css";
import { placeOf } from "./refill-cart.ts";

/**
 * Delivery address: one line once it is complete, which opens its fields. The ZIP code comes first, because it decides
 * whether and at what fee the store delivers.
 */
export function DeliveryFields({
  cart,
  savedAddresses,
  errors,
  zipAnswer,
  isServed,
}: {
  cart: Cart;
  /** Addresses saved in the account, the last used first. */
  savedAddresses: readonly SavedAddress[];
  errors: FieldErrors;
  zipAnswer: ReactNode;
  /**
   * False once the ZIP code is known to be outside of all zones: the form then offers pickup instead of the address.
   */
  isServed: boolean;
}) {
  const [wasComplete] = useState(isDeliveryComplete(cart));
  const part = (name: keyof DeliveryPlace) => ({
    name,
    value: cart[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => changeDelivery({ [name]: event.currentTarget.value }),
  });
  return (
    <AnsweredQuestion
      answer={isDeliveryComplete(cart) ? placeLine(cart) : t("Where should we deliver?")}
      isOpen={!wasComplete || !isServed || errors["deliveryZip"] !== undefined}
    >
      <SavedAddressChoice cart={cart} addresses={savedAddresses} />
      <div className={styles.zip}>
        <div className={styles.pair}>
          <FilledField
            {...part("deliveryZip")}
            label={t("ZIP code")}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
            error={errors["deliveryZip"]}
          />
          {isServed ? (
            <FilledField {...part("deliveryCity")} label={t("City")} autoComplete="address-level2" maxLength={100} />
          ) : null}
        </div>
        {zipAnswer}
      </div>
      {isServed ? <AddressFields part={part} cart={cart} errors={errors} /> : <PickupInstead />}
    </AnsweredQuestion>
  );
}

/** Returns "18 Cypress Bend, Apt 4, Humble 77338". */
function placeLine({ deliveryAddress, deliveryUnit, deliveryCity, deliveryZip }: Cart): string {
  const city = [deliveryCity, deliveryZip].filter((each) => each.trim() !== "").join(" ");
  return [deliveryAddress, deliveryUnit, city].filter((each) => each.trim() !== "").join(", ");
}

type PartField = (name: keyof DeliveryPlace) => {
  name: keyof DeliveryPlace;
  value: string;
  onChange: (event: { currentTarget: HTMLInputElement }) => void;
};

function AddressFields({ part, cart, errors }: { part: PartField; cart: Cart; errors: FieldErrors }) {
  return (
    <>
      <FilledField
        {...part("deliveryAddress")}
        label={t("Delivery address")}
        autoComplete="address-line1"
        error={cart.deliveryAddress === "" ? errors["deliveryAddress"] : undefined}
      />
      <FilledField
        {...part("deliveryPhoneNumber")}
        label={t("Phone number")}
        type="tel"
        autoComplete="tel"
        maxLength={50}
        error={cart.deliveryPhoneNumber === "" ? errors["deliveryPhoneNumber"] : undefined}
      />
      <AnsweredQuestion
        title={t("Apartment, instructions")}
        answer={[cart.deliveryUnit, cart.driverNote].filter(Boolean).join(", ") || t("None")}
      >
        <FilledField
          {...part("deliveryUnit")}
          label={t("Apartment or unit (optional)")}
          autoComplete="address-line2"
          maxLength={50}
        />
        <NoteField
          label={t("Instructions for the driver (optional)")}
          name="driverNote"
          value={cart.driverNote}
          maxCharacters={MAX_CHARACTERS_OF_DRIVER_NOTE}
          onChange={(text) => changeDelivery({ driverNote: noteFrom(text, MAX_CHARACTERS_OF_DRIVER_NOTE) })}
        />
      </AnsweredQuestion>
    </>
  );
}

/** Button that selects pickup above and moves the focus there, because the button then disappears. */
function PickupInstead() {
  return (
    <Button
      isWide
      onClick={(event) => {
        const pickup = event.currentTarget.form?.querySelector<HTMLInputElement>("input[value=pickup]");
        pickup?.focus();
        pickup?.click();
      }}
    >
      {t("Pick up at the store")}
    </Button>
  );
}

/**
 * An uncontrolled field that follows the cart. React resets a controlled field to the cart's value at its next render,
 * which would erase text that a password manager filled in without an event.
 */
function FilledField({ value, ...rest }: ComponentProps<typeof TextField> & { value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  // Before the page shows the new value, or it would overwrite what somebody already types.
  useLayoutEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return <TextField {...rest} ref={input} defaultValue={value} />;
}

/** Choice of an address saved in the account; hidden if there is none. */
function SavedAddressChoice({ cart, addresses }: { cart: Cart; addresses: readonly SavedAddress[] }) {
  // The only state that the store delivers to.
  const { state } = useStoreSettings();
  if (addresses.length === 0) return null;
  const chosen = addresses.find((each) => isAt(cart, each));

  function handleChange(id: string) {
    const address = addresses.find((each) => each.id === id);
    changeDelivery(address ? placeOf(address) : NOWHERE);
  }

  return (
    <SelectField label={t("Saved addresses")} name="savedAddress" value={chosen?.id ?? ""} onValue={handleChange}>
      <Options of={addresses.map((address) => [address.id, addressText(address, state)])} />
      <option value="">{t("Use another address")}</option>
    </SelectField>
  );
}

function isAt(cart: Cart, address: SavedAddress): boolean {
  const place = placeOf(address);
  const parts = ["deliveryAddress", "deliveryUnit", "deliveryCity", "deliveryZip"] as const;
  return parts.every((part) => cart[part].trim() === place[part]);
}

const NOWHERE: DeliveryPlace = {
  deliveryAddress: "",
  deliveryUnit: "",
  deliveryCity: "",
  deliveryZip: "",
  driverNote: "",
  deliveryPhoneNumber: "",
};
