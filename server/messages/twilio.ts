import { fieldsOf, textIn } from "#app/values/unknown-value.ts";
import type { TwilioSettings } from "#server/base/environment.ts";

/** A text message. */
export interface TextMessage {
  /** E.164, with the plus sign. */
  to: string;
  text: string;
}

export interface TextSender {
  /** @returns the provider's id of the message; null if it has none */
  send(message: TextMessage): Promise<string | null>;
}

const TIMEOUT_MS = 10_000;

/** Error response from Twilio; see https://www.twilio.com/docs/api/errors for the codes. */
export class TwilioError extends Error {
  readonly status: number;
  readonly code: unknown;

  constructor(status: number, code: unknown, message: unknown) {
    super(`Twilio responded ${status}, code ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Creates a sender through Twilio: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export function createTwilioSender(settings: TwilioSettings): TextSender {
  const sender = senderOf(settings.from);
  return {
    send: async ({ to, text }) => {
      const created = await callMessages(settings, { form: { To: to, Body: text, ...sender } });
      return textIn(created, "sid") ?? null;
    },
  };
}

/** Returns the form fields for a sender: a messaging service, or a number, which has a prefix on WhatsApp. */
export function senderOf(from: string, prefix = ""): Record<string, string> {
  return from.startsWith("MG") ? { MessagingServiceSid: from } : { From: `${prefix}${from}` };
}

/**
 * Calls the account's Messages API: with a form, creates a message; with a query, lists messages.
 * @throws TwilioError for an error response, or the network's error
 */
export async function callMessages(
  { accountSid, authToken, apiUrl }: TwilioSettings,
  { form, query = {} }: { form?: Record<string, string>; query?: Record<string, string> },
): Promise<unknown> {
  const url = new URL(`${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`);
  url.search = new URLSearchParams(query).toString();
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const answer = await fetch(url, {
    headers: { authorization, accept: "application/json" },
    ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answerBody: unknown = await answer.json().catch(() => null);
  const { code, message } = fieldsOf(answerBody);
  if (!answer.ok) throw new TwilioError(answer.status, code, message);
  return answerBody;
}
