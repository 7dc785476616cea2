import { setTimeout as pause } from "node:timers/promises";
import type { PostgrestError } from "@supabase/supabase-js";

/** A refusal that asking again does not change. */
class FinalError extends Error {}

/** Asks until there is an answer that is not null. */
export type Ask = <Answer>(attempt: () => Promise<Answer | null>) => Promise<Answer>;

/**
 * @param whenOpen until then nobody is asked: a shop that is gone comes back at the same address
 * @param over when nobody asks any more
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
  const isGone = error.code === "" || error.code.startsWith("08") || error.code.startsWith("57");
  if (isGone) return null;
  throw new FinalError(`${error.code} ${error.message}`);
}
