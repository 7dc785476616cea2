import { useQuery } from "@tanstack/react-query";
import { queryClient, readKey, untilShown } from "./reads.ts";

const PAUSE_MS = 5000;

/**
 * Reads again while the data can change and the page is visible, and at once when the visitor comes back to it. A read
 * that fails leaves what is shown.
 * @param initial the data that the page loaded with
 * @param pauseMs between two reads; five seconds by default
 */
export function usePolledQuery<Data>(
  key: readonly unknown[],
  initial: Data,
  read: () => Promise<Data>,
  canChange: (data: Data) => boolean,
  pauseMs: (data: Data) => number = () => PAUSE_MS,
): { data: Data; refresh: () => Promise<void> } {
  const { data, refetch } = useQuery(
    {
      queryKey: readKey("polled", ...key),
      queryFn: read,
      initialData: initial,
      // The reads inside retry by themselves.
      retry: false,
      refetchOnMount: false,
      // The next visit begins with what its own loader read.
      gcTime: 0,
      refetchOnWindowFocus: ({ state }) => state.data !== undefined && canChange(state.data),
      refetchInterval: ({ state }) => (state.data !== undefined && canChange(state.data) ? pauseMs(state.data) : false),
    },
    queryClient,
  );
  return {
    data: data === undefined ? initial : data,
    refresh: async () => {
      await refetch();
      await untilShown();
    },
  };
}
