import anyAscii from "any-ascii";
import type { OrderTextKind } from "#app/features/order-texts/order-texts.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";

/** Facts of one order text. */
export interface OrderTextFacts {
  kind: OrderTextKind;
  orderNumber: number;
  /** In dollars; null for kinds without money. */
  amount: number | null;
  /** Whether this is the first text about its order. */
  isFirst: boolean;
  link: string;
}

const MAX_STORE_NAME = 40;

const COPY: Record<OrderTextKind, (order: string, amount: string) => string> = {
  received: (order) => t("We received {order}.", { order }),
  ready: (order) => t("{order} is ready for pickup.", { order }),
  on_its_way: (order) => t("{order} is on its way.", { order }),
  delay: (order) => t("The time you chose for {order} is no longer available. Details:", { order }),
  pay_link: (order, amount) => t("{amount} is due for {order}. Pay here:", { amount, order }),
  refund: (order, amount) => t("{amount} refunded for {order}.", { amount, order }),
  substitution: (order) =>
    t("Something in {order} is out of stock. Accept our replacement or leave it out:", { order }),
};

/** Returns the content of an order text: at most two SMS segments, whatever the store's name. */
export function orderText(facts: OrderTextFacts, shop: Pick<StoreSettings, "name">): string {
  const amount = facts.amount === null ? "" : moneyText(centsFrom(facts.amount));
  const body = COPY[facts.kind](t("order {number}", { number: facts.orderNumber }), amount);
  const sentence = `${body[0]?.toUpperCase()}${body.slice(1)}`;
  const stop = facts.isFirst ? ` ${howToStop()}` : "";
  return smsCharacters(`${storeName(shop, new URL(facts.link).host)}: ${sentence} ${facts.link}${stop}`);
}

/** Returns the values of the WhatsApp template's variables: store, order number, link, amount. */
export function templateVariables(facts: OrderTextFacts, shop: Pick<StoreSettings, "name">): Record<string, string> {
  const amount = facts.amount === null ? "-" : moneyText(centsFrom(facts.amount));
  return {
    "1": shop.name.slice(0, MAX_STORE_NAME).trim(),
    "2": String(facts.orderNumber),
    "3": facts.link,
    "4": amount,
  };
}

/**
 * Returns the reply to a keyword, for cases in which Twilio sends none.
 * @param host host of the store, in place of a name without any letter of the SMS alphabet
 */
export function keywordReply(
  keyword: "stop" | "start" | "help",
  shop: Pick<StoreSettings, "name" | "phone" | "email">,
  host: string,
): string {
  const name = storeName(shop, host);
  switch (keyword) {
    case "stop":
      return smsCharacters(
        t("{name}: You get no more texts from us. You still get emails. Reply START to get texts again.", { name }),
      );
    case "start":
      return smsCharacters(`${t("{name}: You get texts about your open orders again.", { name })} ${howToStop()}`);
    case "help":
      return smsCharacters(
        t(
          "{name} order texts. Call {phone} or write to {email}. Message and data rates may apply. Reply STOP to cancel.",
          { name, phone: shop.phone, email: shop.email },
        ),
      );
  }
}

/** Characters outside the SMS alphabet, which contains the accents of French and Haitian Creole and some of Spanish. */
const OTHER = /[^\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-zàäåæèéìñòöøùüßÄÅÆÉÑÖØÜÇ¡¿£§¥]/gu;

/**
 * Returns the text in the SMS alphabet (3GPP TS 23.038), without characters that count twice. Any other character would
 * halve the length of a segment.
 */
export function smsCharacters(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\p{Extended_Pictographic}/gu, "")
    .replaceAll(OTHER, (character) => anyAscii(character).replaceAll(OTHER, ""));
}

/** Returns the start of the store's name in the SMS alphabet; without any letter of it, the store's host. */
function storeName({ name }: Pick<StoreSettings, "name">, host: string): string {
  return smsCharacters(name).slice(0, MAX_STORE_NAME).trim() || host;
}

function howToStop(): string {
  // Translators: phone companies recognize only the English STOP and HELP
  return t("Reply STOP to cancel, HELP for help.");
}
