import type { PaymentMethod, Tender } from "#app/features/payments/tenders.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { readErrorBody } from "#app/platform/reads.ts";
import { readTillDevice } from "#app/platform/till-device.ts";
import { centsFrom } from "#app/values/money.ts";

/** Records a payment in the store: tenders that add up to the amount due. */
export async function takePayment(
  data: BrowserData,
  orderId: string,
  tenders: readonly Tender[],
  requestKey: string,
): Promise<void> {
  await post(data, "/counter/payment", { orderId, tenders, requestKey });
}

export type Sent = { url: string; isSent: boolean };

export function sendPayLink(
  data: BrowserData,
  orderId: string,
  how: "mail" | "text" | "copy",
  requestKey: string,
): Promise<Sent> {
  return post(data, "/counter/pay-link", { orderId, how, requestKey });
}

/** @throws Error with a message for users */
async function post<Body>(data: BrowserData, path: string, body: object): Promise<Body> {
  const answer = await data
    .fetchApi(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
    .catch(() => null);
  if (answer?.ok) return answer.json();
  const { error } = answer && answer.status < 500 ? await readErrorBody(answer) : {};
  throw new Error(error ?? t("We couldn't reach the store. Try again."));
}

/** Sends the receipt of a paid order by email or SMS; without an SMS provider, it returns the text to send. */
export function sendReceipt(
  data: BrowserData,
  orderId: string,
  how: "mail" | "text",
  to: string,
  requestKey: string,
): Promise<Sent> {
  return post(data, "/counter/receipt", { orderId, how, to, requestKey });
}

/** Refunds lines of a sale, or all of it if `lines` is null. A repeated key refunds once. */
export async function returnSale(
  data: BrowserData,
  input: {
    orderId: string;
    lines: readonly { id: number; quantity: number }[] | null;
    reason: "returned" | "damaged";
    requestKey: string;
  },
): Promise<{ method: PaymentMethod; amountCents: number }[]> {
  const answer = await data.rest.rpc("return_sale", {
    order_id: input.orderId,
    request_key: input.requestKey,
    lines: input.lines?.map(({ id, quantity }) => ({ order_item_id: id, quantity })) ?? null,
    reason: input.reason,
    drawer: readTillDevice().drawer,
  });
  return commandResult(answer).map(({ method, amount }) => ({ method, amountCents: centsFrom(amount) }));
}
