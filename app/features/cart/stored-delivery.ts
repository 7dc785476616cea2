import { MAX_CHARACTERS_OF_ORDER_NOTE, noteFrom } from "#app/features/catalog/substitution-preference.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { type Cart, type DeliveryOption, MAX_CHARACTERS_OF_DRIVER_NOTE } from "./cart.ts";

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

export const NO_CHOICE: DeliveryChoice = {
  deliveryOption: "pickup",
  deliveryAddress: "",
  deliveryUnit: "",
  deliveryCity: "",
  driverNote: "",
  deliveryPhoneNumber: "",
  windowStartsAt: "",
  note: "",
};

const OPTIONS: readonly DeliveryOption[] = ["pickup", "delivery"];
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
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    return NO_CHOICE;
  }
  if (typeof stored !== "object" || stored === null) return NO_CHOICE;
  const { option, address, unit, city, driverNote, phone, window, note } = fieldsOf(stored);
  return {
    deliveryOption: OPTIONS.find((each) => each === option) ?? NO_CHOICE.deliveryOption,
    deliveryAddress: textFrom(address),
    deliveryUnit: textFrom(unit),
    deliveryCity: textFrom(city),
    driverNote: typeof driverNote === "string" ? noteFrom(driverNote, MAX_CHARACTERS_OF_DRIVER_NOTE) : "",
    deliveryPhoneNumber: textFrom(phone),
    windowStartsAt: typeof window === "string" && !Number.isNaN(Date.parse(window)) ? window : "",
    note: typeof note === "string" ? noteFrom(note, MAX_CHARACTERS_OF_ORDER_NOTE) : "",
  };
}

function textFrom(stored: unknown): string {
  return typeof stored === "string" ? stored.slice(0, MAX_CHARACTERS) : "";
}
