import { useState } from "react";
import { problemWords } from "#app/values/problem-words.ts";

export interface AttemptMessage {
  kind: "error" | "success";
  text: string;
}

/**
 * One thing at a time: busy while it runs, then the sentence that it left behind.
 * @param first stands there before anything was tried
 */
export function useAttempt(first: AttemptMessage | null = null) {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState(first);

  async function run(attempt: () => Promise<AttemptMessage | null>) {
    setBusy(true);
    setMessage(null);
    try {
      setMessage(await attempt());
    } catch (error) {
      setMessage({ kind: "error", text: problemWords(error) });
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, message, run };
}
