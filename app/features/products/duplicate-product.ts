import { commandResult } from "#app/features/orders/command-result.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { meanwhile, type Named, type Rejection, unsaved } from "./save-stock.ts";

/** Creates a hidden copy. @returns its id, or the message on failure */
export async function duplicateProduct(
  data: BrowserData,
  product: Named,
): Promise<{ kind: "made"; id: number } | { kind: "rejected"; message: string }> {
  const answer = await data.rest.rpc("duplicate_product", { product_id: product.id });
  const result = commandResult(answer);
  if (result.kind === "rejected") return result;
  return { kind: "made", id: answer.data ?? 0 };
}

/** Deletes the copy, which cannot have been ordered. @returns the message on failure, null on success */
export async function removeDuplicate(data: BrowserData, copy: Named): Promise<Rejection> {
  const { data: removed, error } = await data.rest.from("products").delete().eq("id", copy.id).select("id");
  if (error) return unsaved(copy, error);
  return removed.length > 0 ? null : meanwhile(copy);
}
