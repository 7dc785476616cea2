import { moneyText, priceWords } from "#app/values/money.ts";

/** Response of the store about a ZIP code. */
export interface ZipAnswer {
  zip: string;
  /** Null for an unknown ZIP code. */
  city: string | null;
  /** From the store to the center of the ZIP code, in a straight line. */
  miles: number | null;
  /**
   * delivered: for the fee, or free from an amount on; contact: the team will contact the customer; pickup_only: no
   * delivery there; unknown: no such ZIP code.
   */
  outcome: "delivered" | "contact" | "pickup_only" | "unknown";
  /** Null: under `freeFromCents` the team gets in touch. */
  feeCents: number | null;
  /** Null: never. */
  freeFromCents: number | null;
  minOrderCents: number;
  /** The zone closest to a ZIP code outside of all zones, with the miles to it; null otherwise. */
  nearestZone: { name: string; miles: number } | null;
}

/** The ZIP code in what was typed, with or without its four more digits; null when there is none. */
export function zipFrom(typed: string): string | null {
  return /^\s*(\d{5})(?:-\d{4})?\s*$/.exec(typed)?.[1] ?? null;
}

/**
 * "77338 Humble, 5.7 miles: delivery costs $5, free from $100; next delivery tomorrow 2 to 4 PM."
 * @param nextTime next delivery time as in "Tomorrow 2 to 4 PM"; null if unknown or not chosen
 */
export function zipSentence(answer: ZipAnswer, nextTime: string | null = null): string {
  const { minOrderCents, outcome } = answer;
  const isServed = outcome === "delivered" || outcome === "contact";
  const parts = [
    termsText(answer),
    ...(isServed && minOrderCents > 0 ? [`minimum order ${priceWords(minOrderCents)}`] : []),
    ...(isServed && nextTime !== null ? [`next delivery ${nextTime.replace(/^To/, "to")}`] : []),
  ];
  return `${placeText(answer)}: ${parts.join("; ")}.`;
}

/** Returns the product total from which delivery becomes free; null if it is always or never free. */
export function freeFromCents(answer: ZipAnswer): number | null {
  return answer.outcome === "delivered" && answer.feeCents !== 0 ? answer.freeFromCents : null;
}

/** Returns why products of that many cents cannot be delivered there; null if they can. */
export function undeliverableText({ zip, outcome, minOrderCents }: ZipAnswer, productsCents: number): string | null {
  if (outcome === "pickup_only") return `We don't deliver to ${zip}. Choose pickup.`;
  if (outcome === "unknown" || productsCents >= minOrderCents) return null;
  return `${moneyText(minOrderCents - productsCents)} more for delivery: we deliver to ${zip} from ${priceWords(minOrderCents)} on.`;
}

function placeText({ zip, city, miles }: ZipAnswer): string {
  const place = city === null ? zip : `${zip} ${city}`;
  return miles === null ? place : `${place}, ${milesText(miles)}`;
}

function termsText({ outcome, feeCents, freeFromCents, nearestZone }: ZipAnswer): string {
  switch (outcome) {
    case "unknown":
      return "we don't know this ZIP code; check it for typos";
    case "pickup_only":
      return nearestZone
        ? `we don't deliver there; the nearest delivery area is “${nearestZone.name}”, ${milesText(nearestZone.miles)} away`
        : "we don't deliver there";
    case "contact":
      return "our team will contact you about delivery";
    case "delivered":
      return feeText(feeCents, freeFromCents);
  }
}

function feeText(feeCents: number | null, freeFromCents: number | null): string {
  if (feeCents === 0 || freeFromCents === 0) return "delivery is free";
  if (feeCents === null) return `free from ${priceWords(freeFromCents ?? 0)}; below that, our team will contact you`;
  const fee = `delivery costs ${priceWords(feeCents)}`;
  return freeFromCents === null ? fee : `${fee}, free from ${priceWords(freeFromCents)}`;
}

function milesText(miles: number): string {
  return `${miles.toLocaleString("en-US")} ${miles === 1 ? "mile" : "miles"}`;
}
