import { useEffect, useEffectEvent, useState } from "react";
import { errorText } from "#app/values/error-text.ts";

/** Delay before a query, so that not every keystroke starts one. */
const PAUSE_MS = 200;

/** Result of the query for a key. */
export type TypedQuery<Data> = { key: string; data: Data } | { key: string; problem: string };

/**
 * Queries again after each pause in typing, and drops responses to earlier keys.
 * @param key changes with everything that affects the query; null for no query
 * @param onData called with the data of the current key
 * @returns the last result, also while the next query runs; null without a key or a result
 */
export function useTypedQuery<Data>(
  key: string | null,
  query: () => Promise<Data>,
  pauseMs = PAUSE_MS,
  onData?: ((data: Data) => void) | undefined,
): TypedQuery<Data> | null {
  const [result, setResult] = useState<TypedQuery<Data> | null>(null);
  const run = useEffectEvent(query);
  const handleData = useEffectEvent((data: Data) => onData?.(data));
  // Queries the server after a timer.
  useEffect(() => {
    if (key === null) return setResult(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      run().then(
        (data) => {
          if (!isCurrent) return;
          setResult({ key, data });
          handleData(data);
        },
        (error: unknown) => isCurrent && setResult({ key, problem: errorText(error) }),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, pauseMs]);
  return key === null ? null : result;
}
