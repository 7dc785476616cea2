import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import type { OrderTextKind } from "#app/values/text-channel.ts";

/** Facts of one order text. */
export interface OrderTextFacts {
  kind: OrderTextKind;
  orderNumber: number;
  /** Dollars; null for kinds without money. */
  amount: number | null;
  /** Whether it is the first about its order. */
  isFirst: boolean;
  link: string;
}

const HOW_TO_STOP = "Reply STOP to cancel, HELP for help.";
const MAX_STORE_NAME = 40;

const COPY: Record<OrderTextKind, (order: string, amount: string) => string> = {
  received: (order) => `We received ${order}.`,
  ready: (order) => `${order} is ready for pickup.`,
  on_its_way: (order) => `${order} is on its way.`,
  delay: (order) => `The time you chose for ${order} is no longer available. Details:`,
  pay_link: (order, amount) => `${amount} is due for ${order}. Pay here:`,
  refund: (order, amount) => `${amount} refunded for ${order}.`,
  substitution: (order) => `Something in ${order} is out of stock. Accept our replacement or leave it out:`,
};

/** Returns the text of an order message: at most two segments of SMS, whatever the store is called. */
export function orderText(facts: OrderTextFacts, shop: Pick<StoreSettings, "name">): string {
  const amount = facts.amount === null ? "" : moneyText(centsFrom(facts.amount));
  const body = COPY[facts.kind](`order ${facts.orderNumber}`, amount);
  const sentence = `${body[0]?.toUpperCase()}${body.slice(1)}`;
  const stop = facts.isFirst ? ` ${HOW_TO_STOP}` : "";
  return smsCharacters(`${storeName(shop)}: ${sentence} ${facts.link}${stop}`);
}

/** Returns the values of the WhatsApp template of the kind: store, order number, link, amount. */
export function templateVariables(facts: OrderTextFacts, shop: Pick<StoreSettings, "name">): Record<string, string> {
  const amount = facts.amount === null ? "-" : moneyText(centsFrom(facts.amount));
  return { "1": storeName(shop), "2": String(facts.orderNumber), "3": facts.link, "4": amount };
}

/** Returns the reply to a keyword, where Twilio sends none itself. */
export function keywordReply(
  keyword: "stop" | "start" | "help",
  shop: Pick<StoreSettings, "name" | "phone" | "email">,
): string {
  const name = storeName(shop);
  switch (keyword) {
    case "stop":
      return smsCharacters(
        `${name}: You get no more texts from us. You still get emails. Reply START to get texts again.`,
      );
    case "start":
      return smsCharacters(`${name}: You get texts about your open orders again. ${HOW_TO_STOP}`);
    case "help":
      return smsCharacters(
        `${name} order texts. Call ${shop.phone} or write to ${shop.email}. Message and data rates may apply. Reply STOP to cancel.`,
      );
  }
}

/**
 * Returns the text in characters of the SMS alphabet (3GPP TS 23.038), without those that count twice: any other
 * character would halve the length of a segment.
 */
export function smsCharacters(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, "-")
    .replaceAll("…", "...")
    .normalize("NFKD")
    .replaceAll(/[^\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]/g, "");
}

function storeName({ name }: Pick<StoreSettings, "name">): string {
  return name.slice(0, MAX_STORE_NAME).trim();
}
