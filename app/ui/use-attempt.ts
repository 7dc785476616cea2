import { useState } from "react";
import { flushSync } from "react-dom";
import { errorText } from "#app/values/error-text.ts";

/** Result message of an attempt. */
export type Answer = { kind: "error" | "success"; text: string };

export function rejected(text: string): Answer {
  return { kind: "error", text };
}

export function done(text: string): Answer {
  return { kind: "success", text };
}

/** Resolves with a message, or nothing for none; a thrown error is shown as a readable message. */
export type Attempt = (() => Promise<Answer | null>) | (() => Promise<void>);

/**
 * Returns the state of an attempt: busy, then its result message.
 * @param first message before the first attempt
 */
export function useAttempt(first: Answer | null = null) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState(first);

  async function run(attempt: Attempt): Promise<void> {
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer((await attempt()) ?? null);
    } catch (error) {
      setAnswer(rejected(errorText(error)));
    } finally {
      // Renders before the caller continues, so that it can focus controls that were disabled meanwhile.
      flushSync(() => setBusy(false));
    }
  }

  return { isBusy, answer, run, setAnswer };
}
