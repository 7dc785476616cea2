import type { JobContext } from "./job.ts";

/**
 * Refreshes prices and pages after offers started or ended.
 * @param wakeIn called with the milliseconds until the next offer starts or ends, if any
 * @returns the number of offers that started or ended
 */
export async function refreshOffers(work: JobContext, wakeIn: (ms: number) => void): Promise<number> {
  const [renewed] = await work.data.call("refresh_due_offers");
  if (renewed?.next_in_ms != null) wakeIn(renewed.next_in_ms);
  return renewed?.refreshed_count ?? 0;
}
