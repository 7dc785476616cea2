import { useQuery } from "@tanstack/react-query";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";
import { hasCodes } from "./item-codes.ts";

/** Returns whether any product has a barcode or an SKU; false until known. For staff. */
export function useHasCodes(): boolean {
  const { data = false } = useQuery(
    { queryKey: readKey("any-codes"), queryFn: () => hasCodes(getBrowserData()), retry: false },
    queryClient,
  );
  return data;
}
