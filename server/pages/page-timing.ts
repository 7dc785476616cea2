import type { PageTiming } from "#server/observe/events.ts";

export const CACHE_HIT: PageTiming = { cache: "hit", queueMs: 0, renderMs: 0, databaseMs: 0 };

/** Returns the value of a `Server-Timing` header (https://www.w3.org/TR/server-timing/). */
export function serverTiming({ cache, queueMs, renderMs, databaseMs }: PageTiming): string {
  if (cache === "hit" || cache === "stale") return `cache;desc=${cache}`;
  const parts = { queue: queueMs, render: renderMs, database: databaseMs };
  return [`cache;desc=${cache}`, ...Object.entries(parts).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)].join(
    ", ",
  );
}
