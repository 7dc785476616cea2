import type { BrowserData } from "#app/platform/browser-data.ts";
import type { StructuredData } from "#app/platform/structured-data.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { amountText, centsFrom } from "#app/values/money.ts";

/** ZIP codes with the same delivery terms and a fixed fee. */
export type DeliveryArea = Awaited<ReturnType<typeof listDeliveryAreas>>[number];

/** Returns the areas with a fixed fee. @throws when they cannot be read */
export async function listDeliveryAreas(calls: Pick<BrowserData["rest"], "rpc">) {
  const rows = tableRows(await calls.rpc("list_delivery_areas"));
  return rows.map(({ zips, fee, free_from, min_order }) => ({
    zips,
    feeCents: centsFrom(fee),
    /** Product total from which delivery is free; null if it never is. */
    freeFromCents: centsFrom(free_from),
    /** Minimum product total for a delivery. */
    minOrderCents: centsFrom(min_order),
  }));
}

/**
 * Returns structured data of the store's delivery rates, by ZIP code and order total, as part of the store that the
 * home page describes; null without areas. It has no delivery times, because customers choose them.
 * @see https://developers.google.com/search/docs/appearance/structured-data/shipping-policy
 */
export function deliveryData(
  areas: readonly DeliveryArea[],
  store: { name: string; origin: string },
): StructuredData | null {
  if (areas.length === 0) return null;
  return {
    "@context": "https://schema.org",
    "@type": "GroceryStore",
    "@id": `${store.origin}/#store`,
    name: store.name,
    url: `${store.origin}/home`,
    hasShippingService: {
      "@type": "ShippingService",
      name: "Local delivery",
      fulfillmentType: "https://schema.org/FulfillmentTypeDelivery",
      shippingConditions: areas.flatMap(conditionsOf),
    },
  };
}

function conditionsOf({ zips, feeCents, freeFromCents, minOrderCents }: DeliveryArea) {
  const freeCents = feeCents === 0 ? 0 : freeFromCents;
  const condition = (fromCents: number, untilCents: number | null, terms: object) =>
    untilCents !== null && fromCents >= untilCents
      ? []
      : [
          {
            "@type": "ShippingConditions",
            shippingDestination: { "@type": "DefinedRegion", addressCountry: "US", postalCode: zips },
            ...(fromCents === 0 && untilCents === null ? {} : { orderValue: orderValue(fromCents, untilCents) }),
            ...terms,
          },
        ];
  const rate = (cents: number) => ({
    shippingRate: { "@type": "MonetaryAmount", value: amountText(cents), currency: "USD" },
  });
  return [
    ...condition(0, minOrderCents, { doesNotShip: true }),
    ...condition(minOrderCents, freeCents, rate(feeCents)),
    ...(freeCents === null ? [] : condition(Math.max(minOrderCents, freeCents), null, rate(0))),
  ];
}

/** @param untilCents exclusive upper limit; null without one */
function orderValue(fromCents: number, untilCents: number | null) {
  return {
    "@type": "MonetaryAmount",
    minValue: amountText(fromCents),
    ...(untilCents === null ? {} : { maxValue: amountText(untilCents - 1) }),
    currency: "USD",
  };
}
