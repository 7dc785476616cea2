import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { priceWords } from "#app/values/money.ts";
import type { Zone } from "./zone-draft.ts";

type Promised = Pick<StoreSettings, "freeDeliveryMinimumCents" | "freeDeliveryMilesHome" | "freeDeliveryMilesCart">;

/**
 * Returns the warning while the delivery terms promise more than the zones; null otherwise. Zones by ZIP code are
 * ignored, because only the database knows their distance.
 */
export function promiseWarning(zones: readonly Zone[], promise: Promised): string | null {
  if (zones.length === 0) return null;
  const promised = Math.max(promise.freeDeliveryMilesHome, promise.freeDeliveryMilesCart);
  const freeMiles = freeDeliveryMiles(zones, promise.freeDeliveryMinimumCents);
  if (freeMiles >= promised) return null;
  const minimum = priceWords(promise.freeDeliveryMinimumCents);
  const reach = freeMiles === 0 ? "nowhere" : `only up to ${freeMiles} ${freeMiles === 1 ? "mile" : "miles"}`;
  return `The store settings promise free delivery from ${minimum} within ${promised} miles, but the zones offer it ${reach}. Change one of them.`;
}

/** Returns the radius within which delivery is free from that amount on, in all zones by miles. */
function freeDeliveryMiles(zones: readonly Zone[], minimumCents: number): number {
  let freeMiles = 0;
  for (const zone of zones.toSorted((one, other) => (one.maxMiles ?? 0) - (other.maxMiles ?? 0))) {
    // The smallest radius counts, so that each zone is the ring around the one before.
    if (zone.maxMiles === null || zone.maxMiles === freeMiles) continue;
    if (!isFreeFrom(zone, minimumCents)) break;
    freeMiles = zone.maxMiles;
  }
  return freeMiles;
}

function isFreeFrom({ feeCents, freeFromCents, minOrderCents }: Zone, cents: number): boolean {
  return minOrderCents <= cents && (feeCents === 0 || (freeFromCents !== null && freeFromCents <= cents));
}
