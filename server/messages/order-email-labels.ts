import { holdText } from "#app/features/orders/order-money.ts";
import { dueText, meansText } from "#app/features/pay-in-store/pay-in-store.ts";
import { tendersText } from "#app/features/pay-in-store/tenders.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { centsFrom } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { windowText } from "#app/values/window-text.ts";
import { deliveryFeeLabels } from "./delivery-fee-email.ts";
import { say } from "./email-frame.ts";
import {
  changes,
  feeText,
  hello,
  isHeld,
  isPaidInStore,
  list,
  money,
  number,
  sums,
  thing,
  type Words,
  weightNote,
  whereTo,
} from "./order-email-parts.ts";
import type { OrderFacts, OutgoingEmail } from "./outgoing-email.ts";
import { givingBack, isGivenInStore, isRelease, whyCancelled, whyRefunded, whyReleased } from "./refund-labels.ts";

/** Content of each kind of email. */
export const WORDS: Record<OutgoingEmail["kind"], (facts: OrderFacts, shop: StoreSettings) => Words> = {
  order_paid: (facts, shop) => ({
    subject: `We received your order ${number(facts)}`,
    title: "Thank you for your order",
    blocks: [
      hello(facts),
      say(`${howPaid(facts)} This is order ${number(facts)}.`),
      sums(facts),
      ...(isHeld(facts) ? [] : weightNote(facts)),
      ...whereTo(facts, shop),
      say("We'll write again when it is ready."),
    ],
  }),
  pay_link: (facts, shop) => ({
    subject: `Pay for your order ${number(facts)}`,
    title: "Your order is waiting for payment",
    blocks: [
      hello(facts),
      say(`We created order ${number(facts)} for you. Pay it by card within 24 hours, and we'll pack it.`),
      sums(facts),
      ...weightNote(facts),
      ...whereTo(facts, shop),
      say(`You can also pay in the store. If you didn't order this, call us: ${shop.phone}.`),
    ],
  }),
  pay_in_store: (facts, shop) => ({
    subject: `We received your order ${number(facts)}: pay in the store`,
    title: "Thank you for your order",
    blocks: [
      hello(facts),
      say(`This is order ${number(facts)}. ${payInStoreText(facts, shop)}`),
      sums(facts),
      ...weightNote(facts),
      ...whereTo(facts, shop),
      say("We'll write again when it is ready."),
    ],
  }),
  order_ready: (facts, shop) => ({
    subject: `Your order ${number(facts)} is ready`,
    title: "Your order is ready",
    blocks: [
      hello(facts),
      say(`Order ${number(facts)} is ready for you at the store. Bring your order number.`),
      ...(facts.pay_in_store_by ? [say(payInStoreText(facts, shop))] : []),
      ...whereTo(facts, shop),
      list(facts),
      ...changes(facts),
    ],
  }),
  order_out_for_delivery: (facts, shop) => ({
    subject: `Your order ${number(facts)} is on its way`,
    title: "Your order is on its way",
    blocks: [
      hello(facts),
      say(`Order ${number(facts)} has left the store.${stopsText(facts)}`),
      ...whereTo(facts, shop),
      list(facts),
      ...changes(facts),
    ],
  }),
  order_completed: (facts) => ({
    subject: `Your order ${number(facts)} is complete`,
    title: facts.delivery_type === "delivery" ? "Your order was delivered" : "You picked up your order",
    blocks: [
      hello(facts),
      say(
        `Order ${number(facts)} is ${facts.delivery_type === "delivery" ? "delivered" : "picked up"}. Thank you for shopping with us.`,
      ),
      say("If something is wrong, call us or reply to this email."),
    ],
  }),
  order_cancelled: (facts) => ({
    subject: `Your order ${number(facts)} is canceled`,
    title: "Your order is canceled",
    blocks: [
      hello(facts),
      say(whyCancelled(facts)),
      say(facts.paid_amount > facts.refunded_amount ? givingBack(facts) : "You were not charged and won't be."),
      list(facts),
    ],
  }),
  order_refunded: (facts) =>
    isRelease(facts)
      ? releaseLabels(facts)
      : {
          subject: `${money(facts.refund?.amount ?? 0)} refunded for order ${number(facts)}`,
          title: isGivenInStore(facts) ? "Your refund is complete" : "Your refund is on its way",
          blocks: [
            hello(facts),
            say(whyRefunded(facts)),
            ...(facts.refund?.lines ?? []).map((line) => say(thing(line))),
            ...(isGivenInStore(facts) ? [] : [say("Your bank may take up to ten days to show it.")]),
          ],
        },
  refund_failed: (facts, shop) => ({
    subject: `We couldn't refund ${money(facts.refund?.amount ?? 0)} for order ${number(facts)}`,
    title: "Your refund failed",
    blocks: [
      hello(facts),
      say(
        `We refunded ${money(facts.refund?.amount ?? 0)} for order ${number(facts)} to your card, but your bank returned it.`,
      ),
      say(`We'll contact you to send it again or refund it another way. You can also call us: ${shop.phone}.`),
    ],
  }),
  delivery_fee: deliveryFeeLabels,
  delivery_fee_paid: (facts, shop) => ({
    subject: `We received the delivery fee of order ${number(facts)}`,
    title: "Your delivery is paid",
    blocks: [
      hello(facts),
      say(`Your payment of ${feeText(facts)} for the delivery of order ${number(facts)} has arrived.`),
      sums(facts),
      ...whereTo(facts, shop),
    ],
  }),
  payment_failed: (facts) => ({
    subject: `The payment of order ${number(facts)} failed`,
    title: "Your payment failed",
    blocks: [
      hello(facts),
      say(`We couldn't charge ${money(facts.total)} for order ${number(facts)}. ${facts.failure_message ?? ""}`.trim()),
      say("You were not charged. We keep your order for 24 hours. Pay with this card or another one."),
    ],
  }),
  window_lost: (facts, shop) => ({
    subject: `Choose another time for your order ${number(facts)}`,
    title: "Your time is no longer available",
    blocks: [
      hello(facts),
      say(
        `We're sorry: we can't ${facts.delivery_type === "pickup" ? "have you pick up" : "deliver"} order ${number(facts)} at the time you chose, ${windowOf(facts, shop)}.`,
      ),
      say(
        facts.status === "paid"
          ? `Choose another time on the order's page, or call us: ${shop.phone}.`
          : `We will call you to agree on another time. You can also call us: ${shop.phone}.`,
      ),
    ],
  }),
  shop_order_paid: (facts, shop) => ({
    subject: `New order ${number(facts)}: ${money(facts.total)}`,
    title: `New order ${number(facts)}`,
    blocks: [
      say(
        isHeld(facts)
          ? `${facts.customer_name ?? "A customer"} placed an order. At most ${money(facts.paid_amount)} is held on the card.`
          : `${facts.customer_name ?? "A customer"} paid ${money(facts.paid_amount)}.`,
      ),
      say(`Placed ${dateTimeText(facts.placed_at, shop.timeZone)}.`),
      sums(facts),
      ...whereTo(facts, shop),
    ],
  }),
  shop_pay_in_store: (facts, shop) => ({
    subject: `New order ${number(facts)}: ${money(facts.total)}, to be paid in the store`,
    title: `New order ${number(facts)}`,
    blocks: [
      say(
        `${facts.customer_name ?? "A customer"} placed an order and pays in the store. It is not paid: take ${facts.needs_weight ? "up to " : ""}${money(facts.total)} before you hand it over.`,
      ),
      say(`Placed ${dateTimeText(facts.placed_at, shop.timeZone)}.`),
      sums(facts),
      ...whereTo(facts, shop),
    ],
  }),
  shop_order_cancelled: (facts) => ({
    subject: `Order ${number(facts)} was canceled by the customer`,
    title: `Order ${number(facts)} is canceled`,
    blocks: [
      say(
        facts.paid_amount === 0
          ? `${facts.customer_name ?? "The customer"} canceled this order, which was not paid. Don't prepare it.`
          : `${facts.customer_name ?? "The customer"} canceled this paid order. ${money(facts.paid_amount - facts.refunded_amount)} ${isHeld(facts) ? "held on the card is not charged" : "is being refunded"}. Don't prepare it.`,
      ),
      list(facts),
    ],
  }),
};

function payInStoreText(facts: OrderFacts, shop: StoreSettings): string {
  const until = facts.pay_in_store_by ? ` We hold it until ${dateTimeText(facts.pay_in_store_by, shop.timeZone)}.` : "";
  const due = dueText({
    dueCents: centsFrom(facts.due_amount ?? facts.total),
    needsWeight: facts.needs_weight ?? false,
  });
  return `It is not paid yet: bring ${due} ${meansText(shop.acceptsSnap)}.${until}`;
}

function howPaid(facts: OrderFacts): string {
  if (isHeld(facts)) return holdText(centsFrom(facts.held_amount ?? 0));
  return isPaidInStore(facts)
    ? `You paid ${money(facts.paid_amount)} in the store${paidByText(facts)}.`
    : `Your payment of ${money(facts.paid_amount)} has arrived.`;
}

/** Returns ": $12.00 by SNAP EBT and $8.00 in cash, with $2.00 change"; empty for one tender without change. */
function paidByText({ tenders = [] }: OrderFacts): string {
  const cash = tenders.find(({ cash_received }) => cash_received !== null);
  if (tenders.length < 2 && !cash) return "";
  const change = cash ? `, with ${money((cash.cash_received ?? 0) - cash.amount)} change` : "";
  return `: ${tendersText(tenders.map(({ method, amount }) => ({ method, amountCents: centsFrom(amount) })))}${change}`;
}

function releaseLabels(facts: OrderFacts): Words {
  return {
    subject: `${money(facts.refund?.amount ?? 0)} not charged for order ${number(facts)}`,
    title: "You were not charged",
    blocks: [
      hello(facts),
      say(whyReleased(facts)),
      ...(facts.refund?.lines ?? []).map((line) => say(thing(line))),
      say("Your bank may take a few days to end the hold."),
    ],
  };
}

function windowOf({ window_starts_at: startsAt, window_ends_at: endsAt }: OrderFacts, shop: StoreSettings): string {
  return startsAt && endsAt ? windowText({ startsAt, endsAt }, shop.timeZone) : "";
}

function stopsText({ stops_before: count }: OrderFacts): string {
  if (count === null || count === undefined) return "";
  return count === 0
    ? " You are the first stop."
    : ` The driver has ${count} ${count === 1 ? "stop" : "stops"} before yours.`;
}
