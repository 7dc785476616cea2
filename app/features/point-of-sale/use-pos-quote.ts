import { useEffect, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { errorText } from "#app/values/error-text.ts";
import { type PosOrderInput, type PosQuote, quoteOrder } from "./create-order.ts";

/** Wait for a pause in typing, so that not every key sends a request. */
const PAUSE_MS = 200;

export type QuoteState =
  | { state: "none" }
  | { state: "loading" }
  | { state: "known"; quote: PosQuote }
  | { state: "failed"; problem: string };

/**
 * Returns the price of an order, requested again after every relevant change.
 * @param round increases to request again
 */
export function usePosQuote({ lines, draft, code }: PosOrderInput, round: number): QuoteState {
  const hasLines = lines.length > 0;
  const key = JSON.stringify([
    lines.map(({ productId, size, choiceIds, quantity, pounds }) => [
      productId,
      size?.id ?? null,
      choiceIds,
      quantity,
      pounds,
    ]),
    draft.kind,
    draft.kind === "delivery" ? draft.zip : "",
    code,
    round,
  ]);
  const [loaded, setLoaded] = useState<{ key: string; quoteState: QuoteState } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that affects the price.
  useEffect(() => {
    if (!hasLines) return;
    let isCurrent = true;
    const show = (quoteState: QuoteState) => isCurrent && setLoaded({ key, quoteState });
    const timer = setTimeout(() => {
      quoteOrder(getBrowserData(), { lines, draft, code }).then(
        (answer) =>
          show(
            "quote" in answer ? { state: "known", quote: answer.quote } : { state: "failed", problem: answer.problem },
          ),
        (error: unknown) => show({ state: "failed", problem: errorText(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, hasLines]);
  if (!hasLines) return { state: "none" };
  return loaded?.key === key ? loaded.quoteState : { state: "loading" };
}
