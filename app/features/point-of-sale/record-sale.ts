import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { amountFrom } from "#app/values/money.ts";
import type { Bag } from "./bag.ts";
import { goneText, itemsOf } from "./create-order.ts";

export type SaleResult =
  | { kind: "done"; orderId: string; number: number }
  /** Nothing was recorded. */
  | { kind: "rejected"; message: string }
  /** The answer was lost: the sale may be recorded, and is repeated with its key. */
  | { kind: "unknown" };

/** After this time without an answer, the request is repeated. */
const MAX_WAIT_MS = 10_000;
/** Statuses after which the same request may succeed: an ended session, a timeout, and too many requests. */
const REPEATABLE_STATUSES = [401, 408, 429];

/** Records the sale of a bag whose payment is taken. A repeated call records no second sale. */
export async function recordSale(data: BrowserData, bag: Bag, drawer: number): Promise<SaleResult> {
  const { key, lines, customer, code, sent } = bag;
  if (!sent) return { kind: "unknown" };
  const answer = await data.rest
    .rpc("record_sale", {
      items: itemsOf(lines),
      tenders: sent.tenders.map(({ method, amountCents, cashReceivedCents }) => ({
        method,
        amount_cents: amountCents,
        cash_received_cents: cashReceivedCents,
      })),
      expected_total: amountFrom(sent.totalCents),
      request_key: key,
      customer: customer ? { name: customer.name, phone: customer.phone, email: customer.email } : {},
      discount_code: code || null,
      drawer,
    })
    .abortSignal(AbortSignal.timeout(MAX_WAIT_MS));
  if (!answer.error) return { kind: "done", orderId: answer.data.id, number: answer.data.order_number };
  const { code: problem, details } = answer.error;
  const isFinal = answer.status >= 400 && answer.status < 500 && !REPEATABLE_STATUSES.includes(answer.status);
  // Without a database error code, a proxy may have responded.
  if (!isFinal || !/^[0-9A-Z]{5}$/.test(problem)) return { kind: "unknown" };
  const message = problem === "42501" ? t("Only owners and managers can sell.") : rejectionText(answer.error);
  return { kind: "rejected", message: problem === "PT409" ? goneText(message, details, lines) : message };
}
