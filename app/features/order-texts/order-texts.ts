import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { phoneText } from "#app/values/contact.ts";

/** Text message settings of an order: the available channels and the chosen one. */
export type OrderTexts = NonNullable<ReturnType<typeof orderTextsFromRow>>;

export type OrderTextsRow = FunctionRow<"read_order_texts">;

/** Returns the text settings of an order; null if the store sends no texts. */
export function orderTextsFromRow(row: OrderTextsRow) {
  const channels = row.channels.filter(isTextChannel);
  if (channels.length === 0) return null;
  return {
    /** At least one channel. */
    channels,
    /** Null if texts are off. */
    activeChannel: isTextChannel(row.active_channel) ? row.active_channel : null,
    /** Formatted phone number of the order, masked on a page opened by a text's link; null while it has none. */
    phone: row.phone === null ? null : phoneText(row.phone),
    /** Whether the number replied STOP. */
    hasOptedOut: row.has_opted_out,
    wordingVersion: row.wording_version,
    /** Consent text by channel, with a {phone} placeholder. */
    wordings: { sms: row.sms_wording, whatsapp: row.whatsapp_wording },
  };
}

/**
 * Returns the consent text as shown to the customer, identical to the one stored in the database, except that a page
 * opened by a text's link masks the phone number.
 */
export function consentText({ wordings }: OrderTexts, channel: TextChannel, phone: string | null): string {
  return wordings[channel].replace("{phone}", phone ?? t("the phone number above"));
}

export const CHANNEL_LABELS: Readonly<Record<TextChannel, string>> = { sms: "SMS", whatsapp: "WhatsApp" };

/** How a text message about an order is sent. */
export type TextChannel = "sms" | "whatsapp";

/** Event that a text message about an order reports. */
export type OrderTextKind = (typeof ORDER_TEXT_KINDS)[number];

export const ORDER_TEXT_KINDS = [
  "received",
  "ready",
  "on_its_way",
  "delay",
  "pay_link",
  "refund",
  "substitution",
] as const;

export function isTextChannel(value: unknown): value is TextChannel {
  return value === "sms" || value === "whatsapp";
}
