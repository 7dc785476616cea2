/** Answer to a search that asks about the store, not for a product. */
export interface SearchAnswer {
  title: string;
  text: string;
  path: string;
  linkText: string;
}

const CONTACT = { path: "/contact", linkText: "Contact us" };
const DELIVERY = { path: "/delivery-and-returns", linkText: "Delivery and returns" };

const EBT = {
  title: "EBT and SNAP",
  text: "You can't pay with EBT online. Ask us about paying with it in the store.",
  ...CONTACT,
};

/** `isAboutSnap`: a store that accepts SNAP EBT has a text of its own. */
const ANSWERS: readonly (SearchAnswer & { searches: readonly string[]; isAboutSnap?: boolean })[] = [
  {
    searches: ["ebt", "snap", "food stamp", "lone star card", "cupones de alimentos"],
    isAboutSnap: true,
    ...EBT,
  },
  { searches: ["wic"], ...EBT },
  {
    searches: ["gift card", "giftcard", "gift certificate", "tarjeta de regalo"],
    title: "Gift cards",
    text: "We don't sell gift cards online. Ask us about them in the store.",
    ...CONTACT,
  },
  {
    searches: ["delivery", "shipping", "deliver", "ship", "entrega", "livraison"],
    title: "Delivery",
    text: "See where we deliver, when, and what it costs.",
    ...DELIVERY,
  },
  {
    searches: ["return", "return policy", "refund", "exchange", "devolucion"],
    title: "Returns and refunds",
    text: "See what you can bring back, and when you get your money.",
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
    title: "Hours and address",
    text: "See our hours, address, phone number, and a map.",
    ...CONTACT,
  },
  {
    searches: ["my order", "order status", "track order", "track my order", "where is my order"],
    title: "Your orders",
    text: "Log in to see your orders, or use the link in your order email.",
    path: "/auth",
    linkText: "Your account",
  },
];

const BY_SEARCH = new Map(ANSWERS.flatMap((answer) => answer.searches.map((search) => [search, answer] as const)));

/**
 * Returns the answer to a search about the store, or null.
 * @param words as `searchWords` writes them
 * @param snapText of a store that accepts SNAP EBT; null in others
 */
export function findAnswer(words: string, snapText: string | null): SearchAnswer | null {
  const answer = BY_SEARCH.get(words) ?? BY_SEARCH.get(words.replace(/s$/, ""));
  if (!answer) return null;
  return answer.isAboutSnap && snapText !== null ? { ...answer, text: snapText } : answer;
}
