import { type CommandResult, commandResult, rejectionText } from "#app/features/orders/command-result.ts";
import type { ItemKey } from "#app/features/stock-items/stock-item.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { AdjustmentKind } from "./movement.ts";

export interface Adjustment extends ItemKey {
  kind: AdjustmentKind;
  /** Units in (positive) or out (negative). */
  quantity: number;
  note: string;
  /** The same key moves stock once. */
  requestKey: string;
}

/** @returns the id of the movement, or a message */
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

/** Reverses an adjustment by an entry of its own. */
export async function undoMovement({ rest }: BrowserData, id: number): Promise<CommandResult> {
  return commandResult(await rest.rpc("undo_stock_movement", { movement_id: id }));
}
