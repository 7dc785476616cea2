import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { frameEmail, paragraph, type Sender } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";
import { smsCharacters } from "./order-texts.ts";
import type { TextMessage } from "./twilio.ts";

/** A product or size that one customer requested and that is back in stock. */
export interface BackInStock {
  request_id: string;
  requested_at: string;
  product_id: number;
  category: string;
  name: string;
  size_id: number | null;
  size_label: string | null;
}

/**
 * Creates the email that a product is back in stock, sent once per request.
 * @param publicOrigin without a trailing slash
 * @param stopAddress URL of the page that cancels the customer's other requests
 */
export function backInStockEmail(
  item: BackInStock & { email: string },
  shop: Sender,
  publicOrigin: string,
  stopAddress: string,
): MailMessage {
  const name = sizedName(item.name, item.size_label);
  const title = t("Back in stock: {name}", { name });
  return {
    to: item.email,
    subject: title,
    // Constant for all attempts; a new request for the same product has a different id.
    messageId: `<back-in-stock.${item.request_id}.${Date.parse(item.requested_at)}@${new URL(publicOrigin).hostname}>`,
    ...frameEmail(shop, title, [
      paragraph(
        t("You wanted to know when it's back: {name} is in stock at {store}. We can't hold it for you.", {
          name,
          store: shop.name,
        }),
      ),
      { kind: "button", text: t("Open product"), address: productAddress(item, publicOrigin) },
      paragraph(
        t("This is our only message about it. Are you waiting for other products? You can end those messages here:"),
      ),
      { kind: "link", text: t("Stop stock messages"), address: stopAddress },
    ]),
  };
}

/** Creates the SMS that a product is back in stock, for an account without a verified email address. */
export function backInStockText(
  item: BackInStock & { phone: string },
  shop: Pick<Sender, "name">,
  publicOrigin: string,
): TextMessage {
  const name = sizedName(item.name, item.size_label);
  const text = t("{store}: {name} is back in stock. {link} Stop: {stopLink}", {
    store: shop.name,
    name,
    link: productAddress(item, publicOrigin),
    stopLink: `${publicOrigin}/account`,
  });
  return { to: item.phone, text: smsCharacters(text) };
}

function productAddress({ category, product_id, size_id }: BackInStock, publicOrigin: string): string {
  const size = size_id === null ? "" : `?size=${size_id}`;
  return `${publicOrigin}/products/${category}/${product_id}${size}`;
}
