import type { StoreMethod, Tender } from "#app/features/payments/tenders.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult, rejectionText } from "#app/platform/command-result.ts";
import { readTillDevice } from "#app/platform/till-device.ts";
import { centsFrom } from "#app/values/money.ts";

/** Records a payment in the store: tenders that add up to the amount due. */
export function takePayment(
  data: BrowserData,
  orderId: string,
  tenders: readonly Tender[],
  requestKey: string,
): Promise<CommandResult> {
  return send(data, "/counter/payment", { orderId, tenders, requestKey });
}

export type LinkSent = { kind: "sent"; url: string; isSent: boolean } | { kind: "rejected"; message: string };

export async function sendPayLink(
  data: BrowserData,
  orderId: string,
  how: "mail" | "text" | "copy",
  requestKey: string,
): Promise<LinkSent> {
  let sentLink: { url: string; isSent: boolean } | undefined;
  const result = await send(data, "/counter/pay-link", { orderId, how, requestKey }, (body) => {
    sentLink = body as { url: string; isSent: boolean };
  });
  return sentLink && result.kind === "done"
    ? { kind: "sent", ...sentLink }
    : { kind: "rejected", message: result.kind === "rejected" ? result.message : unreachableStore() };
}

/** Records that a refund was paid to the customer in the store. */
export async function giveBack(data: BrowserData, refundId: string): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("refund_in_store", { refund_id: refundId }));
}

function unreachableStore(): string {
  return t("We couldn't reach the store. Try again.");
}

async function send(
  data: BrowserData,
  path: string,
  body: object,
  onResponse: (body: unknown) => void = () => undefined,
): Promise<CommandResult> {
  const answer = await data
    .fetchApi(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    .catch(() => null);
  const sentLink: unknown = await answer?.json().catch(() => null);
  if (answer?.ok) {
    onResponse(sentLink);
    return { kind: "done" };
  }
  const message = answer && answer.status < 500 ? (sentLink as { error?: string } | null)?.error : undefined;
  return { kind: "rejected", message: message ?? unreachableStore() };
}

export type ReceiptSent = { kind: "sent"; isSent: boolean; url: string } | { kind: "rejected"; message: string };

/** Sends the receipt of a paid order by email or SMS; without an SMS provider, it returns the text to send. */
export async function sendReceipt(
  data: BrowserData,
  orderId: string,
  how: "mail" | "text",
  to: string,
  requestKey: string,
): Promise<ReceiptSent> {
  let sent = { isSent: true, url: "" };
  const result = await send(data, "/counter/receipt", { orderId, how, to, requestKey }, (body) => {
    sent = body as typeof sent;
  });
  return result.kind === "done" ? { kind: "sent", ...sent } : result;
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
): Promise<{ given: { method: StoreMethod | "card"; amountCents: number }[] } | { problem: string }> {
  const answer = await data.rest.rpc("return_sale", {
    order_id: input.orderId,
    request_key: input.requestKey,
    lines: input.lines?.map(({ id, quantity }) => ({ order_item_id: id, quantity })) ?? null,
    reason: input.reason,
    drawer: readTillDevice().drawer,
  });
  if (answer.error) return { problem: rejectionText(answer.error) };
  return { given: answer.data.map(({ method, amount }) => ({ method, amountCents: centsFrom(amount) })) };
}
