import { useState } from "react";

export interface AttemptMessage {
  kind: "error" | "success";
  text: string;
}

/** One thing at a time: busy while it runs, then the sentence that it left behind. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<AttemptMessage | null>(null);

  async function run(attempt: () => Promise<AttemptMessage | null>) {
    setBusy(true);
    setMessage(null);
    try {
      setMessage(await attempt());
    } catch (error) {
      setMessage({ kind: "error", text: error instanceof Error ? error.message : "Something went wrong." });
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, message, run };
}
