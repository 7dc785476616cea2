import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult, rejectionText } from "#app/platform/command-result.ts";
import { jsonOf } from "#app/platform/reads.ts";

/**
 * Removes the rest of a batch past its date from stock, as waste.
 * @param requestKey a repeated request with the same key changes nothing
 */
export async function takeOffSale(
  { rest }: BrowserData,
  batchId: number,
  requestKey: string,
): Promise<{ movementId: number; unitCount: number } | { problem: string }> {
  const answer = await rest.rpc("take_off_sale", { batch_id: batchId, request_key: requestKey });
  if (answer.error) return { problem: rejectionText(answer.error) };
  const { movement_id, quantity } = jsonOf<{ movement_id: number; quantity: number }>(answer);
  return { movementId: movement_id, unitCount: quantity };
}

/** Marks a batch as empty, or as not empty. */
export async function closeBatch({ rest }: BrowserData, batchId: number, isClosed: boolean): Promise<CommandResult> {
  return commandResult(await rest.rpc("close_batch", { batch_id: batchId, is_closed: isClosed }));
}
