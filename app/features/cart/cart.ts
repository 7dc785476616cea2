import { phoneDigits } from "#app/values/contact.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import type { LineWeight } from "#app/values/sold-by-weight.ts";
import type { SubstitutionPreference } from "#app/values/substitution-preference.ts";

export type DeliveryOption = "pickup" | "delivery";

export interface ChosenSize {
  id: number;
  label: string;
}

export type ItemWeight = Omit<LineWeight, "packedPounds">;

export interface CartItem {
  /** The product's id; ids are unique across categories. */
  id: number;
  name: string;
  /** Which of its sizes; null for what comes in one size only. */
  size: ChosenSize | null;
  /** How it is cut and prepared, which its name says; absent without choices. */
  choiceIds?: readonly number[];
  /** The discount price if there is one, else the regular price, with that of the choices. */
  priceCents: number;
  /** For what is sold by weight, of which the price is the most that one can cost; absent by the piece. */
  weight?: ItemWeight;
  image: string;
  quantity: number;
  /** Substitution preference; absent: that of the order. */
  preference?: SubstitutionPreference;
  /** Customer's note; absent if empty. */
  note?: string;
}

export interface Cart {
  items: readonly CartItem[];
  deliveryOption: DeliveryOption;
  /** Always 0: the delivery price comes from the quote. */
  deliveryCostCents: number;
  /** Street, or the whole address in one line. */
  deliveryAddress: string;
  deliveryUnit: string;
  deliveryCity: string;
  deliveryZip: string;
  /** Note to the driver. */
  driverNote: string;
  deliveryPhoneNumber: string;
  /** The beginning of the window that was chosen; empty for none. */
  windowStartsAt: string;
  /** Substitution preference; null until the customer chooses one. */
  preference: SubstitutionPreference | null;
  /** Note to the packer. */
  note: string;
}

/** Identity of a cart line: product, size, and choices. */
export type LineKey = string;

export function lineKey({
  id,
  size,
  choiceIds = [],
}: {
  id: number;
  size: Pick<ChosenSize, "id"> | null;
  choiceIds?: readonly number[] | undefined;
}): LineKey {
  const key = size ? `${id}-${size.id}` : String(id);
  return choiceIds.length === 0 ? key : `${key}+${choiceIds.toSorted((one, other) => one - other).join("+")}`;
}

export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 999;
/** Counted from the last change. */
export const CART_LIFETIME_MS = 30 * 60 * 1000;

export const emptyCart: Cart = {
  items: [],
  deliveryOption: "pickup",
  deliveryCostCents: 0,
  deliveryAddress: "",
  deliveryUnit: "",
  deliveryCity: "",
  deliveryZip: "",
  driverNote: "",
  deliveryPhoneNumber: "",
  windowStartsAt: "",
  preference: null,
  note: "",
};

/** So many more of what is already there, or a new line of them. */
export function addItem(cart: Cart, item: Omit<CartItem, "quantity">, quantity = MIN_QUANTITY): Cart {
  return putBackItem(cart, { ...item, quantity: allowedQuantity(quantity) }, cart.items.length);
}

/** Restores a line at its former place and adds what was put in since. */
export function putBackItem(cart: Cart, item: CartItem, place: number): Cart {
  const key = lineKey(item);
  const line = cart.items.find((each) => lineKey(each) === key);
  return line
    ? setQuantity(cart, key, line.quantity + item.quantity)
    : { ...cart, items: [...cart.items.slice(0, place), item, ...cart.items.slice(place)] };
}

/** Returns the cart with the quantities of the items added. */
export function addItems(cart: Cart, items: readonly CartItem[]): Cart {
  return items.reduce((filled, { quantity, ...item }) => addItem(filled, item, quantity), cart);
}

export function setQuantity(cart: Cart, key: LineKey, quantity: number): Cart {
  return {
    ...cart,
    items: cart.items.map((item) => (lineKey(item) === key ? { ...item, quantity: allowedQuantity(quantity) } : item)),
  };
}

/** Replaces the preference and the note of one line. */
export function setLinePreference(
  cart: Cart,
  key: LineKey,
  chosen: { preference: SubstitutionPreference | null; note: string },
): Cart {
  return {
    ...cart,
    items: cart.items.map((item) => {
      if (lineKey(item) !== key) return item;
      const { preference: _preference, note: _note, ...line } = item;
      return { ...line, ...lineOptions(chosen) };
    }),
  };
}

/** Returns the lines as the store's commands expect them. */
export function orderedItems({ items }: Pick<Cart, "items">) {
  return items.map(({ id, size, choiceIds, quantity, preference = null, note = "" }) => ({
    product_id: id,
    quantity,
    ...(size ? { size_id: size.id } : {}),
    ...(choiceIds ? { choice_ids: choiceIds } : {}),
    ...(preference ? { substitution_preference: preference } : {}),
    ...(note ? { note } : {}),
  }));
}

/** Returns only the fields that are set. */
export function lineOptions({
  preference,
  note,
}: {
  preference: SubstitutionPreference | null;
  note: string;
}): Pick<CartItem, "preference" | "note"> {
  return { ...(preference ? { preference } : {}), ...(note ? { note } : {}) };
}

export function removeItem(cart: Cart, key: LineKey): Cart {
  return { ...cart, items: cart.items.filter((item) => lineKey(item) !== key) };
}

export function replaceItems(cart: Cart, items: readonly CartItem[]): Cart {
  return {
    ...cart,
    items: items.map((item) => ({ ...item, quantity: allowedQuantity(item.quantity) })),
  };
}

/** Returns the cart with each line reduced by the given quantity; lines that reach zero are removed. */
export function withoutItems(
  cart: Cart,
  items: readonly (Parameters<typeof lineKey>[0] & { quantity: number })[],
): Cart {
  const removed = new Map(items.map((item) => [lineKey(item), item.quantity]));
  return {
    ...cart,
    items: cart.items.flatMap((item) => {
      const quantity = item.quantity - (removed.get(lineKey(item)) ?? 0);
      return quantity > 0 ? [{ ...item, quantity }] : [];
    }),
  };
}

/** The cart with these lines put in: of what is in both, the larger quantity. */
export function withItems(cart: Cart, items: readonly CartItem[]): Cart {
  return items.reduce((filled, item) => {
    const { quantity, ...product } = item;
    const key = lineKey(item);
    const before = filled.items.find((line) => lineKey(line) === key)?.quantity;
    return setQuantity(before === undefined ? addItem(filled, product) : filled, key, Math.max(before ?? 0, quantity));
  }, cart);
}

export function setDeliveryOption(cart: Cart, deliveryOption: DeliveryOption): Cart {
  // The windows of the two are not the same.
  const windowStartsAt = deliveryOption === cart.deliveryOption ? cart.windowStartsAt : "";
  return { ...cart, deliveryOption, deliveryCostCents: 0, windowStartsAt };
}

/** How many of a product lie in the cart, whatever their sizes. */
export function countOf(cart: Cart, productId: number): number {
  return countItems({ ...cart, items: cart.items.filter(({ id }) => id === productId) });
}

export function countItems(cart: Cart): number {
  return cart.items.reduce((count, item) => count + item.quantity, 0);
}

export function totalCents(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.priceCents * item.quantity, 0) + cart.deliveryCostCents;
}

/** Returns the quantity that was typed; null if it is less than 1 or not a whole number. */
export function typedQuantity(text: string): number | null {
  const quantity = wholeNumberTyped(text);
  return quantity !== null && quantity >= MIN_QUANTITY ? allowedQuantity(quantity) : null;
}

export function isDeliveryComplete(cart: Cart): boolean {
  return (
    cart.deliveryOption === "pickup" || (cart.deliveryAddress.trim() !== "" && cart.deliveryPhoneNumber.trim() !== "")
  );
}

/** The parts of an address beside the street. */
export type AddressPart = "deliveryUnit" | "deliveryCity" | "deliveryZip" | "driverNote";

export const MAX_CHARACTERS_OF_DRIVER_NOTE = 300;

/** Whether the delivery's phone number is in none of the usual forms. It is confirmed once, and kept as typed. */
export function isPhoneUnreadable(cart: Cart): boolean {
  return cart.deliveryOption === "delivery" && phoneDigits(cart.deliveryPhoneNumber) === null;
}

function allowedQuantity(quantity: number): number {
  return Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, Math.trunc(quantity)));
}
