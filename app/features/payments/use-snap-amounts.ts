import { useQuery } from "@tanstack/react-query";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";
import { listSnapAmounts } from "./snap-amount-queries.ts";

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Returns how much of each order SNAP EBT may pay, in cents; empty if the store does not accept it.
 * @param version version of the orders; a change reads the amounts again
 */
export function useSnapAmounts(orderIds: readonly string[], version = ""): ReadonlyMap<string, number> {
  const { acceptsSnap } = useStoreSettings();
  const { data } = useQuery(
    {
      queryKey: readKey("snap-amounts", ...orderIds, version),
      queryFn: () => listSnapAmounts(getBrowserData(), orderIds),
      enabled: acceptsSnap && orderIds.length > 0,
      retry: false,
    },
    queryClient,
  );
  return data ?? NONE;
}
