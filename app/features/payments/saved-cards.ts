import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** A card saved at the payment provider. */
export interface SavedCard {
  id: string;
  /** The provider's name of the brand, such as `visa`. */
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
}

export interface SavedCards {
  /** Whether this session may save a card: the account's address is verified. */
  canSave: boolean;
  /** Newest first. */
  cards: readonly SavedCard[];
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/**
 * Reads the saved cards of the current user, which the server gets from the payment provider.
 * @throws when they cannot be read, or not in time
 */
export async function readSavedCards(data: BrowserData): Promise<SavedCards> {
  // No page waits longer for a slow provider.
  const response = await data.fetchApi("/saved-cards", { signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`The saved cards could not be read: ${response.status}.`);
  return (await response.json()) as SavedCards;
}

/** Reads the cards that the payment page offers; null if they cannot be read, because the card form is enough. */
export async function readOfferedCards(data: BrowserData): Promise<SavedCards | null> {
  try {
    const { canSave, cards } = await readSavedCards(data);
    return { canSave, cards: cards.filter((card) => !isExpired(card, new Date())) };
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** Removes a card; one that is already removed is no error. @throws when it cannot be removed */
export async function removeSavedCard(data: BrowserData, { id }: SavedCard): Promise<void> {
  const response = await data.fetchApi(`/saved-cards/${id}`, { method: "DELETE" });
  if (!response.ok && response.status !== 404) throw new Error(`The card could not be removed: ${response.status}.`);
}

export function isExpired({ expiryMonth, expiryYear }: SavedCard, now: Date): boolean {
  return new Date(expiryYear, expiryMonth, 1) <= now;
}

export function savedCardName({ brand, last4 }: SavedCard): string {
  return t("{brand} ending in {digits}", { brand: BRANDS[brand] ?? t("Card"), digits: last4 });
}

/** Returns the expiration as on the card, `04/34`. */
export function expiryText({ expiryMonth, expiryYear }: SavedCard): string {
  return `${String(expiryMonth).padStart(2, "0")}/${String(expiryYear % 100).padStart(2, "0")}`;
}
