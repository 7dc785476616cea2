import { useEffect, useState } from "react";

/**
 * Returns whether so much time has passed since the component was mounted, or since the key last changed.
 * @param key null never elapses
 */
export function useElapsed(ms: number, key: string | number | null = ""): boolean {
  const [elapsed, setElapsed] = useState<string | number | null>(null);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setElapsed(key), ms);
    return () => {
      clearTimeout(timer);
      setElapsed(null);
    };
  }, [ms, key]);
  return key !== null && elapsed === key;
}
