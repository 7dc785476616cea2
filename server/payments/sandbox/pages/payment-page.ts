import { moneyText } from "#app/values/money.ts";
import { escapeHtml } from "#server/local-tools/html.ts";
import type { ShownPaymentInFull } from "../dashboard.ts";
import { actionForm } from "./action-form.ts";
import { cardText, deliveryHtml, statusText, timeHtml } from "./words.ts";

/** One payment with its refunds and events, and what can be done with them, as HTML. */
export function paymentHtml(payment: ShownPaymentInFull, isHolding: boolean): string {
  return `<p><a href="/sandbox/stripe">All payments</a></p>
${facts(payment)}
${payment.isDelayed ? settleForms(payment.intent.id, payment.intent.id, "payment") : ""}
${refunds(payment)}
<section aria-labelledby="events">
<h2 id="events">Events</h2>
${payment.events.length === 0 ? "<p>No event yet.</p>" : `<ul class="rows">${payment.events.map((each) => eventRow(payment, each, isHolding)).join("\n")}</ul>`}
</section>`;
}

function facts(payment: ShownPaymentInFull): string {
  const { intent, charge } = payment;
  const rows: [name: string, value: string][] = [
    ["Amount", moneyText(intent.amount, intent.currency)],
    ["Status", statusText(payment)],
    ["Card", cardText(payment)],
    ["Given back", charge?.amount_refunded ? moneyText(charge.amount_refunded, charge.currency) : ""],
    ["Order", intent.metadata.order_id ?? ""],
    ["Payment intent", intent.id],
  ];
  const shown = rows
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return `<dl>${shown.join("\n")}
<div><dt>Created</dt><dd>${timeHtml(intent.created * 1000)}</dd></div></dl>`;
}

function refunds({ intent, charge, refunds: made }: ShownPaymentInFull): string {
  const left = charge?.paid ? charge.amount - charge.amount_refunded : 0;
  const rows = made.map(
    ({
      refund,
      isDelayed,
    }) => `<li><span id="${refund.id}">${moneyText(refund.amount, refund.currency)}, ${refund.status}${refund.failure_reason ? ` (${escapeHtml(refund.failure_reason)})` : ""}</span>
<span class="soft">${escapeHtml(refund.id)}, ${timeHtml(refund.created * 1000)}</span>
${isDelayed ? settleForms(refund.id, intent.id, "refund") : ""}</li>`,
  );
  if (rows.length === 0 && left === 0) return "";
  return `<section aria-labelledby="refunds">
<h2 id="refunds">Refunds</h2>
${rows.length > 0 ? `<ul class="rows">${rows.join("\n")}</ul>` : ""}
${left > 0 ? refundForms(intent.id, left, intent.currency) : ""}
</section>`;
}

function refundForms(paymentId: string, leftCents: number, currency: string): string {
  return `<form method="post" action="/sandbox/stripe/actions/refund" class="buttons">
<input type="hidden" name="payment" value="${escapeHtml(paymentId)}">
<label for="amount">Amount in dollars, ${moneyText(leftCents, currency)} at most</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required>
<button>Refund this amount</button>
</form>
${actionForm("refund", { payment: paymentId }, `Refund all of ${moneyText(leftCents, currency)}`)}`;
}

function settleForms(id: string, paymentId: string, what: "payment" | "refund"): string {
  const fields = { id, payment: paymentId };
  const describedBy = what === "refund" ? id : undefined;
  return `<div class="buttons">
${actionForm("settle", { ...fields, outcome: "succeed" }, `Complete the ${what}`, describedBy)}
${actionForm("settle", { ...fields, outcome: "fail" }, `Let the ${what} fail`, describedBy)}
</div>`;
}

function eventRow(
  { intent }: ShownPaymentInFull,
  { event, delivery }: ShownPaymentInFull["events"][number],
  isHolding: boolean,
): string {
  return `<li><span id="${event.id}">${event.type}</span>
<span class="soft">${event.id}, ${timeHtml(event.created * 1000)}</span>
<span>${deliveryHtml(delivery, isHolding)}</span>
${actionForm("deliver", { event: event.id, payment: intent.id }, delivery ? "Deliver again" : "Deliver now", event.id)}</li>`;
}
