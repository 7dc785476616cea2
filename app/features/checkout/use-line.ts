import { useEffect, useRef, useState } from "react";

/** Response while many people are ordering. */
export interface InLine {
  outcome: "in-line";
  /** Place in line; 1 is next. */
  place: number;
  /** Estimated waiting time. */
  seconds: number;
  /** Token that keeps the place in line for the next attempt. */
  ticket: string;
}

/** Maximum time between two attempts, so that the displayed place is updated in a long line. */
const LOOK_AGAIN_MS = 5_000;

/** Waits in line while many people are ordering, until it is this order's turn or the shopper leaves. */
export function useLine() {
  const [view, setView] = useState<InLine | null>(null);
  const waiting = useRef<AbortController | null>(null);

  // Requests must not continue on another page.
  useEffect(() => () => waiting.current?.abort(), []);

  /**
   * @param place makes an attempt with the ticket of the last one
   * @returns null if the shopper left the line
   */
  async function wait<Answer extends { outcome: string }>(
    place: (ticket: string | null) => Promise<Answer | InLine>,
  ): Promise<Answer | null> {
    const leaving = new AbortController();
    waiting.current = leaving;
    let ticket: string | null = null;
    try {
      while (!leaving.signal.aborted) {
        const answer = await place(ticket);
        if (!isInLine(answer)) return answer;
        ticket = answer.ticket;
        if (leaving.signal.aborted) break;
        setView(answer);
        await pause(Math.min(answer.seconds * 1000, LOOK_AGAIN_MS), leaving.signal);
      }
      return null;
    } finally {
      setView(null);
    }
  }

  return { view, wait, leave: () => waiting.current?.abort() };
}

function isInLine<Answer extends { outcome: string }>(answer: Answer | InLine): answer is InLine {
  return answer.outcome === "in-line";
}

/** Resolves early when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
