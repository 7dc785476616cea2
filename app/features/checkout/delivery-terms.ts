import { useRef } from "react";
import { type Cart, totalCents } from "#app/features/cart/cart.ts";
import { changeDelivery } from "#app/features/cart/change-cart.ts";
import { takesSuggestion, useZipAnswer, type ZipLookup } from "#app/features/delivery/use-zip-answer.ts";
import { freeFromCents, servedCity, type ZipAnswer } from "#app/features/delivery/zip-answer.ts";
import type { Quote } from "./amounts.ts";

/** Returns the terms of the cart's ZIP code, and fills in its city; null for pickup and until they are known. */
export function useDeliveryAnswer({ deliveryOption, deliveryZip, deliveryCity }: Cart): ZipLookup {
  // A suggested city is replaced when the ZIP code changes; a typed one is kept.
  const suggestedCity = useRef("");
  return useZipAnswer(deliveryOption === "delivery" ? deliveryZip : "", (answer) => {
    const city = servedCity(answer);
    if (city === null) return;
    if (takesSuggestion("deliveryCity", deliveryCity, suggestedCity.current)) changeDelivery({ deliveryCity: city });
    suggestedCity.current = city;
  });
}

/**
 * Returns what a cart says about its delivery.
 * @param answer terms of the ZIP code; null until they are known
 * @param quote current price of the cart; null until it is known
 * @param generalMinimumCents minimum for free delivery before a ZIP code is known; null if it depends on the ZIP code
 * @returns `minimumCents`: from where delivery is free, null if unknown or never; `isUndecided`: that minimum is
 *   reached, which is no promise before the ZIP code is known; `hasOwnTerms`: those of the zone replace the general ones
 */
export function deliveryTerms(
  cart: Cart,
  answer: ZipAnswer | null,
  quote: Quote | null,
  generalMinimumCents: number | null,
) {
  // Free delivery depends on the price of the products after the discount.
  const discountedCents = totalCents(cart) - (quote?.discountCents ?? 0);
  const isDelivery = cart.deliveryOption === "delivery";
  const hasFee = isDelivery && quote !== null && quote.deliveryCostCents > 0;
  const hasZoneFee = answer !== null && answer.feeCents !== null;
  const needsZip = isDelivery && (answer === null || answer.outcome === "unknown");
  const isLeftOut = isDelivery && !needsZip && quote !== null && !quote.isDeliveryIncluded;
  const minimumCents = answer ? freeFromCents(answer) : generalMinimumCents;
  const isUndecided = needsZip && minimumCents !== null && discountedCents >= minimumCents;
  return {
    discountedCents,
    hasOwnTerms: hasFee || hasZoneFee || answer?.outcome === "pickup_only",
    place: { isOutside: answer?.outcome === "contact" || isLeftOut, needsZip },
    isUndecided,
    // A fee that the response does not contain comes from a zone that was changed after the response.
    minimumCents: isUndecided || (hasFee && !hasZoneFee) ? null : minimumCents,
  };
}
