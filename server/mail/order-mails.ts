import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { type Block, frameMail } from "./mail-frame.ts";
import type { MailMessage } from "./mailer.ts";
import { isOfCounter } from "./order-mail-parts.ts";
import { WORDS } from "./order-mail-words.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

export interface OrderMailContext {
  shop: StoreSettings;
  /** Without a slash at the end. */
  publicOrigin: string;
  /** Opens the order without an account, on any device; of `pay_link` the one that pays it. */
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
  const toPay: Block = { kind: "link", text: "Pay now", address: `${publicOrigin}/pay#${linkToken}` };
  const toPayFee: Block = {
    kind: "link",
    text: "Pay the delivery fee",
    address: `${publicOrigin}/checkout/${mail.order_id}/delivery-fee`,
  };
  const asksForFee = mail.kind === "delivery_fee" && (mail.facts.delivery_fee?.amount ?? 0) > 0;
  const links =
    mail.kind === "pay_link"
      ? [toPay]
      : mail.kind in ACCOUNT_LINKS
        ? [toAccount]
        : isOfCounter(mail.facts)
          ? [toOrder]
          : [...(asksForFee ? [toPayFee] : []), toOrder, toAccount];
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
