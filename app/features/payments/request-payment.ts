import type { BrowserData } from "#app/platform/browser-data.ts";

export type PaymentRequest =
  | { kind: "open"; clientSecret: string; amountCents: number }
  /** The money is already on its way, from another tab or an earlier try. */
  | { kind: "confirming" }
  | { kind: "refused"; message: string };

/** Asks the shop's server for the order's open payment. @throws when the server cannot be reached */
export async function requestPayment(data: BrowserData, orderId: string): Promise<PaymentRequest> {
  const response = await data.fetchApi("/create-payment-intent", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ orderId }),
  });
  const body = (await response.json().catch(() => ({}))) as {
    clientSecret?: string;
    amount?: number;
    error?: string;
  };
  if (response.ok && body.clientSecret !== undefined && body.amount !== undefined) {
    return { kind: "open", clientSecret: body.clientSecret, amountCents: body.amount };
  }
  if (response.status === 409) return { kind: "confirming" };
  if (response.status >= 500) throw new Error(body.error ?? "The server failed.");
  return { kind: "refused", message: body.error ?? "This order cannot be paid online." };
}
