import { useQuery } from "@tanstack/react-query";
import { queryClient, readKey, untilShown } from "./reads.ts";

const PAUSE_MS = 5000;

/**
 * Polls while the data can change and the page is visible, and refetches when the visitor returns to the page. A failed
 * read keeps the displayed data. Returns the data.
 * @param initial data that the page was loaded with
 * @param pauseMs pause between two reads; five seconds by default
 */
export function usePolledQuery<Data>(
  key: readonly unknown[],
  initial: Data,
  read: () => Promise<Data>,
  canChange: (data: Data) => boolean,
  pauseMs: (data: Data) => number = () => PAUSE_MS,
): Data {
  const { data } = useQuery(
    {
      queryKey: readKey("polled", ...key),
      queryFn: read,
      initialData: initial,
      // The reads inside have their own retries.
      retry: false,
      refetchOnMount: false,
      // The next visit starts with the data of its own loader.
      gcTime: 0,
      refetchOnWindowFocus: ({ state }) => state.data !== undefined && canChange(state.data),
      refetchInterval: ({ state }) => (state.data !== undefined && canChange(state.data) ? pauseMs(state.data) : false),
    },
    queryClient,
  );
  return data === undefined ? initial : data;
}

/**
 * Reads only the polled data of the open page again after a write. Resolves when the page shows it, without waiting for
 * other reads, such as the alerts of the back office.
 */
export async function refreshPolled(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: readKey("polled") });
  await untilShown();
}
