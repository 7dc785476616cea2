import { useEffect, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { errorText } from "#app/values/error-text.ts";
import { type PosQuote, quoteOrder, type Wanted } from "./create-order.ts";

/** Each key is not a question of its own. */
const PAUSE_MS = 200;

export type AskedQuote =
  | { state: "none" }
  | { state: "asking" }
  | { state: "known"; quote: PosQuote }
  | { state: "failed"; problem: string };

/**
 * Returns the price of an order, requested again after every relevant change.
 * @param round increases to request again
 */
export function usePosQuote({ lines, draft, code }: Wanted, round: number): AskedQuote {
  const isAsked = lines.length > 0;
  const key = JSON.stringify([
    lines.map(({ productId, size, quantity }) => [productId, size?.id ?? null, quantity]),
    draft.kind,
    draft.kind === "delivery" ? draft.zip : "",
    code,
    round,
  ]);
  const [loaded, setLoaded] = useState<{ key: string; asked: AskedQuote } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all of the order that has a price.
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    const show = (asked: AskedQuote) => isWanted && setLoaded({ key, asked });
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
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key, isAsked]);
  if (!isAsked) return { state: "none" };
  return loaded?.key === key ? loaded.asked : { state: "asking" };
}
