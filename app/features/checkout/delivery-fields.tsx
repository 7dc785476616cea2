import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { type AddressPart, type Cart, MAX_CHARACTERS_OF_DRIVER_NOTE } from "#app/features/cart/cart.ts";
import { changeAddressPart, changeDeliveryAddress, changeDeliveryPhoneNumber } from "#app/features/cart/cart-store.ts";
import type { SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { noteFrom } from "#app/values/substitution-preference.ts";
import { SavedAddressChoice } from "./saved-address-choice.tsx";

/**
 * Fields of the delivery address. The ZIP code comes first, because it decides whether and at what fee the store
 * delivers.
 */
export function DeliveryFields({
  cart,
  savedAddresses,
  shopState,
  errors,
  zipAnswer,
  isServed,
}: {
  cart: Cart;
  /** Addresses saved in the account, the last used first. */
  savedAddresses: readonly SavedAddress[];
  /** The only state that the store delivers to. */
  shopState: string;
  errors: FieldErrors;
  zipAnswer: ReactNode;
  /**
   * False once the ZIP code is known to be outside of all zones: the form then offers pickup instead of the address.
   */
  isServed: boolean;
}) {
  const part = (name: AddressPart) => ({
    name,
    value: cart[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => changeAddressPart(name, event.currentTarget.value),
  });
  return (
    <>
      <SavedAddressChoice cart={cart} addresses={savedAddresses} shopState={shopState} />
      <FilledField
        {...part("deliveryZip")}
        label={t("ZIP code")}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        error={errors["deliveryZip"]}
      />
      {zipAnswer}
      {isServed ? <AddressFields part={part} cart={cart} shopState={shopState} errors={errors} /> : <PickupInstead />}
    </>
  );
}

type PartField = (name: AddressPart) => {
  name: AddressPart;
  value: string;
  onChange: (event: { currentTarget: HTMLInputElement }) => void;
};

function AddressFields({
  part,
  cart,
  shopState,
  errors,
}: {
  part: PartField;
  cart: Cart;
  shopState: string;
  errors: FieldErrors;
}) {
  return (
    <>
      <FilledField
        label={t("Delivery address")}
        name="deliveryAddress"
        autoComplete="address-line1"
        hint={t("Street and number")}
        value={cart.deliveryAddress}
        error={cart.deliveryAddress === "" ? errors["deliveryAddress"] : undefined}
        onChange={(event) => changeDeliveryAddress(event.currentTarget.value)}
      />
      <FilledField
        {...part("deliveryUnit")}
        label={t("Apartment or unit (optional)")}
        autoComplete="address-line2"
        maxLength={50}
      />
      <FilledField
        {...part("deliveryCity")}
        label={t("City")}
        autoComplete="address-level2"
        maxLength={100}
        hint={t("In {state}", { state: shopState })}
      />
      <FilledField
        label={t("Phone number")}
        name="deliveryPhoneNumber"
        type="tel"
        autoComplete="tel"
        maxLength={50}
        value={cart.deliveryPhoneNumber}
        error={cart.deliveryPhoneNumber === "" ? errors["deliveryPhoneNumber"] : undefined}
        onChange={(event) => changeDeliveryPhoneNumber(event.currentTarget.value)}
      />
      <NoteField
        label={t("Instructions for the driver (optional)")}
        name="driverNote"
        value={cart.driverNote}
        maxCharacters={MAX_CHARACTERS_OF_DRIVER_NOTE}
        isLong
        onChange={(text) => changeAddressPart("driverNote", noteFrom(text, MAX_CHARACTERS_OF_DRIVER_NOTE))}
      />
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
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return <TextField {...rest} ref={input} defaultValue={value} />;
}
