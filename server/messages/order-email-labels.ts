import { failureText } from "#app/features/orders/order.ts";
import { holdText } from "#app/features/orders/order-money.ts";
import { dueText, meansText } from "#app/features/payments/pay-in-store.ts";
import { tendersText } from "#app/features/payments/tenders.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { deliveryFeeLabels } from "./delivery-fee-email.ts";
import { paragraph } from "./email-frame.ts";
import {
  changes,
  type EmailContent,
  feeText,
  fulfillmentForStore,
  isHeld,
  isPaidInStore,
  lineText,
  list,
  money,
  openFeeNote,
  packed,
  sums,
  timeOf,
  weightNote,
  whereTo,
} from "./order-email-parts.ts";
import type { OrderFacts, OutgoingEmail } from "./outgoing-email.ts";
import { givingBack, isGivenInStore, isRelease, whyCancelled, whyRefunded, whyReleased } from "./refund-labels.ts";

/** Functions that return the content of each kind of email. */
export const ORDER_EMAILS: Record<
  OutgoingEmail["kind"],
  (facts: OrderFacts, number: number, shop: StoreSettings) => EmailContent
> = {
  order_paid: (facts, number, shop) => ({
    subject: t("We received your order {number}", { number }),
    title: t("Thank you for your order"),
    blocks: [
      paragraph(`${howPaid(facts)} ${t("This is order {number}.", { number })}`),
      sums(facts),
      ...(isHeld(facts) ? [] : weightNote(facts)),
      ...whereTo(facts, shop),
      ...openFeeNote(facts, shop),
      paragraph(
        facts.delivery_type === "delivery"
          ? t("We'll write to you when it is on its way.")
          : t("We'll write again when it is ready."),
      ),
    ],
  }),
  pay_link: (facts, number, shop) => ({
    subject: t("Pay for your order {number}", { number }),
    title: t("Your order is waiting for payment"),
    blocks: [
      paragraph(t("We created order {number} for you. Pay it by card within 24 hours, and we'll pack it.", { number })),
      sums(facts),
      ...weightNote(facts),
      ...whereTo(facts, shop),
      ...openFeeNote(facts, shop),
      paragraph(t("You can also pay in the store. If you didn't order this, call us: {phone}.", { phone: shop.phone })),
    ],
  }),
  pay_in_store: (facts, number, shop) => ({
    subject: t("We received your order {number}: pay in the store", { number }),
    title: t("Thank you for your order"),
    blocks: [
      paragraph(`${t("This is order {number}.", { number })} ${payInStoreText(facts, shop)}`),
      sums(facts),
      ...weightNote(facts),
      ...whereTo(facts, shop),
      paragraph(t("We'll write again when it is ready.")),
    ],
  }),
  order_ready: (facts, number, shop) => ({
    subject: t("Your order {number} is ready", { number }),
    title: t("Your order is ready"),
    blocks: [
      paragraph(
        [
          t("Order {number} is ready for you at the store.", { number }),
          // The line with the chosen time says so, too.
          ...(facts.window_starts_at ? [] : [t("Bring your order number.")]),
        ].join(" "),
      ),
      ...(facts.pay_in_store_by ? [paragraph(payInStoreText(facts, shop))] : []),
      ...whereTo(facts, shop),
      ...packed(facts),
      ...changes(facts),
    ],
  }),
  order_out_for_delivery: (facts, number, shop) => ({
    subject: t("Your order {number} is on its way", { number }),
    title: t("Your order is on its way"),
    blocks: [
      paragraph(`${t("Order {number} has left the store.", { number })}${stopsText(facts)}`),
      ...whereTo(facts, shop),
      ...packed(facts),
      ...changes(facts),
    ],
  }),
  order_completed: (facts, number) => ({
    subject: t("Your order {number} is complete", { number }),
    title: facts.delivery_type === "delivery" ? t("Your order was delivered") : t("You picked up your order"),
    blocks: [
      paragraph(
        facts.delivery_type === "delivery"
          ? t("Order {number} is delivered. Thank you for shopping with us.", { number })
          : t("Order {number} is picked up. Thank you for shopping with us.", { number }),
      ),
      paragraph(t("If something is wrong, call us or reply to this email.")),
    ],
  }),
  order_cancelled: (facts, number) => ({
    subject: t("Your order {number} is canceled", { number }),
    title: t("Your order is canceled"),
    blocks: [
      paragraph(whyCancelled(facts)),
      paragraph(
        facts.paid_amount > facts.refunded_amount ? givingBack(facts) : t("You were not charged and won't be."),
      ),
      list(facts),
    ],
  }),
  order_refunded: (facts, number) =>
    isRelease(facts)
      ? releaseLabels(facts)
      : {
          subject: t("{amount} refunded for order {number}", { amount: money(facts.refund?.amount ?? 0), number }),
          title: isGivenInStore(facts) ? t("Your refund is complete") : t("Your refund is on its way"),
          blocks: [
            paragraph(whyRefunded(facts)),
            ...(facts.refund?.lines ?? []).map((line) => paragraph(lineText(line))),
            ...(isGivenInStore(facts) ? [] : [paragraph(t("Your bank may take up to ten days to show it."))]),
          ],
        },
  refund_failed: (facts, number, shop) => ({
    subject: t("We couldn't refund {amount} for order {number}", { amount: money(facts.refund?.amount ?? 0), number }),
    title: t("Your refund failed"),
    blocks: [
      paragraph(
        t("We refunded {amount} for order {number} to your card, but your bank returned it.", {
          amount: money(facts.refund?.amount ?? 0),
          number,
        }),
      ),
      paragraph(
        t("We'll contact you to send it again or refund it another way. You can also call us: {phone}.", {
          phone: shop.phone,
        }),
      ),
    ],
  }),
  delivery_fee: deliveryFeeLabels,
  delivery_fee_paid: (facts, number, shop) => ({
    subject: t("We received the delivery fee of order {number}", { number }),
    title: t("Your delivery is paid"),
    blocks: [
      paragraph(
        t("Your payment of {fee} for the delivery of order {number} has arrived.", { fee: feeText(facts), number }),
      ),
      sums(facts),
      ...whereTo(facts, shop),
    ],
  }),
  payment_failed: (facts, number) => ({
    subject: t("The payment of order {number} failed", { number }),
    title: t("Your payment failed"),
    blocks: [
      paragraph(
        [
          t("We couldn't charge {amount} for order {number}.", { amount: money(facts.total), number }),
          failureText(facts.failure_message),
        ]
          .filter(Boolean)
          .join(" "),
      ),
      paragraph(t("You were not charged. We keep your order for 24 hours. Pay with this card or another one.")),
    ],
  }),
  window_lost: (facts, number, shop) => ({
    subject:
      facts.status === "paid"
        ? t("Choose another time for your order {number}", { number })
        : t("Your time is no longer available"),
    title: t("Your time is no longer available"),
    blocks: [
      paragraph(
        facts.delivery_type === "pickup"
          ? t("We're sorry: we can't have you pick up order {number} at the time you chose, {time}.", {
              number,
              time: timeOf(facts, shop),
            })
          : t("We're sorry: we can't deliver order {number} at the time you chose, {time}.", {
              number,
              time: timeOf(facts, shop),
            }),
      ),
      paragraph(
        facts.status === "paid"
          ? t("Choose another time on the order's page, or call us: {phone}.", { phone: shop.phone })
          : t("We will call you to agree on another time. You can also call us: {phone}.", { phone: shop.phone }),
      ),
    ],
  }),
  shop_order_paid: (facts, number, shop) => ({
    subject: `New order ${number}: ${money(facts.total)}`,
    title: `New order ${number}`,
    blocks: [
      paragraph(
        isHeld(facts)
          ? `${facts.customer_name ?? "A customer"} placed an order. At most ${money(facts.paid_amount)} is held on the card.`
          : `${facts.customer_name ?? "A customer"} paid ${money(facts.paid_amount)}.`,
      ),
      paragraph(`Placed ${dateTimeText(facts.placed_at, shop.timeZone)}.`),
      sums(facts),
      ...fulfillmentForStore(facts, shop),
    ],
  }),
  shop_pay_in_store: (facts, number, shop) => ({
    subject: `New order ${number}: ${money(facts.total)}, to be paid in the store`,
    title: `New order ${number}`,
    blocks: [
      paragraph(
        `${facts.customer_name ?? "A customer"} placed an order and pays in the store. It is not paid: take ${facts.needs_weight ? "up to " : ""}${money(facts.total)} before you hand it over.`,
      ),
      paragraph(`Placed ${dateTimeText(facts.placed_at, shop.timeZone)}.`),
      sums(facts),
      ...fulfillmentForStore(facts, shop),
    ],
  }),
  shop_order_cancelled: (facts, number) => ({
    subject: `Order ${number} was canceled by the customer`,
    title: `Order ${number} is canceled`,
    blocks: [
      paragraph(
        facts.paid_amount === 0
          ? `${facts.customer_name ?? "The customer"} canceled this order, which was not paid. Don't prepare it.`
          : `${facts.customer_name ?? "The customer"} canceled this paid order. ${money(facts.paid_amount - facts.refunded_amount)} ${isHeld(facts) ? "held on the card is not charged" : "is being refunded"}. Don't prepare it.`,
      ),
      list(facts),
    ],
  }),
};

function payInStoreText(facts: OrderFacts, shop: StoreSettings): string {
  const until = facts.pay_in_store_by
    ? ` ${t("We hold it until {time}.", { time: dateTimeText(facts.pay_in_store_by, shop.timeZone) })}`
    : "";
  const due = dueText({
    dueCents: centsFrom(facts.due_amount ?? facts.total),
    needsWeight: facts.needs_weight ?? false,
  });
  const means = meansText(shop.acceptsSnap);
  return `${t("It is not paid yet: bring {due} {means}.", { due, means })}${until}`;
}

function howPaid(facts: OrderFacts): string {
  if (isHeld(facts)) return holdText(centsFrom(facts.held_amount ?? 0));
  return isPaidInStore(facts)
    ? paidInStoreText(facts)
    : t("Your payment of {amount} has arrived.", { amount: money(facts.paid_amount) });
}

/** Returns the payment sentence; it lists the tenders, except for a single tender without change. */
function paidInStoreText(facts: OrderFacts): string {
  const { tenders = [] } = facts;
  const amount = money(facts.paid_amount);
  const cash = tenders.find(({ cash_received }) => cash_received !== null);
  if (tenders.length < 2 && !cash) return t("You paid {amount} in the store.", { amount });
  const parts = tendersText(
    tenders.map((tender) => ({ method: tender.method, amountCents: centsFrom(tender.amount) })),
  );
  if (!cash) return t("You paid {amount} in the store: {parts}.", { amount, parts });
  const change = money((cash.cash_received ?? 0) - cash.amount);
  return t("You paid {amount} in the store: {parts}, with {change} change.", { amount, parts, change });
}

function releaseLabels(facts: OrderFacts): EmailContent {
  return {
    subject: t("{amount} not charged for order {number}", {
      amount: money(facts.refund?.amount ?? 0),
      number: facts.order_number,
    }),
    title: facts.paid_amount > 0 ? t("You were charged less than we held") : t("You were not charged"),
    blocks: [
      paragraph(whyReleased(facts)),
      ...(facts.refund?.lines ?? []).map((line) => paragraph(lineText(line))),
      paragraph(t("Your bank may take a few days to end the hold.")),
    ],
  };
}

function stopsText({ stops_before: count }: OrderFacts): string {
  if (count === null || count === undefined) return "";
  return count === 0
    ? ` ${t("You are the first stop.")}`
    : ` ${t("{count, plural, one {The driver has # stop before yours.} other {The driver has # stops before yours.}}", { count })}`;
}
