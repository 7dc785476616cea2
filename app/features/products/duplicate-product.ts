import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";

interface Named {
  id: number;
  name: string;
}

/**
 * Creates a hidden copy.
 * @returns its id, or the error message
 */
export async function duplicateProduct(
  data: BrowserData,
  product: Named,
): Promise<{ kind: "made"; id: number } | { kind: "rejected"; message: string }> {
  const answer = await data.rest.rpc("duplicate_product", { product_id: product.id });
  const result = commandResult(answer);
  if (result.kind === "rejected") return result;
  return { kind: "made", id: answer.data ?? 0 };
}

/**
 * Deletes the copy, which cannot have been ordered.
 * @returns the error message, or null on success
 */
export async function removeDuplicate(data: BrowserData, copy: Named): Promise<string | null> {
  const { data: removed, error } = await data.rest.from("products").delete().eq("id", copy.id).select("id");
  if (error) {
    console.error(error);
    return t("We couldn't delete {name}. Try again.", { name: copy.name });
  }
  return removed.length > 0 ? null : t("{name} was just changed. Check it again.", { name: copy.name });
}
