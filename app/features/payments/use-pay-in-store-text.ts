import { use } from "react";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { type PayInStore, payInStoreText } from "./pay-in-store.ts";

/**
 * Returns the text about what the customer brings to the store, and until when; null for an order that is not paid
 * there.
 */
export function usePayInStoreText(payInStore: PayInStore | null): string | null {
  const timeZone = use(ShopTimeZone);
  const { acceptsSnap } = useStoreSettings();
  return payInStoreText(payInStore, timeZone, acceptsSnap);
}
