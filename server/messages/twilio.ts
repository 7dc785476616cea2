import { fieldsOf, textIn } from "#app/values/unknown-value.ts";
import type { TwilioSettings } from "#server/settings/environment.ts";

/** A text message. */
export interface TextMessage {
  /** E.164, with the plus sign. */
  to: string;
  text: string;
}

export interface TextSender {
  /** @returns the carrier's id of the message; null where there is none */
  send(message: TextMessage): Promise<string | null>;
}

const TIMEOUT_MS = 10_000;

/** Sends through Twilio: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export function createTwilioSender(settings: TwilioSettings): TextSender {
  const { accountSid, authToken, from, apiUrl } = settings;
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  return {
    send: async ({ to, text }) => {
      const sender = from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };
      const answer = await fetch(url, {
        method: "POST",
        headers: { authorization, accept: "application/json" },
        body: new URLSearchParams({ To: to, Body: text, ...sender }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answerBody: unknown = await answer.json().catch(() => null);
      const { code, message } = fieldsOf(answerBody);
      if (!answer.ok) throw new Error(`Twilio answered ${answer.status}, code ${code}: ${message}`);
      return textIn(answerBody, "sid") ?? null;
    },
  };
}
