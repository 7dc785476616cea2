import { setTimeout as pause } from "node:timers/promises";
import type { PostgrestError } from "@supabase/supabase-js";

/** A rejection that a retry does not change. */
class FinalError extends Error {}

/** Retries until the result is not null. */
export type Ask = <Answer>(attempt: () => Promise<Answer | null>) => Promise<Answer>;

/**
 * Returns a function that retries every 20 ms.
 * @param whenOpen resolves when the store is open; a restarted store has the same address
 * @param over ends all retries
 */
export function patientWith(whenOpen: () => Promise<unknown>, over: AbortSignal): Ask {
  return async (attempt) => {
    for (;;) {
      await whenOpen();
      over.throwIfAborted();
      const answer = await attempt().catch((error: unknown) => {
        if (error instanceof FinalError) throw error;
        return null;
      });
      if (answer !== null) return answer;
      await pause(20);
    }
  };
}

/** Returns the data service's result; null if the store or database was down. @throws FinalError if rejected */
export function answerOf<Data>({ data, error }: { data: Data; error: PostgrestError | null }): Data | null {
  if (!error) return data;
  // PGRST003 is the store's 503 while its database is away, such as between the kills of both.
  const isGone = error.code === "" || error.code === "PGRST003" || /^(08|57)/.test(error.code);
  if (isGone) return null;
  throw new FinalError(`${error.code} ${error.message}`);
}
