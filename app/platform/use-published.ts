import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { randomUuid } from "#app/values/ids.ts";
import { queryClient, readKey } from "./reads.ts";

/**
 * Loads a public page again after a write until it shows the change: public pages come from the server's cache, which
 * looks for changes at most once a second.
 * @param shown what the page shows now
 * @returns a function that resolves when `isUpToDate` accepts what is shown, when the visitor has left the page, or
 *   after eight tries
 */
export function usePublished<Shown>(shown: Shown): (isUpToDate: (shown: Shown) => boolean) => Promise<void> {
  const { revalidate } = useRevalidator();
  const latest = useRef<{ shown: Shown } | null>(null);

  // The retries below run outside of React.
  useEffect(() => {
    latest.current = { shown };
    return () => {
      latest.current = null;
    };
  }, [shown]);

  return async (isUpToDate) => {
    let hasLoaded = false;
    await queryClient
      .fetchQuery({
        queryKey: readKey("published", randomUuid()),
        queryFn: async () => {
          if (hasLoaded && (latest.current === null || isUpToDate(latest.current.shown))) return true;
          await revalidate();
          hasLoaded = true;
          throw new Error("The page does not show the change yet.");
        },
        retry: 8,
        retryDelay: 300,
        gcTime: 0,
      })
      .catch(() => undefined);
  };
}
