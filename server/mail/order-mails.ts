import { addedSums, orderNumber } from "#app/features/orders/order.ts";
import { deliveryNotIncludedText } from "#app/features/store/free-delivery.ts";
import { addressLine, type StoreSettings } from "#app/features/store/store-settings.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { windowText } from "#app/values/window-text.ts";
import { type Block, frameMail, say } from "./mail-frame.ts";
import type { MailMessage } from "./mailer.ts";
import type { OrderFacts, OutgoingMail } from "./outgoing-mail.ts";

export interface OrderMailContext {
  shop: StoreSettings;
  /** Without a slash at the end. */
  publicOrigin: string;
  /** Opens the order without an account, on any device. */
  linkToken: string;
}

/**
 * The message of an outgoing mail, made of its frozen facts and what the shop says of itself. Its Message-ID is the
 * mail's own, so that a repeat is recognisable.
 */
export function orderMail(
  mail: OutgoingMail,
  { shop, publicOrigin, linkToken }: OrderMailContext,
): MailMessage {
  const { subject, title, blocks } = WORDS[mail.kind](mail.facts, shop);
  const toAccount: Block = {
    kind: "link",
    text: ACCOUNT_LINKS[mail.kind] ?? "See it in your account",
    address: `${publicOrigin}/orders/${mail.order_id}`,
  };
  // Behind "#" it goes to no server, into no log, and to no other site.
  const toOrder: Block = {
    kind: "link",
    text: "See the order",
    address: `${publicOrigin}/order-link#${linkToken}`,
  };
  const links = mail.kind in ACCOUNT_LINKS ? [toAccount] : [toOrder, toAccount];
  return {
    to: mail.recipient,
    subject,
    messageId: `<${mail.id}@${new URL(publicOrigin).hostname}>`,
    ...frameMail(shop, title, [...blocks, ...links]),
  };
}

/** Of mails that are of use only to somebody who is logged in: the shop, and who is to pay. */
const ACCOUNT_LINKS: Partial<Record<OutgoingMail["kind"], string>> = {
  payment_failed: "Try again",
  shop_order_paid: "See the order",
  shop_order_cancelled: "See the order",
};

interface Words {
  subject: string;
  title: string;
  blocks: Block[];
}

const money = (amount: number) => moneyText(centsFrom(amount));
const hello = (facts: OrderFacts) => say(facts.customer_name ? `Hello ${facts.customer_name},` : "Hello,");
const number = (facts: OrderFacts) => orderNumber(facts.order_id);

const WORDS: Record<OutgoingMail["kind"], (facts: OrderFacts, shop: StoreSettings) => Words> = {
  order_paid: (facts, shop) => ({
    subject: `We have your order ${number(facts)}`,
    title: "Thank you for your order",
    blocks: [
      hello(facts),
      say(`Your payment of ${money(facts.paid_amount)} has arrived. This is order ${number(facts)}.`),
      sums(facts),
      ...whereTo(facts, shop),
      say("We will write again when it is ready."),
    ],
  }),
  order_ready: (facts, shop) => ({
    subject: `Your order ${number(facts)} is ready`,
    title: "Your order is ready",
    blocks: [
      hello(facts),
      say(`Order ${number(facts)} is packed and waits for you at the store. Please bring the order number.`),
      ...whereTo(facts, shop),
      list(facts),
    ],
  }),
  order_out_for_delivery: (facts, shop) => ({
    subject: `Your order ${number(facts)} is on its way`,
    title: "Your order is on its way",
    blocks: [
      hello(facts),
      say(`Order ${number(facts)} has left the store.`),
      ...whereTo(facts, shop),
      list(facts),
    ],
  }),
  order_completed: (facts) => ({
    subject: `Your order ${number(facts)} is complete`,
    title: facts.delivery_type === "delivery" ? "Your order has arrived" : "You have your order",
    blocks: [
      hello(facts),
      say(
        `Order ${number(facts)} is ${facts.delivery_type === "delivery" ? "delivered" : "picked up"}. Thank you for shopping with us.`,
      ),
      say("If anything is not as it should be, call us or answer this e-mail."),
    ],
  }),
  order_cancelled: (facts) => ({
    subject: `Your order ${number(facts)} is cancelled`,
    title: "Your order is cancelled",
    blocks: [
      hello(facts),
      say(whyCancelled(facts)),
      say(
        facts.paid_amount > facts.refunded_amount
          ? `We are giving ${money(facts.paid_amount - facts.refunded_amount)} back to your card. We will write again when it is done.`
          : "You paid nothing for it, and nothing will be charged.",
      ),
      list(facts),
    ],
  }),
  order_refunded: (facts) => ({
    subject: `${money(facts.refund?.amount ?? 0)} given back for order ${number(facts)}`,
    title: "Your money is on its way back",
    blocks: [
      hello(facts),
      say(whyRefunded(facts)),
      ...(facts.refund?.lines ?? []).map((line) => say(thing(line))),
      say("Your bank shows it on your card within a few days, at most ten."),
    ],
  }),
  payment_failed: (facts) => ({
    subject: `The payment of order ${number(facts)} did not go through`,
    title: "Your payment did not go through",
    blocks: [
      hello(facts),
      say(
        `We could not take ${money(facts.total)} for order ${number(facts)}. ${facts.failure_message ?? ""}`.trim(),
      ),
      say("Nothing was charged. Your order is kept for 24 hours; you can pay with this card or another one."),
    ],
  }),
  shop_order_paid: (facts, shop) => ({
    subject: `New order ${number(facts)}: ${money(facts.total)}`,
    title: `New order ${number(facts)}`,
    blocks: [
      say(`${facts.customer_name ?? "A customer"} paid ${money(facts.paid_amount)}.`),
      say(`Placed ${dateTimeText(facts.placed_at, shop.timeZone)}.`),
      sums(facts),
      ...whereTo(facts, shop),
    ],
  }),
  shop_order_cancelled: (facts) => ({
    subject: `Order ${number(facts)} was cancelled by the customer`,
    title: `Order ${number(facts)} is cancelled`,
    blocks: [
      say(
        `${facts.customer_name ?? "The customer"} cancelled this paid order. ${money(facts.paid_amount - facts.refunded_amount)} is being given back. There is nothing to prepare.`,
      ),
      list(facts),
    ],
  }),
};

function whyCancelled(facts: OrderFacts): string {
  if (facts.cancel_reason === "sold_out") {
    return `We are sorry: something in order ${number(facts)} was sold out at the moment your payment arrived.`;
  }
  if (facts.cancel_reason === "abandoned") {
    return `Order ${number(facts)} was not paid within 24 hours, so it has ended.`;
  }
  return facts.cancelled_by === "customer"
    ? `Order ${number(facts)} is cancelled, as you asked.`
    : `We had to cancel order ${number(facts)}. Please call us if you have a question.`;
}

function whyRefunded(facts: OrderFacts): string {
  const amount = money(facts.refund?.amount ?? 0);
  const order = `order ${number(facts)}`;
  if (facts.refund?.reason === "duplicate") {
    return `Two payments came for ${order}. We gave the second one, ${amount}, back to your card. The order itself stays paid.`;
  }
  return facts.refund?.is_whole
    ? `We gave ${amount} back to your card: everything that was paid for ${order} is back with you.`
    : `We gave ${amount} of ${order} back to your card.`;
}

function sums(facts: OrderFacts): Block {
  return {
    kind: "sums",
    rows: [
      ...facts.items.map(
        (item) => [thing(item), moneyText(centsFrom(item.unit_price) * item.quantity)] as const,
      ),
      ...added(facts),
      ["Total", money(facts.total)],
    ],
  };
}

function list(facts: OrderFacts): Block {
  return say(facts.items.map(thing).join("\n"));
}

/** "2 × Madras Dress, size M" */
function thing({ name, size, quantity }: { name: string; size?: string | null; quantity: number }): string {
  return `${quantity} × ${sizedName(name, size)}`;
}

/** Of a pick-up nothing is said: it costs nothing. */
function added(facts: OrderFacts): (readonly [string, string])[] {
  return addedSums({
    deliveryType: facts.delivery_type,
    deliveryCostCents: centsFrom(facts.delivery_cost),
    isDeliveryIncluded: facts.delivery_included,
    // A mail that was written before they were kept says none.
    discountCents: centsFrom(facts.discount ?? 0),
    taxCents: centsFrom(facts.tax_amount ?? 0),
  })
    .filter(({ name }) => name !== "Pick-up")
    .map(({ name, price }) => [name, price] as const);
}

/** For deliveries where they go, and what the checkout said when they are not included; else where and when. */
function whereTo(facts: OrderFacts, shop: StoreSettings): Block[] {
  const { window_starts_at: startsAt, window_ends_at: endsAt } = facts;
  const time = startsAt && endsAt ? windowText({ startsAt, endsAt }, shop.timeZone) : null;
  if (facts.delivery_type === "pickup") {
    const hours = shop.openingHours.map(({ text }) => text).join(", ");
    return [
      say(
        [
          ...(time ? [`Your time: ${time}. Please bring the order number.`] : []),
          `Pick-up at ${shop.name}, ${addressLine(shop)}.`,
          `Open ${hours}.`,
          `Telephone ${shop.phone}.`,
        ].join("\n"),
      ),
    ];
  }
  return [
    say(`Delivery to ${facts.delivery_address}, phone ${facts.delivery_phone_number}.`),
    ...(time ? [say(`Your time: ${time}.`)] : []),
    ...(facts.driver_note ? [say(`For the driver: ${facts.driver_note}`)] : []),
    ...(facts.delivery_included ? [] : [say(deliveryNotIncludedText(shop, centsFrom(facts.total)))]),
  ];
}
