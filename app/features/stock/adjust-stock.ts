import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
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

/** @returns the id of the movement */
export async function adjustStock(
  { rest }: BrowserData,
  { productId, sizeId, kind, quantity, note, requestKey }: Adjustment,
): Promise<number> {
  const adjustment = { product_id: productId, size_id: sizeId, kind, quantity, note, request_key: requestKey };
  return Number(commandResult(await rest.rpc("adjust_stock", adjustment)));
}
