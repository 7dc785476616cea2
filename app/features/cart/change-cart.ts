import {
  MAX_CHARACTERS_OF_ORDER_NOTE,
  noteFrom,
  type SubstitutionPreference,
} from "#app/features/catalog/substitution-preference.ts";
import {
  type Cart,
  type CartItem,
  type DeliveryOption,
  type LineKey,
  putBackItem,
  removeItem,
  replaceItems,
  setDeliveryOption,
  setLinePreference,
  setQuantity,
  withItems,
} from "./cart.ts";
import { IS_WAY_CHOSEN_KEY, PREFERENCE_KEY, recall, remember, ZIP_KEY } from "./cart-storage.ts";
import { announce, getCartView, MAX_CHARACTERS_OF_ZIP, saveChangedCart } from "./cart-store.ts";
import type { DeliveryChoice, DeliveryPlace } from "./stored-delivery.ts";

export function changeQuantity(key: LineKey, quantity: number): void {
  change((cart) => setQuantity(cart, key, quantity));
}

export function removeFromCart(key: LineKey): void {
  change((cart) => removeItem(cart, key));
}

/** Undoes the removal of a line. */
export function undoRemoval(item: CartItem, place: number): void {
  change((cart) => putBackItem(cart, item, place));
}

/** Replaces the cart, for example by an order whose payment failed. */
export function replaceCart(items: readonly CartItem[], note: string): void {
  change((cart) => ({ ...replaceItems(cart, items), note }));
}

/** Adds the items of an unpaid order to the cart; the order's delivery choice applies only to an empty cart. */
export function putBackIntoCart(items: readonly CartItem[], delivery: DeliveryChoice): void {
  change((cart) => ({ ...withItems(cart, items), ...(cart.items.length === 0 ? delivery : {}) }));
}

/** Returns whether the shopper has chosen pickup or delivery for this cart. */
export function isDeliveryOptionChosen(): boolean {
  return recall(IS_WAY_CHOSEN_KEY) !== null;
}

/** @param known address of the last delivery, filled in if the customer has typed none */
export function chooseDelivery(deliveryOption: DeliveryOption, known: DeliveryPlace | null = null): void {
  remember(IS_WAY_CHOSEN_KEY, "1");
  change((cart) => {
    const chosen = setDeliveryOption(cart, deliveryOption);
    const isOpen = cart.deliveryAddress.trim() === "" && cart.deliveryPhoneNumber.trim() === "";
    return deliveryOption === "delivery" && isOpen && known ? { ...chosen, ...known } : chosen;
  });
}

/** Changes fields of the delivery, or the chosen window. */
export function changeDelivery(fields: Partial<DeliveryPlace & Pick<Cart, "windowStartsAt">>): void {
  change((cart) => ({ ...cart, ...fields }));
}

export function choosePreference(preference: SubstitutionPreference): void {
  remember(PREFERENCE_KEY, preference);
  change((cart) => ({ ...cart, preference }));
}

/** Fills in the account's substitution preference if this browser has none. Does not count as a change of the cart. */
export function fillInPreference(preference: SubstitutionPreference): void {
  if (getCartView().cart.preference !== null) return;
  remember(PREFERENCE_KEY, preference);
  announce();
}

/** Stores a ZIP code for the next delivery, without counting as a change of the cart. */
export function rememberZip(typed: string): void {
  remember(ZIP_KEY, typed.slice(0, MAX_CHARACTERS_OF_ZIP));
  announce();
}

export function changeNote(typed: string): void {
  change((cart) => ({ ...cart, note: noteFrom(typed, MAX_CHARACTERS_OF_ORDER_NOTE) }));
}

export function changeLinePreference(
  key: LineKey,
  choice: { preference: SubstitutionPreference | null; note: string },
): void {
  change((cart) => setLinePreference(cart, key, choice));
}

function change(rule: (cart: Cart) => Cart) {
  saveChangedCart(rule(getCartView().cart), []);
}
