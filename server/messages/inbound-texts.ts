import { createHmac, timingSafeEqual } from "node:crypto";
import type { TextChannel } from "#app/values/text-channel.ts";
import type { TwilioSettings } from "#server/settings/environment.ts";

/** The parts of an incoming text that the store uses. */
export interface InboundText {
  messageId: string;
  /** E.164. */
  phone: string;
  channel: TextChannel;
  keyword: "stop" | "start" | "help";
  /** Whether Twilio itself replies to the keyword. */
  isAnswered: boolean;
}

/**
 * Reads a request of Twilio's webhook.
 * @param url as called by Twilio, including the query
 * @returns null for a text without a keyword
 * @throws BadTextSignatureError
 */
export type ReadInboundText = (url: string, rawBody: string, signature: string | undefined) => InboundText | null;

export class BadTextSignatureError extends Error {
  constructor() {
    super("This request isn't signed by Twilio.");
  }
}

/** Texts that Twilio treats as keywords: https://help.twilio.com/articles/223134027 */
const STOP = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"]);
const START = new Set(["START", "UNSTOP", "YES"]);
const HELP = new Set(["HELP", "INFO"]);
/** "Stop!", "STOP texting me", and "opt out" also mean STOP, even if Twilio does not treat them as keywords. */
const CLEAR_STOP = /^(STOP|STOPALL|UNSUBSCRIBE|OPT ?OUT)\b/;

/** Reads requests signed with the account's token: https://www.twilio.com/docs/usage/security#validating-requests */
export function createInboundTextReader({
  accountSid,
  authToken,
}: Pick<TwilioSettings, "accountSid" | "authToken">): ReadInboundText {
  return (url, rawBody, signature) => {
    const form = new URLSearchParams(rawBody);
    if (!isSigned({ url, form, authToken, signature }) || form.get("AccountSid") !== accountSid) {
      throw new BadTextSignatureError();
    }
    return inboundTextFrom(form);
  };
}

/** Returns Twilio's signature of a form. */
export function twilioSignature(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...new Set(form.keys())].toSorted();
  const values = names.map((name) =>
    [...new Set(form.getAll(name))]
      .toSorted()
      .map((value) => name + value)
      .join(""),
  );
  return createHmac("sha1", authToken)
    .update(url + values.join(""), "utf8")
    .digest("base64");
}

function isSigned(given: { url: string; form: URLSearchParams; authToken: string; signature: string | undefined }) {
  const expected = Buffer.from(twilioSignature(given.url, given.form, given.authToken));
  const received = Buffer.from(given.signature ?? "");
  return received.length === expected.length && timingSafeEqual(received, expected);
}

function inboundTextFrom(form: URLSearchParams): InboundText | null {
  const [, prefix, phone] = /^(whatsapp:)?(\+[1-9][0-9]{7,14})$/.exec(form.get("From") ?? "") ?? [];
  const messageId = form.get("MessageSid") ?? "";
  const body = (form.get("Body") ?? "")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}\s]+/gu, "")
    .trim()
    .replaceAll(/\s+/g, " ");
  const type = form.get("OptOutType");
  const keyword = keywordOf(type ?? body);
  if (phone === undefined || !/^\w{1,64}$/.test(messageId) || keyword === null) return null;
  const isKeyword = STOP.has(body) || START.has(body) || HELP.has(body);
  return {
    messageId,
    phone,
    channel: prefix === undefined ? "sms" : "whatsapp",
    keyword,
    // On WhatsApp, only a messaging service with Advanced Opt-Out replies; it sends OptOutType.
    isAnswered: type !== null || (prefix === undefined && isKeyword),
  };
}

function keywordOf(text: string): InboundText["keyword"] | null {
  if (STOP.has(text) || CLEAR_STOP.test(text)) return "stop";
  if (START.has(text)) return "start";
  return HELP.has(text) ? "help" : null;
}
