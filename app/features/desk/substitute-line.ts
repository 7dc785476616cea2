import { type CommandResult, commandResult } from "#app/features/orders/command-result.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { Replacement } from "./replacement-queries.ts";

/**
 * So many of a line are replaced, or left out. It settles when the order is ready, or leaves the store.
 * @param requestKey the same key makes the same change, however often it is sent
 */
export async function changeLine(
  data: BrowserData,
  change: {
    lineId: number;
    quantity: number;
    /** Null: they are left out. */
    replacement: (Pick<Replacement, "productId" | "size"> & { quantity: number }) | null;
    isMarkedSoldOut: boolean;
  },
  requestKey: string,
): Promise<CommandResult> {
  const { lineId, quantity, replacement, isMarkedSoldOut } = change;
  return commandResult(
    await data.rest.rpc("substitute_line", {
      order_item_id: lineId,
      kind: replacement ? "replaced" : "left_out",
      quantity,
      ...(replacement
        ? {
            replacement_product_id: replacement.productId,
            replacement_size_id: replacement.size?.id ?? null,
            replacement_quantity: replacement.quantity,
          }
        : {}),
      mark_sold_out: isMarkedSoldOut,
      request_key: requestKey,
    }),
  );
}

/** It was there after all. */
export async function undoSubstitution(data: BrowserData, changeId: number): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("undo_substitution", { substitution_id: changeId }));
}
