import { useRef } from "react";
import type { Cart } from "#app/features/cart/cart.ts";
import { changeDelivery } from "#app/features/cart/cart-store.ts";
import { useZipAnswer, type ZipLookup } from "#app/features/delivery/use-zip-answer.ts";
import { servedCity } from "#app/features/delivery/zip-answer.ts";

/** Returns the terms of the cart's ZIP code, and fills in its city; null for pickup and until they are known. */
export function useDeliveryAnswer({ deliveryOption, deliveryZip, deliveryCity }: Cart): ZipLookup {
  // A suggested city is replaced when the ZIP code changes; a typed one is kept.
  const suggestedCity = useRef("");
  return useZipAnswer(deliveryOption === "delivery" ? deliveryZip : "", (answer) => {
    const city = servedCity(answer);
    if (city === null) return;
    if (deliveryCity === "" || deliveryCity === suggestedCity.current) changeDelivery({ deliveryCity: city });
    suggestedCity.current = city;
  });
}
