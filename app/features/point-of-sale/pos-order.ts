import { type ChoiceGroup, choicesCents, chosenOf, nameWithChoices } from "#app/features/catalog/choice-groups.ts";
import { currentPriceCents, type ProductSummary } from "#app/features/catalog/product.ts";
import { currentPerPoundCents } from "#app/features/catalog/product-size.ts";
import { poundsCents, type Weight } from "#app/features/catalog/sold-by-weight.ts";
import type { SubstitutionPreference } from "#app/features/catalog/substitution-preference.ts";
import { t } from "#app/messages/t.ts";
import { isEmailAddress, phoneDigits } from "#app/values/contact.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Product, or size of a product, that can be added to an order. */
export interface PosItem {
  productId: number;
  size: { id: number; label: string } | null;
  choiceGroups: readonly ChoiceGroup[];
  /** Chosen cut and preparation, which are part of the name. */
  choiceIds: readonly number[];
  name: string;
  imageUrl: string;
  /** For a product sold by weight, the maximum that one unit can cost. */
  unitPriceCents: number;
  /** Null for a product sold by the piece. */
  weight: (Weight & { perPoundCents: number }) | null;
  /** Surcharge of its choices, in cents. */
  addedCents: number;
  isSoldOut: boolean;
}

export interface PosLine extends PosItem {
  key: string;
  quantity: number;
  /** Weight of the single piece; null if it is not weighed yet, or sold by the piece. */
  pounds: number | null;
  /** Lower price of one piece that staff gave; absent without one. */
  changed?: { priceCents: number; reason: string };
}

export const MAX_OF_A_LINE = 999;

/** Returns a product without sizes as one item, and any other as one item per size. */
export function posProductsOf(product: ProductSummary): PosItem[] {
  const { id: productId, name, image, choiceGroups } = product;
  const common = { productId, choiceGroups, choiceIds: [], addedCents: 0, name, imageUrl: image };
  if (product.sizes.length === 0) {
    const { isSoldOut } = product;
    return [
      { ...common, size: null, unitPriceCents: currentPriceCents(product), weight: weightOf(product), isSoldOut },
    ];
  }
  return product.sizes.map((size) => ({
    ...common,
    size: { id: size.id, label: size.label },
    unitPriceCents: currentPriceCents(size),
    weight: weightOf(size),
    isSoldOut: size.isSoldOut || product.isSoldOut,
  }));
}

function weightOf(offer: Pick<ProductSummary, "weight" | "perPound">): PosItem["weight"] {
  const perPoundCents = currentPerPoundCents(offer);
  if (!offer.weight || perPoundCents === undefined) return null;
  return { ...offer.weight, perPoundCents };
}

/** Returns the item with these choices, and the name and price that follow from them. */
export function withChoices(item: PosItem, choiceIds: readonly number[]): PosItem {
  const addedCents = choicesCents(chosenOf(item.choiceGroups, choiceIds));
  return {
    ...item,
    choiceIds,
    addedCents,
    name: nameWithChoices(item.name, item.choiceGroups, choiceIds),
    unitPriceCents: item.unitPriceCents + addedCents,
  };
}

export function productKey({ productId, size, choiceIds }: Pick<PosItem, "productId" | "size" | "choiceIds">): string {
  return [`${productId}-${size?.id ?? 0}`, ...choiceIds].join("+");
}

export function productName({ name, size }: Pick<PosItem, "name" | "size">): string {
  return sizedName(name, size?.label);
}

/**
 * Adds units of a product, or one weighed piece, which gets its own line.
 * @param pounds weight of the piece; null for a product sold by the piece
 */
export function addPosProduct(
  lines: readonly PosLine[],
  item: PosItem,
  pounds: number | null = null,
  quantity = 1,
): PosLine[] {
  const key = productKey(item);
  if (pounds !== null) return [...lines, { ...item, key: freeKey(lines, key), quantity: 1, pounds }];
  const there = lines.find((line) => line.key === key);
  if (!there) return [...lines, { ...item, key, quantity, pounds }];
  return setQuantity(lines, key, there.quantity + quantity);
}

/** Reads a quantity in front of what is typed: "3 * yam", or "3 *" before a tile or a scan. */
export function timesTyped(typed: string): { quantity: number; words: string } {
  const [, times, words] = /^\s*([1-9]\d{0,2})\s*\*\s*(.*)$/s.exec(typed) ?? [];
  return times ? { quantity: Number(times), words: (words ?? "").trim() } : { quantity: 1, words: typed.trim() };
}

/** Sets a line's quantity; a quantity below 1 removes the line. */
export function setQuantity(lines: readonly PosLine[], key: string, quantity: number): PosLine[] {
  return lines.flatMap((line) => {
    if (line.key !== key) return [line];
    return quantity < 1 ? [] : [{ ...line, quantity: Math.min(quantity, MAX_OF_A_LINE) }];
  });
}

/** Gives one piece of a line a lower price, with its reason. The line stays apart from the product's others. */
export function changePrice(
  lines: readonly PosLine[],
  key: string,
  changed: { priceCents: number; reason: string },
): PosLine[] {
  return lines.map((line) => (line.key === key ? { ...line, changed, key: freeKey(lines, key) } : line));
}

/** Returns whether every line sold by weight is weighed, so that the bag has an exact price. */
export function isWeighed(lines: readonly PosLine[]): boolean {
  return lines.every(({ weight, pounds }) => weight === null || pounds !== null);
}

/** Returns the catalog's price of one piece of a line, in cents. */
export function pieceCents(line: PosLine): number {
  return fullCents({ ...line, quantity: 1 });
}

/** Returns a key for a line that stays apart from the product's other lines. */
function freeKey(lines: readonly PosLine[], key: string): string {
  const isTaken = (number: number) => lines.some((line) => line.key === `${key}#${number}`);
  let number = 1;
  while (isTaken(number)) number += 1;
  return `${key}#${number}`;
}

/** Returns the price of a line, in cents: by its weight, or the maximum while it is not weighed. */
export function lineCents(line: Omit<PosLine, "key">): number {
  return line.changed ? line.changed.priceCents * line.quantity : fullCents(line);
}

function fullCents({ unitPriceCents, addedCents, quantity, pounds, weight }: Omit<PosLine, "key" | "changed">): number {
  if (pounds === null || weight === null) return unitPriceCents * quantity;
  return poundsCents(weight.perPoundCents, pounds) + addedCents;
}

/** Form values of an order by phone or in the store, without its products. */
export type PosDraft = typeof EMPTY_DRAFT;

export const EMPTY_DRAFT = {
  name: "",
  phone: "",
  email: "",
  kind: "pickup" as "pickup" | "delivery",
  /** Start of a window; empty for none. */
  windowStartsAt: "",
  street: "",
  unit: "",
  city: "",
  zip: "",
  driverNote: "",
  preference: null as SubstitutionPreference | null,
  note: "",
};

/** Name on an order of a walk-in customer who gave no name. */
const WALK_IN = "Walk-in";

/** Returns the typed name, or "Walk-in" for a pickup without a later time; empty if a name is required but missing. */
export function customerName({ name, kind, windowStartsAt }: PosDraft): string {
  return name.trim() === "" && kind === "pickup" && windowStartsAt === "" ? WALK_IN : name.trim();
}

/** Returns the amounts in notes that a customer is likely to hand over: the next multiple of $20, and the one after. */
export function likelyCash(dueCents: number): number[] {
  const note = 2000;
  const first = Math.ceil(dueCents / note) * note;
  return [...(first === dueCents ? [] : [first]), first + note];
}

/** Returns error messages by field name; the database makes the final check. */
export function draftProblems(draft: PosDraft, hasDeliveryWindows: boolean): Partial<Record<keyof PosDraft, string>> {
  const isDelivery = draft.kind === "delivery";
  const problems: Partial<Record<keyof PosDraft, string>> = {};
  if (customerName(draft) === "") problems.name = t("Enter the customer's name.");
  if (draft.phone.trim() !== "" && phoneDigits(draft.phone) === null) {
    problems.phone = t("Phone number must be 10 digits");
  } else if (isDelivery && draft.phone.trim() === "") problems.phone = t("A delivery needs a phone number.");
  if (draft.email.trim() !== "" && !isEmailAddress(draft.email.trim())) {
    problems.email = t("Please enter a valid email address.");
  }
  if (isDelivery && !/^\s*\d{5}(-\d{4})?\s*$/.test(draft.zip)) problems.zip = t("Enter the ZIP code.");
  if (isDelivery && draft.street.trim() === "") problems.street = t("Enter street and number.");
  if (isDelivery && hasDeliveryWindows && draft.windowStartsAt === "") {
    problems.windowStartsAt = t("Choose a delivery time.");
  }
  return problems;
}
