import type { LineWeight } from "#app/features/catalog/sold-by-weight.ts";
import type { SubstitutionPreference } from "#app/features/catalog/substitution-preference.ts";
import { phoneDigits } from "#app/values/contact.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";

export type DeliveryOption = "pickup" | "delivery";

export type ChosenSize = { id: number; label: string };

export type ItemWeight = Omit<LineWeight, "packedPounds">;

export interface CartItem {
  /** The product's id; ids are unique across categories. */
  id: number;
  name: string;
  /** Chosen size; null for a product without sizes. */
  size: ChosenSize | null;
  /** Chosen cut and preparation, which are part of the name; absent without choices. */
  choiceIds?: readonly number[];
  /** The discount price if there is one, otherwise the regular price; includes the price of the choices. */
  priceCents: number;
  /** Set for products sold by weight, whose `priceCents` is the most that one can cost. */
  weight?: ItemWeight;
  image: string;
  quantity: number;
  /** Substitution preference; absent if that of the order applies. */
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
  /** Start of the chosen window; empty if none is chosen. */
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
/** Counted from the last change of the cart. */
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

/** Adds to the quantity of an existing line, or appends a new line. */
export function addItem(cart: Cart, item: Omit<CartItem, "quantity">, quantity = MIN_QUANTITY): Cart {
  return putBackItem(cart, { ...item, quantity: allowedQuantity(quantity) }, cart.items.length);
}

/** Restores a line at its former position. If the product was added again meanwhile, the quantities are added up. */
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
  return { ...cart, items: items.map((item) => ({ ...item, quantity: allowedQuantity(item.quantity) })) };
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

/** Returns the cart with these lines added; a line in both gets the larger quantity. */
export function withItems(cart: Cart, items: readonly CartItem[]): Cart {
  return items.reduce((filled, item) => {
    const { quantity, ...product } = item;
    const key = lineKey(item);
    const before = filled.items.find((line) => lineKey(line) === key)?.quantity;
    return setQuantity(before === undefined ? addItem(filled, product) : filled, key, Math.max(before ?? 0, quantity));
  }, cart);
}

export function setDeliveryOption(cart: Cart, deliveryOption: DeliveryOption): Cart {
  // Pickup and delivery have different windows.
  const windowStartsAt = deliveryOption === cart.deliveryOption ? cart.windowStartsAt : "";
  return { ...cart, deliveryOption, deliveryCostCents: 0, windowStartsAt };
}

/** Returns the quantity of a product in the cart, over all sizes and choices. */
export function countOf(cart: Cart, productId: number): number {
  return countItems({ ...cart, items: cart.items.filter(({ id }) => id === productId) });
}

export function countItems(cart: Cart): number {
  return cart.items.reduce((count, item) => count + item.quantity, 0);
}

export function totalCents(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.priceCents * item.quantity, 0) + cart.deliveryCostCents;
}

/** Parses a typed quantity; null if it is less than 1 or not a whole number. */
export function typedQuantity(text: string): number | null {
  const quantity = wholeNumberTyped(text);
  return quantity !== null && quantity >= MIN_QUANTITY ? allowedQuantity(quantity) : null;
}

export function isDeliveryComplete(cart: Cart): boolean {
  return (
    cart.deliveryOption === "pickup" || (cart.deliveryAddress.trim() !== "" && cart.deliveryPhoneNumber.trim() !== "")
  );
}

export const MAX_CHARACTERS_OF_DRIVER_NOTE = 300;

/**
 * Returns whether the delivery phone number is in no common format. The customer confirms such a number once, and it is
 * stored as typed.
 */
export function isPhoneUnreadable(cart: Cart): boolean {
  return cart.deliveryOption === "delivery" && phoneDigits(cart.deliveryPhoneNumber) === null;
}

function allowedQuantity(quantity: number): number {
  return Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, Math.trunc(quantity)));
}
