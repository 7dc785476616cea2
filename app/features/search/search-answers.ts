import { t } from "#app/messages/t.ts";

/** Answer to a search about the store instead of a product. */
export interface SearchAnswer {
  title: string;
  text: string;
  path: string;
  linkText: string;
}

const CONTACT = { path: "/contact", linkText: () => t("Contact us") };
const DELIVERY = { path: "/delivery-and-returns", linkText: () => t("Delivery and returns") };

const EBT = {
  title: () => t("EBT and SNAP"),
  text: () => t("You can't pay with EBT online. Ask us about paying with it in the store."),
  ...CONTACT,
};

type Answer = { [Key in keyof SearchAnswer]: Key extends "path" ? string : () => string };

/** Answers by search. `isAboutSnap` marks those that a store that accepts SNAP EBT replaces with its own text. */
const ANSWERS: readonly (Answer & { searches: readonly string[]; isAboutSnap?: boolean })[] = [
  { searches: ["ebt", "snap", "food stamp", "lone star card", "cupones de alimentos"], isAboutSnap: true, ...EBT },
  { searches: ["wic"], ...EBT },
  {
    searches: ["gift card", "giftcard", "gift certificate", "tarjeta de regalo"],
    title: () => t("Gift cards"),
    text: () => t("We don't sell gift cards online. Ask us about them in the store."),
    ...CONTACT,
  },
  {
    searches: ["delivery", "shipping", "deliver", "ship", "entrega", "livraison"],
    title: () => t("Delivery"),
    text: () => t("See where we deliver, when, and what it costs."),
    ...DELIVERY,
  },
  {
    searches: ["return", "return policy", "refund", "exchange", "devolucion"],
    title: () => t("Returns and refunds"),
    text: () => t("See what you can bring back, and when you get your money."),
    ...DELIVERY,
  },
  {
    searches: [
      "hour",
      "opening hour",
      "open",
      "open today",
      "open now",
      "address",
      "location",
      "direction",
      "phone",
      "phone number",
    ],
    title: () => t("Hours and address"),
    text: () => t("See our hours, address, phone number, and a map."),
    ...CONTACT,
  },
  {
    searches: ["my order", "order status", "track order", "track my order", "where is my order"],
    title: () => t("Your orders"),
    text: () => t("Log in to see your orders, or use the link in your order email."),
    path: "/auth",
    linkText: () => t("Your account"),
  },
];

const BY_SEARCH = new Map(ANSWERS.flatMap((answer) => answer.searches.map((search) => [search, answer] as const)));

/**
 * Returns the answer to a search about the store, or null.
 * @param words as normalized by `searchWords`
 * @param snapText text of a store that accepts SNAP EBT; null for other stores
 */
export function findAnswer(words: string, snapText: string | null): SearchAnswer | null {
  const answer = BY_SEARCH.get(words) ?? BY_SEARCH.get(words.replace(/s$/, ""));
  if (!answer) return null;
  const { path, title, text, linkText } = answer;
  const shown = answer.isAboutSnap ? (snapText ?? text()) : text();
  return { path, title: title(), text: shown, linkText: linkText() };
}
