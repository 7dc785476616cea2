import { useEffect, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { errorText } from "#app/values/error-text.ts";
import { type PosOrderInput, type PosQuote, quoteOrder } from "./create-order.ts";

/** A short wait, so that several fast scans send one request. */
const PAUSE_MS = 100;

export interface QuoteState {
  /** Price of the current bag, or of the one before while the new price loads; null if none is known. */
  quote: PosQuote | null;
  isCurrent: boolean;
  problem: string | null;
}

/**
 * Returns the price of an order, requested again after every relevant change.
 * @param round increases to request again
 */
export function useQuote({ lines, draft, code }: PosOrderInput, round: number): QuoteState {
  const hasLines = lines.length > 0;
  const key = JSON.stringify([
    lines.map(({ productId, size, choiceIds, quantity, pounds, changed }) => [
      ...[productId, size?.id, choiceIds, quantity, pounds, changed],
    ]),
    draft.kind,
    draft.kind === "delivery" ? draft.zip : "",
    code,
    round,
  ]);
  const [loaded, setLoaded] = useState<{ key: string; quote: PosQuote | null; problem: string | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that affects the price.
  useEffect(() => {
    if (!hasLines) return;
    let isCurrent = true;
    const fail = (problem: string) => isCurrent && setLoaded({ key, quote: null, problem });
    const timer = setTimeout(() => {
      quoteOrder(getBrowserData(), { lines, draft, code }).then(
        (answer) =>
          "quote" in answer
            ? isCurrent && setLoaded({ key, quote: answer.quote, problem: null })
            : fail(answer.problem),
        (error: unknown) => fail(errorText(error)),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, hasLines]);
  if (!hasLines) return { quote: null, isCurrent: true, problem: null };
  return { quote: loaded?.quote ?? null, isCurrent: loaded?.key === key, problem: loaded?.problem ?? null };
}
