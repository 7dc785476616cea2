import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult, rejectionText } from "#app/platform/command-result.ts";
import type { AdjustmentKind } from "./movement.ts";
import type { ItemKey } from "./stock-item.ts";

export interface Adjustment extends ItemKey {
  kind: AdjustmentKind;
  /** Units added (positive) or removed (negative). */
  quantity: number;
  note: string;
  /** A repeated request with the same key changes stock only once. */
  requestKey: string;
}

/** @returns the id of the movement, or an error message */
export async function adjustStock(
  { rest }: BrowserData,
  { productId, sizeId, kind, quantity, note, requestKey }: Adjustment,
): Promise<{ id: number } | { problem: string }> {
  const answer = await rest.rpc("adjust_stock", {
    product_id: productId,
    size_id: sizeId,
    kind,
    quantity,
    note,
    request_key: requestKey,
  });
  return answer.error ? { problem: rejectionText(answer.error) } : { id: Number(answer.data) };
}

/** Reverses an adjustment with a new ledger entry. */
export async function undoMovement({ rest }: BrowserData, id: number): Promise<CommandResult> {
  return commandResult(await rest.rpc("undo_stock_movement", { movement_id: id }));
}
