import { getBrowserData } from "#app/platform/browser-data.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { type PosOrderInput, quoteOrder } from "./create-order.ts";

/** A short wait, so that several fast scans send one request. */
const PAUSE_MS = 100;

/**
 * Returns the price of an order, requested again after every relevant change.
 * @param round increases to request again
 */
export function useQuote({ lines, draft, code }: PosOrderInput, round: number) {
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
  const loaded = useTypedQuery(
    hasLines ? key : null,
    () => quoteOrder(getBrowserData(), { lines, draft, code }),
    PAUSE_MS,
  );
  if (!hasLines) return { quote: null, isCurrent: true, problem: null };
  return {
    /** Price of the current bag, or of the one before while the new price loads; null if none is known. */
    quote: loaded && "data" in loaded ? loaded.data : null,
    isCurrent: loaded?.key === key,
    problem: loaded && "problem" in loaded ? loaded.problem : null,
  };
}
