import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import type { Replacement } from "./replacement-queries.ts";

/**
 * Replaces or leaves out a quantity of a line. The substitution is finalized when the order is ready or leaves the
 * store.
 * @param requestKey repeated requests with the same key make one change
 * @returns whether the units were replaced; the customer may have left the replacement out since an earlier request with this key
 */
export async function changeLine(
  data: BrowserData,
  change: {
    lineId: number;
    quantity: number;
    /** Null to leave the units out. */
    replacement: (Pick<Replacement, "productId" | "size"> & { quantity: number }) | null;
    isMarkedSoldOut: boolean;
  },
  requestKey: string,
): Promise<boolean> {
  const { lineId, quantity, replacement, isMarkedSoldOut } = change;
  const made = commandResult(
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
  return made.kind === "replaced";
}
