/** How a page was found and how long it took, in milliseconds. */
export interface PageTiming {
  /**
   * `hit`: cached and current; `unchanged`: checked after a change of content, and sent as it was; `rendered`; `stale`:
   * outdated, because it cannot be rendered now.
   */
  cache: "hit" | "unchanged" | "rendered" | "stale";
  /** Waiting for a turn to render. */
  queueMs: number;
  /** Rendering and compressing, the reads included. */
  renderMs: number;
  /** Waiting for the data service. */
  databaseMs: number;
}

export const CACHE_HIT: PageTiming = { cache: "hit", queueMs: 0, renderMs: 0, databaseMs: 0 };

/** Returns the value of a `Server-Timing` header (https://www.w3.org/TR/server-timing/). */
export function serverTiming({ cache, queueMs, renderMs, databaseMs }: PageTiming): string {
  if (cache === "hit" || cache === "stale") return `cache;desc=${cache}`;
  const parts = { queue: queueMs, render: renderMs, database: databaseMs };
  return [`cache;desc=${cache}`, ...Object.entries(parts).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)].join(
    ", ",
  );
}
