import type { WeighResult } from "#app/features/scanning/weight-field.tsx";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";

/**
 * Saves the weight of a line in the bag; possible until the order is packed.
 * @param pounds null removes the weight
 */
export async function weighLine(
  data: BrowserData,
  lineId: number,
  pounds: number | null,
  isConfirmed = false,
): Promise<WeighResult> {
  const { error } = await data.rest.rpc("weigh_line", {
    order_item_id: lineId,
    pounds: pounds as number,
    is_confirmed: isConfirmed,
  });
  if (!error) return { kind: "done" };
  return { kind: error.code === "PT422" ? "unexpected" : "rejected", message: rejectionText(error) };
}
