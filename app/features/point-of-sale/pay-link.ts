import { type LinkedOrder, type LinkedOrderRow, post, toLinkedOrder } from "#app/features/orders/linked-order.ts";
import { t } from "#app/messages/t.ts";
import { readAnswer, readWithRetries } from "#app/platform/reads.ts";

/**
 * Reads the order of a payment link.
 * @throws ReadRejectedError for an invalid or expired link, with a message for users
 */
export function readOrderToPay(token: string): Promise<LinkedOrder> {
  return readWithRetries(["order-to-pay", token], async () =>
    toLinkedOrder(await readAnswer<LinkedOrderRow>(await post("/api/pay-link", { token }))),
  );
}

/** @returns the client secret of the order's open payment, or the reason why there is none */
export async function openPayment(token: string): Promise<{ clientSecret: string } | { problem: string }> {
  const answer = await post("/api/pay-link/payment", { token });
  const body = (await answer.json().catch(() => null)) as { clientSecret?: string; error?: string } | null;
  if (answer.ok && body?.clientSecret) return { clientSecret: body.clientSecret };
  const problem = answer.status < 500 ? body?.error : undefined;
  return { problem: problem ?? t("We couldn't open the payment. Try again.") };
}
