import { type CommandResult, commandResult } from "#app/features/orders/command-result.ts";
import type { Tender } from "#app/features/pay-in-store/tenders.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

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
