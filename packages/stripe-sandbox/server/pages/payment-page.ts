import { html } from "hono/html";
import type { Stripe } from "stripe";
import type { ShownPaymentInFull } from "../dashboard.ts";
import { formatAmount } from "../format-amount.ts";
import { actionForm } from "./action-form.ts";
import type { Html } from "./html.ts";
import { cardText, deliveryHtml, refundedCents, statusText, timeHtml } from "./payment-labels.ts";

/** Returns a payment with its refunds, events and actions as HTML. */
export function paymentHtml(payment: ShownPaymentInFull, isHolding: boolean): Html {
  return html`<p><a href="/sandbox/stripe">All payments</a></p>
${facts(payment)}
${payment.isDelayed ? settleForms(payment.intent.id, payment.intent.id, "payment") : ""}
${payment.intent.status === "requires_capture" ? holdForms(payment.intent) : ""}
${refunds(payment)}
<section aria-labelledby="events">
<h2 id="events">Events</h2>
${payment.events.length === 0 ? html`<p>No events yet.</p>` : html`<ul class="rows">${payment.events.map((each) => eventRow(payment, each, isHolding))}</ul>`}
</section>`;
}

function facts(payment: ShownPaymentInFull): Html {
  const { intent, charge } = payment;
  const rows: [name: string, value: string][] = [
    ["Amount", formatAmount(intent.amount, intent.currency)],
    ["Status", statusText(payment)],
    ["Card", cardText(payment)],
    ["Captured", charge && isPartial(charge) ? formatAmount(charge.amount_captured, charge.currency) : ""],
    ["Refunded", charge && refundedCents(charge) > 0 ? formatAmount(refundedCents(charge), charge.currency) : ""],
    ["Order", intent.metadata.order_id ?? ""],
    ["Payment intent", intent.id],
  ];
  const shown = rows
    .filter(([, value]) => value !== "")
    .map(
      ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
    );
  return html`<dl>${shown}<div><dt>Created</dt><dd>${timeHtml(intent.created * 1000)}</dd></div></dl>`;
}

function isPartial({ captured, amount, amount_captured }: Stripe.Charge): boolean {
  return captured && amount_captured < amount;
}

function holdForms({ id, amount_capturable, currency }: Stripe.PaymentIntent): Html {
  const held = formatAmount(amount_capturable, currency);
  return html`<section aria-labelledby="hold">
<h2 id="hold">Hold of ${held}</h2>
<form method="post" action="/sandbox/stripe/actions/capture" class="buttons">
<input type="hidden" name="payment" value="${id}">
<label for="captured">Amount in dollars, ${held} at most</label>
<input id="captured" name="amount" inputmode="decimal" autocomplete="off" required>
<button>Capture amount</button>
</form>
<div class="buttons">
${actionForm("capture", { payment: id }, `Capture all of ${held}`)}
${actionForm("cancel", { payment: id }, "Cancel the hold")}
${actionForm("expire", { payment: id }, "Let the hold expire")}
</div>
</section>`;
}

function refunds({ intent, charge, refunds: made }: ShownPaymentInFull): Html | null {
  const left = charge?.captured ? charge.amount - charge.amount_refunded : 0;
  const rows = made.map(
    ({
      refund,
      isDelayed,
    }) => html`<li><span id="${refund.id}">${formatAmount(refund.amount, refund.currency)}, ${refund.status}${refund.failure_reason ? ` (${refund.failure_reason})` : ""}</span>
<span class="soft">${refund.id}, ${timeHtml(refund.created * 1000)}</span>
${isDelayed ? settleForms(refund.id, intent.id, "refund") : ""}</li>
`,
  );
  if (rows.length === 0 && left === 0) return null;
  return html`<section aria-labelledby="refunds">
<h2 id="refunds">Refunds</h2>
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
${left > 0 ? refundForms(intent.id, left, intent.currency) : ""}
</section>`;
}

function refundForms(paymentId: string, leftCents: number, currency: string): Html {
  return html`<form method="post" action="/sandbox/stripe/actions/refund" class="buttons">
<input type="hidden" name="payment" value="${paymentId}">
<label for="amount">Amount in dollars, ${formatAmount(leftCents, currency)} at most</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required>
<button>Refund amount</button>
</form>
${actionForm("refund", { payment: paymentId }, `Refund all of ${formatAmount(leftCents, currency)}`)}`;
}

function settleForms(id: string, paymentId: string, what: "payment" | "refund"): Html {
  const fields = { id, payment: paymentId };
  const describedBy = what === "refund" ? id : undefined;
  return html`<div class="buttons">
${actionForm("settle", { ...fields, outcome: "succeed" }, `Complete the ${what}`, describedBy)}
${actionForm("settle", { ...fields, outcome: "fail" }, `Let the ${what} fail`, describedBy)}
</div>`;
}

function eventRow(
  { intent }: ShownPaymentInFull,
  { event, delivery }: ShownPaymentInFull["events"][number],
  isHolding: boolean,
): Html {
  return html`<li><span id="${event.id}">${event.type}</span>
<span class="soft">${event.id}, ${timeHtml(event.created * 1000)}</span>
<span>${deliveryHtml(delivery, isHolding)}</span>
${actionForm("deliver", { event: event.id, payment: intent.id }, delivery ? "Deliver again" : "Deliver now", event.id)}</li>
`;
}
