import { t } from "#app/messages/t.ts";
import { phoneText } from "#app/values/contact.ts";
import { isTextChannel, type TextChannel } from "#app/values/text-channel.ts";

/** Whether an order's customer may choose texts, and has. */
export interface OrderTexts {
  /** At least one. */
  channels: readonly TextChannel[];
  /** Null: texts are off. */
  activeChannel: TextChannel | null;
  /** The order's number as people read it; null while it has none. */
  phone: string | null;
  /** The number replied STOP. */
  hasOptedOut: boolean;
  wordingVersion: number;
  /** Consent by channel, with {phone} left in it. */
  wordings: Readonly<Record<TextChannel, string>>;
}

/** Row of `public.read_order_texts`. */
export interface OrderTextsRow {
  channels: string[];
  active_channel: string | null;
  phone: string | null;
  has_opted_out: boolean;
  wording_version: number;
  sms_wording: string;
  whatsapp_wording: string;
}

/** Returns the choice of an order; null if the store sends no texts. */
export function orderTextsFromRow(row: OrderTextsRow): OrderTexts | null {
  const channels = row.channels.filter(isTextChannel);
  if (channels.length === 0) return null;
  return {
    channels,
    activeChannel: isTextChannel(row.active_channel) ? row.active_channel : null,
    phone: row.phone === null ? null : phoneText(row.phone),
    hasOptedOut: row.has_opted_out,
    wordingVersion: row.wording_version,
    wordings: { sms: row.sms_wording, whatsapp: row.whatsapp_wording },
  };
}

/** Returns the consent as the customer reads it, the same text that the database stores. */
export function consentText({ wordings }: OrderTexts, channel: TextChannel, phone: string | null): string {
  return wordings[channel].replace("{phone}", phone ?? t("the phone number above"));
}

export const CHANNEL_LABELS: Readonly<Record<TextChannel, string>> = { sms: "SMS", whatsapp: "WhatsApp" };
