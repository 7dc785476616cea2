import { MAX_CHARACTERS_OF_ORDER_NOTE, noteFrom } from "#app/features/catalog/substitution-preference.ts";
import { fieldsOf, parsedJson, storedText } from "#app/values/unknown-value.ts";
import { type Cart, MAX_CHARACTERS_OF_DRIVER_NOTE } from "./cart.ts";

/** Stored in addition to the two keys of the specification, and deleted with them. */
export const DELIVERY_KEY = "cartDelivery";

/** Delivery choice with the note to the packer. */
export type DeliveryChoice = Pick<
  Cart,
  | "deliveryOption"
  | "deliveryAddress"
  | "deliveryUnit"
  | "deliveryCity"
  | "driverNote"
  | "deliveryPhoneNumber"
  | "windowStartsAt"
  | "note"
>;

/** Address fields of a delivery. */
export type DeliveryPlace = Pick<
  Cart,
  "deliveryAddress" | "deliveryUnit" | "deliveryCity" | "deliveryZip" | "driverNote" | "deliveryPhoneNumber"
>;

const MAX_CHARACTERS = 500;

export function deliveryText({
  deliveryOption,
  deliveryAddress,
  deliveryUnit,
  deliveryCity,
  driverNote,
  deliveryPhoneNumber,
  windowStartsAt,
  note,
}: DeliveryChoice): string {
  return JSON.stringify({
    option: deliveryOption,
    address: deliveryAddress,
    unit: deliveryUnit,
    city: deliveryCity,
    driverNote,
    phone: deliveryPhoneNumber,
    window: windowStartsAt,
    note,
  });
}

/** Parses the stored delivery choice. Anyone can edit localStorage, so it is validated. */
export function deliveryFrom(text: string | null): DeliveryChoice {
  const { option, address, unit, city, driverNote, phone, window, note } = fieldsOf(parsedJson(text));
  const words = (value: unknown) => storedText(value, MAX_CHARACTERS);
  return {
    deliveryOption: option === "delivery" ? "delivery" : "pickup",
    deliveryAddress: words(address),
    deliveryUnit: words(unit),
    deliveryCity: words(city),
    driverNote: noteFrom(words(driverNote), MAX_CHARACTERS_OF_DRIVER_NOTE),
    deliveryPhoneNumber: words(phone),
    windowStartsAt: typeof window === "string" && !Number.isNaN(Date.parse(window)) ? window : "",
    note: noteFrom(words(note), MAX_CHARACTERS_OF_ORDER_NOTE),
  };
}
