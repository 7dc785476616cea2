import type { QuantityPrice } from "#app/features/catalog/quantity-price.ts";
import { t } from "#app/messages/t.ts";
import type { Amount } from "#app/values/amount.ts";
import { moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { type Cart, type CartItem, type ItemWeight, lineKey } from "./cart.ts";

/** Prices by quantity of a cart line. */
export type LineQuantityPrices = { prices: readonly QuantityPrice[]; unitCents: number };

/** Current catalog data of a product in the cart. */
export interface CurrentProduct {
  id: number;
  /** Size of the cart line; null without one. */
  size: { id: number } | null;
  choiceIds?: readonly number[];
  /** Whether the line's choices are no longer offered, or a required choice is missing. */
  needsChoice?: boolean;
  /** Whether the product now comes in sizes and the line has none. */
  needsSize: boolean;
  /** Prefix of its category; absent or null if unknown. */
  category?: string | null;
  /** Measurement of one; absent or null if unknown. */
  amount?: Amount | null;
  /** Its name with its choices, in the language of the page; absent if unknown. */
  name?: string;
  /** Label of its size, in the language of the page; absent if unknown. */
  sizeLabel?: string | undefined;
  /** Size of its package, such as "20 lb"; absent if unknown, or if it comes in sizes. */
  packSize?: string | undefined;
  /** Language of the name, if it is not the page's. */
  nameLang?: "en" | undefined;
  /** Path of the product's page; absent or null if unknown. */
  path?: string | null;
  /** Its prices by quantity, with the price of one without choices; absent if unknown, or without any. */
  quantity?: LineQuantityPrices | undefined;
  /** Whether SNAP EBT pays for it in the store; absent if unknown. */
  isSnapEligible?: boolean;
  /** Null when it is no longer for sale. */
  priceCents: number | null;
  /** Set for products sold by weight. */
  weight?: ItemWeight;
  isSoldOut: boolean;
  /** Available quantity; null if stock is not counted, or unknown. */
  quantityLeft: number | null;
}

/**
 * Returns the cart with current prices and with names in the language of the page, and a sentence for each change. A
 * stored name may be in another language, because it is stored as it was shown.
 */
export function atCurrentPrices(cart: Cart, current: readonly CurrentProduct[]): { cart: Cart; changes: string[] } {
  const known = new Map(current.map((product) => [lineKey(product), product]));
  const items: CartItem[] = [];
  const changes: string[] = [];
  let isRenamed = false;
  for (const stored of cart.items) {
    const latest = known.get(lineKey(stored));
    const item = renamed(stored, latest);
    isRenamed ||= item !== stored;
    const now = latest?.priceCents;
    const name = sizedName(item.name, item.size?.label);
    if (latest?.needsSize) {
      changes.push(t("{name} now comes in sizes, so we removed it from your cart. Choose a size.", { name }));
    } else if (latest?.needsChoice) {
      changes.push(
        t("{name} can no longer be prepared like that, so we removed it from your cart. Choose again.", { name }),
      );
    } else if (now === undefined || now === item.priceCents) {
      items.push(item);
    } else if (now === null) {
      changes.push(t("{name} is no longer for sale, so we removed it from your cart.", { name }));
    } else {
      const { weight: _, ...rest } = item;
      items.push({ ...rest, priceCents: now, ...(latest?.weight ? { weight: latest.weight } : {}) });
      const before = moneyText(item.priceCents);
      changes.push(t("{name} now costs {price}; it was {before}.", { name, price: moneyText(now), before }));
    }
  }
  return changes.length === 0 && !isRenamed ? { cart, changes } : { cart: { ...cart, items }, changes };
}

function renamed(item: CartItem, latest: CurrentProduct | undefined): CartItem {
  const name = latest?.name ?? item.name;
  const label = latest?.sizeLabel ?? item.size?.label;
  if (name === item.name && label === item.size?.label) return item;
  return { ...item, name, size: item.size && { ...item.size, label: label ?? item.size.label } };
}
