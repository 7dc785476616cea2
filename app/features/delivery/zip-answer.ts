import { t } from "#app/messages/t.ts";
import { moneyText, priceWords } from "#app/values/money.ts";
import type { checkZip } from "./delivery-queries.ts";

/** Delivery terms of a ZIP code. */
export type ZipAnswer = Awaited<ReturnType<typeof checkZip>>;

/** Parses a ZIP code, with or without its four additional digits; null if it is none. */
export function zipFrom(typed: string): string | null {
  return /^\s*(\d{5})(?:-\d{4})?\s*$/.exec(typed)?.[1] ?? null;
}

/**
 * Returns a sentence such as "77338 Humble, 5.7 miles: delivery costs $5, free from $100; next delivery tomorrow 2 to 4
 * PM."
 * @param nextTime next delivery time, such as "Tomorrow 2 to 4 PM"; null if unknown or not chosen
 */
export function zipSentence(answer: ZipAnswer, nextTime: string | null = null): string {
  const { minOrderCents, outcome } = answer;
  const isServed = outcome === "delivered" || outcome === "contact";
  const parts = [
    termsText(answer),
    ...(isServed && minOrderCents > 0 ? [t("minimum order {price}", { price: priceWords(minOrderCents) })] : []),
    ...(isServed && nextTime !== null ? [t("next delivery {time}", { time: midSentence(nextTime) })] : []),
  ];
  return `${placeText(answer)}: ${parts.join("; ")}.`;
}

/** Returns "tomorrow 2 to 4 PM" for "Tomorrow 2 to 4 PM"; names of weekdays keep their capital. */
function midSentence(time: string): string {
  const startsLower = [t("Today"), t("Tomorrow")].some((day) => time.startsWith(day));
  return startsLower ? time.slice(0, 1).toLowerCase() + time.slice(1) : time;
}

/** Returns the city to fill in with the ZIP code; null if unknown or if the store does not deliver there. */
export function servedCity({ city, outcome }: ZipAnswer): string | null {
  return outcome === "pickup_only" ? null : city;
}

/** Returns the product total from which delivery becomes free; null if it is always or never free. */
export function freeFromCents(answer: ZipAnswer): number | null {
  return answer.outcome === "delivered" && answer.feeCents !== 0 ? answer.freeFromCents : null;
}

/** Returns why products with that total cannot be delivered there; null if they can. */
export function undeliverableText({ zip, outcome, minOrderCents }: ZipAnswer, productsCents: number): string | null {
  if (outcome === "pickup_only") return t("We don't deliver to {zip}. Choose pickup.", { zip });
  if (outcome === "unknown" || productsCents >= minOrderCents) return null;
  return t("{missing} more for delivery: we deliver to {zip} from {price} on.", {
    missing: moneyText(minOrderCents - productsCents),
    zip,
    price: priceWords(minOrderCents),
  });
}

function placeText({ zip, city, miles }: ZipAnswer): string {
  const place = city === null ? zip : `${zip} ${city}`;
  return miles === null ? place : `${place}, ${milesText(miles)}`;
}

function termsText({ outcome, feeCents, freeFromCents, nearestZone }: ZipAnswer): string {
  switch (outcome) {
    case "unknown":
      return t("we don't know this ZIP code; check it for typos");
    case "pickup_only":
      return nearestZone
        ? t("we don't deliver there; the nearest delivery area is “{zone}”, {distance} away", {
            zone: nearestZone.name,
            distance: milesText(nearestZone.miles),
          })
        : t("we don't deliver there");
    case "contact":
      return t("our team will contact you about delivery");
    case "delivered":
      return feeText(feeCents, freeFromCents);
  }
}

function feeText(feeCents: number | null, freeFromCents: number | null): string {
  if (feeCents === 0 || freeFromCents === 0) return t("delivery is free");
  if (feeCents === null) {
    return t("free from {price}; below that, our team will contact you", { price: priceWords(freeFromCents ?? 0) });
  }
  const fee = priceWords(feeCents);
  if (freeFromCents === null) return t("delivery costs {fee}", { fee });
  return t("delivery costs {fee}, free from {price}", { fee, price: priceWords(freeFromCents) });
}

function milesText(miles: number): string {
  return t("{miles, plural, one {# mile} other {# miles}}", { miles });
}
