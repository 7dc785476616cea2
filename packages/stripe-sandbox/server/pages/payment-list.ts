import { html } from "hono/html";
import type { SandboxDashboard, ShownPayment } from "../dashboard.ts";
import { formatAmount } from "../format-amount.ts";
import { listTestCards } from "../test-cards.ts";
import { actionForm } from "./action-form.ts";
import type { Html } from "./html.ts";
import { cardText, statusText, testCardText, timeHtml } from "./payment-labels.ts";

const PER_PAGE = 25;

/**
 * Returns the sandbox's first page as HTML: settings for the next events and payments, test cards, and all payments.
 */
export function paymentListHtml(dashboard: SandboxDashboard, page: number): Html {
  const payments = dashboard.listPayments();
  const pageCount = Math.max(1, Math.ceil(payments.length / PER_PAGE));
  const current = Math.min(page, pageCount);
  const shown = payments.slice((current - 1) * PER_PAGE, current * PER_PAGE);
  return html`<p class="soft">No Stripe keys are set, so the payment sandbox replaces Stripe. No card is charged.</p>
${chooseNext(dashboard)}
${testCards()}
<section aria-labelledby="payments">
<h2 id="payments">Payments</h2>
${payments.length === 0 ? html`<p>No payments yet.</p>` : html`<ul class="rows">${shown.map(row)}</ul>`}
${pageCount > 1 ? pageLinks(current, pageCount) : ""}
</section>`;
}

function chooseNext(dashboard: SandboxDashboard): Html {
  const { isHolding, isNextPaymentLate } = dashboard.settings();
  const waiting = dashboard.waitingCount();
  const events = `${waiting} ${waiting === 1 ? "event waiting" : "events waiting"}`;
  return html`<section aria-labelledby="next">
<h2 id="next">Next events and payments</h2>
<p>${isHolding ? `Events are on hold: ${events}.` : `Events are delivered at once${waiting > 0 ? `; ${events} for another attempt` : ""}.`}</p>
<div class="buttons">
${
  isHolding
    ? [
        actionForm("release", { order: "reversed" }, "Release events, newest first"),
        actionForm("release", { order: "as they happened" }, "Release events in order"),
      ]
    : actionForm("hold", {}, "Hold events")
}
</div>
<p>${isNextPaymentLate ? "The next payment will be delayed." : "The next payment is processed at once."}</p>
<div class="buttons">
${
  isNextPaymentLate
    ? actionForm("next-payment", { late: "no" }, "Process next payment at once")
    : actionForm("next-payment", { late: "yes" }, "Delay next payment")
}
</div>
</section>`;
}

function testCards(): Html {
  const lines = listTestCards().map(
    (card) =>
      html`<li><code>${card.number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</code> ${testCardText(card)}</li>
`,
  );
  return html`<details><summary>Test cards: any future date, any CVC</summary><ul>${lines}</ul></details>`;
}

function row(payment: ShownPayment): Html {
  const { intent } = payment;
  const orderId = intent.metadata.order_id;
  const facts = [cardText(payment), orderId ? `order ${orderId}` : ""].filter((text) => text !== "");
  return html`<li><a href="/sandbox/stripe/payments/${intent.id}">${formatAmount(intent.amount, intent.currency)}, ${statusText(payment)}</a>
<span class="soft">${facts.map((text) => `${text}, `)}${timeHtml(intent.created * 1000)}</span></li>
`;
}

function pageLinks(current: number, pageCount: number): Html {
  const link = (page: number, text: string) => html`<a href="/sandbox/stripe?page=${page}">${text}</a>`;
  return html`<nav aria-label="Pages of payments" class="buttons">
${current > 1 ? link(current - 1, "Newer") : ""}
<span>Page ${current} of ${pageCount}</span>
${current < pageCount ? link(current + 1, "Older") : ""}
</nav>`;
}
