import type { Cart } from "#app/features/cart/cart.ts";
import { changeDelivery } from "#app/features/cart/cart-store.ts";
import type { DeliveryPlace } from "#app/features/cart/stored-delivery.ts";
import { addressText, type SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { t } from "#app/messages/t.ts";
import { SelectField } from "#app/ui/field.tsx";
import { placeOf } from "./refill-cart.ts";

/** Choice of an address saved in the account; hidden if there is none. */
export function SavedAddressChoice({
  cart,
  addresses,
  shopState,
}: {
  cart: Cart;
  addresses: readonly SavedAddress[];
  shopState: string;
}) {
  if (addresses.length === 0) return null;
  const chosen = addresses.find((each) => isAt(cart, each));

  function handleChange(id: string) {
    const address = addresses.find((each) => each.id === id);
    changeDelivery(address ? placeOf(address) : NOWHERE);
  }

  return (
    <SelectField
      label={t("Saved addresses")}
      name="savedAddress"
      value={chosen?.id ?? ""}
      onChange={(event) => handleChange(event.currentTarget.value)}
    >
      {addresses.map((address) => (
        <option key={address.id} value={address.id}>
          {addressText(address, shopState)}
        </option>
      ))}
      <option value="">{t("Use another address")}</option>
    </SelectField>
  );
}

function isAt(cart: Cart, address: SavedAddress): boolean {
  const { deliveryAddress, deliveryUnit, deliveryCity, deliveryZip } = placeOf(address);
  return (
    cart.deliveryAddress.trim() === deliveryAddress &&
    cart.deliveryUnit.trim() === deliveryUnit &&
    cart.deliveryCity.trim() === deliveryCity &&
    cart.deliveryZip.trim() === deliveryZip
  );
}

const NOWHERE: DeliveryPlace = {
  deliveryAddress: "",
  deliveryUnit: "",
  deliveryCity: "",
  deliveryZip: "",
  driverNote: "",
  deliveryPhoneNumber: "",
};
