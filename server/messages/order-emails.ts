import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { type Block, frameEmail } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";
import { ORDER_EMAILS } from "./order-email-labels.ts";
import { hello, isPointOfSale } from "./order-email-parts.ts";
import type { OutgoingEmail } from "./outgoing-email.ts";

export interface OrderEmailContext {
  shop: StoreSettings;
  /** Without a trailing slash. */
  publicOrigin: string;
  /** Token of the link that opens the order without an account; for `pay_link`, that pays it. */
  linkToken: string;
}

/**
 * Renders an outgoing email from its stored facts and the store settings. Its Message-ID is constant, so that mail
 * servers can drop duplicates.
 */
export function orderEmail(mail: OutgoingEmail, { shop, publicOrigin, linkToken }: OrderEmailContext): MailMessage {
  const { facts } = mail;
  const { subject, title, blocks } = ORDER_EMAILS[mail.kind](facts, facts.order_number, shop);
  const greeting = mail.kind.startsWith("shop_") ? [] : [hello(facts)];
  const toAccount = {
    text: ACCOUNT_LINKS[mail.kind]?.() ?? t("View in your account"),
    address: `${publicOrigin}/orders/${mail.order_id}`,
  };
  // Browsers do not send the part after "#", so the token reaches no server, log, or other site.
  const toOrder = { text: t("View order"), address: `${publicOrigin}/order-link#${linkToken}` };
  const toPay = { text: t("Pay now"), address: `${publicOrigin}/pay#${linkToken}` };
  const toPayFee = { text: t("Pay delivery fee"), address: `${publicOrigin}/checkout/${mail.order_id}/delivery-fee` };
  const isFeeDue = mail.kind === "delivery_fee" && (facts.delivery_fee?.amount ?? 0) > 0;
  const links =
    mail.kind === "pay_link"
      ? [toPay]
      : mail.kind in ACCOUNT_LINKS
        ? [toAccount]
        : isPointOfSale(facts)
          ? [toOrder]
          : [...(isFeeDue ? [toPayFee] : []), toOrder, toAccount];
  const linkBlocks = links.map((link, place): Block => ({ kind: place === 0 ? "button" : "link", ...link }));
  return {
    to: mail.recipient,
    subject,
    messageId: `<${mail.id}@${new URL(publicOrigin).hostname}>`,
    ...frameEmail(shop, title, [...greeting, ...blocks, ...linkBlocks]),
  };
}

/** Links of emails that are useful only after login. */
const ACCOUNT_LINKS: Partial<Record<OutgoingEmail["kind"], () => string>> = {
  payment_failed: () => t("Try again"),
  shop_order_paid: () => t("View order"),
  shop_order_cancelled: () => t("View order"),
  shop_pay_in_store: () => t("View order"),
};
