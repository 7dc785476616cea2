import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { queryClient, readKey } from "./reads.ts";

/**
 * Reads data for a component, again whenever the key changes.
 * @param key continues the account's key, see {@link readKey}
 * @param read function whose reads retry on their own, so the query does not
 */
export function useRead<Data>(
  key: readonly unknown[],
  read: () => Promise<Data>,
  options: Omit<UseQueryOptions<Data>, "queryKey" | "queryFn"> = {},
) {
  return useQuery({ queryKey: readKey(...key), queryFn: read, retry: false, ...options }, queryClient);
}
