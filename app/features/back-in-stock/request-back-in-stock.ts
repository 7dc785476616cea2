import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** `needs-login`: there is no session. `needs-address`: the account has no verified address. */
export type RequestResult = { kind: "done" | "needs-login" | "needs-address" } | { kind: "rejected"; message: string };

/** Requests one message when a product, or its size, is back in stock. */
export async function requestBackInStock(
  data: BrowserData,
  productId: number,
  sizeId: number | null,
): Promise<RequestResult> {
  const { data: found } = await data.auth.getSession();
  if (!found.session) return { kind: "needs-login" };
  const { error, status } = await data.rest.rpc("request_back_in_stock", { product_id: productId, size_id: sizeId });
  if (!error) return { kind: "done" };
  if (status === 401) return { kind: "needs-login" };
  if (error.code === "PT412") return { kind: "needs-address" };
  if (/^PT4/.test(error.code)) return { kind: "rejected", message: error.message };
  console.error(error);
  return { kind: "rejected", message: t("We couldn't save your request. Try again.") };
}
