import { createHmac } from "node:crypto";
import type { TextChannel } from "#app/features/order-texts/order-texts.ts";
import type { TwilioSettings } from "#server/base/environment.ts";
import { isSameSecret } from "#server/base/is-same-secret.ts";

/** The parts of an incoming text that the store uses. */
export interface InboundText {
  messageId: string;
  /** E.164. */
  phone: string;
  channel: TextChannel;
  /** What it asks for; "other" is for staff to read. */
  keyword: "stop" | "start" | "help" | "other";
  body: string;
  /** Whether Twilio itself replies to the keyword. */
  isAnswered: boolean;
}

/**
 * Reads a request of Twilio's webhook.
 * @param url as called by Twilio, including the query
 * @returns null for a text without words
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
/** Other opt-outs in the store's languages, as whole texts. The FCC requires any reasonable one (47 CFR 64.1200). */
const OPT_OUTS = new Set(
  `OPT OUT;NO MORE;REMOVE ME;LEAVE ME ALONE;ARRET;ARRETE;ARRETEZ;ARRETER;STOPPER;STOPPEZ;DESABONNER;DESABONNEZ MOI;
  DESINSCRIRE;ASSEZ;ALTO;PARA;PARAR;PARE;PAREN;DETENER;DETENGANSE;BAJA;BASTA;NO MAS;ARETE;RETE;KANPE;SISPANN`
    .split(";")
    .map((text) => text.trim()),
);
/** Opt-outs that other words follow, but for "stop by" and the like. */
const OPT_OUT_STARTS =
  /^(STOP(?! (BY|IN|AT|OVER)\b)|STOPALL|UNSUBSCRIBE|OPT ?OUT|ARRET(EZ|E|ER)|PAREN|DEJEN? DE|DEJA DE|SISPANN)\b/;
/** Opt-outs anywhere in a text. */
const OPT_OUT_PARTS = new RegExp(
  [
    /\b(STOP|QUIT) (TEXTING|MESSAGING|SENDING|CONTACTING|WRITING)\b/,
    /\b(DONT|DO NOT|NEVER) (TEXT|MESSAGE|CONTACT|SEND|WRITE)( TO)?( ME)?\b/,
    /\bNO MORE (TEXTS?|MESSAGES?|SMS)\b/,
    /\b(REMOVE|TAKE) ME (FROM|OFF)\b/,
    /\bNO (ME )?(ENVIEN?|ENVIES|MANDEN?|MANDES|ESCRIBAN?|ESCRIBAS)\b/,
    /\bNO MAS (MENSAJES|TEXTOS|SMS)\b/,
    /\bDAR(ME)? DE BAJA\b/,
    /\bPLUS DE (MESSAGES?|TEXTOS?|SMS)\b/,
    /\bNE (M ?)?(ENVOYEZ|ECRIVEZ|CONTACTEZ)( MOI)? PLUS\b/,
    /\bPA (VOYE|EKRI)( M| MWEN)?( MESAJ| TEKS)?( ANKO)?\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const POLITE =
  /\b(PLEASE|PLS|PLZ|KINDLY|NOW|THANKS|THANK YOU|POR FAVOR|YA|GRACIAS|S ?IL (VOUS|TE) PLAIT|SVP|MERCI|SOUPLE|TANPRI|MESI)\b/g;

/** Reads requests signed with the account's token: https://www.twilio.com/docs/usage/security#validating-requests */
export function createInboundTextReader({
  accountSid,
  authToken,
}: Pick<TwilioSettings, "accountSid" | "authToken">): ReadInboundText {
  return (url, rawBody, signature) => {
    const form = new URLSearchParams(rawBody);
    const isSigned = isSameSecret(signature ?? "", twilioSignature(url, form, authToken));
    if (!isSigned || form.get("AccountSid") !== accountSid) throw new BadTextSignatureError();
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

function inboundTextFrom(form: URLSearchParams): InboundText | null {
  const [, prefix, phone] = /^(whatsapp:)?(\+[1-9][0-9]{7,14})$/.exec(form.get("From") ?? "") ?? [];
  const messageId = form.get("MessageSid") ?? "";
  const body = (form.get("Body") ?? "").trim();
  const type = form.get("OptOutType");
  if (phone === undefined || !/^\w{1,64}$/.test(messageId) || (body === "" && type === null)) return null;
  const words = wordsOf(body);
  const isKeyword = STOP.has(words) || START.has(words) || HELP.has(words);
  return {
    messageId,
    phone,
    channel: prefix === undefined ? "sms" : "whatsapp",
    keyword: keywordOf(type ?? body),
    body,
    // On WhatsApp, only a messaging service with Advanced Opt-Out replies; it sends OptOutType.
    isAnswered: type !== null || (prefix === undefined && isKeyword),
  };
}

function keywordOf(text: string): InboundText["keyword"] {
  // Full-width letters, and letters with accents, as the plain ones. Apostrophes of "don't" and "m'envoyez" are left out.
  const words = wordsOf(text.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  const plain = words.replaceAll(POLITE, "").trim().replaceAll(/\s+/g, " ");
  if (START.has(words)) return "start";
  if (HELP.has(words)) return "help";
  const isOptOut = STOP.has(plain) || OPT_OUTS.has(plain) || OPT_OUT_STARTS.test(plain) || OPT_OUT_PARTS.test(plain);
  return isOptOut ? "stop" : "other";
}

function wordsOf(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}\s]+/gu, "")
    .trim()
    .replaceAll(/\s+/g, " ");
}
