import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import type { CountFormValues } from "./count-form-values.ts";

/** Item with more units sold than were in stock. */
export interface Oversold {
  name: string;
  soldCount: number;
}

/**
 * Applies a valid count, all lines or none, and only once per request key.
 * @returns the oversold items, or an error message
 */
export async function acceptCount(
  { rest }: BrowserData,
  { note, lines, requestKey }: CountFormValues,
): Promise<{ oversold: Oversold[] } | { problem: string }> {
  const answer = await rest.rpc("accept_stock_count", {
    lines: lines.map((line) => ({
      product_id: line.productId,
      size_id: line.sizeId,
      counted: wholeNumberTyped(line.counted),
      expected: line.expectedCount,
      last_movement_id: line.lastMovementId,
    })),
    note: note.trim(),
    request_key: requestKey,
  });
  if (answer.error) return { problem: rejectionText(answer.error) };
  const { oversold } = answer.data as { oversold: { name: string; sold_count: number }[] };
  return { oversold: oversold.map(({ name, sold_count }) => ({ name, soldCount: sold_count })) };
}
