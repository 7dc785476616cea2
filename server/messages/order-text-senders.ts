import type { OrderTextKind, TextChannel } from "#app/values/text-channel.ts";
import { fieldsOf, textIn } from "#app/values/unknown-value.ts";
import type { TwilioSettings } from "#server/settings/environment.ts";
import type { Mailbox } from "./mailbox.ts";
import { callMessages, senderOf, TwilioError } from "./twilio.ts";

/** A text about an order, ready to be sent. */
export interface OrderText {
  /** Id of the row in the outbox. */
  id: string;
  kind: OrderTextKind;
  /** E.164. */
  to: string;
  text: string;
  /** Address in the text that no other text has. */
  link: string;
  /** Values of a WhatsApp template, by number. */
  variables: Record<string, string>;
  queuedAt: Date;
}

export interface OrderTextSender {
  /** @returns the carrier's id of the message; null where there is none */
  send(text: OrderText): Promise<string | null>;
  /**
   * Looks for a text that may have been accepted although no answer arrived.
   * @returns its id, or null if the carrier has none
   */
  findSent(text: OrderText): Promise<string | null>;
}

/** The senders that the store has, by channel. */
export type OrderTextSenders = Partial<Record<TextChannel, OrderTextSender>>;

/** Sends order texts through Twilio; on WhatsApp by the approved template of the kind, if there is one. */
export function createTwilioOrderTexts(settings: TwilioSettings): OrderTextSenders {
  const sms = createSender(settings, "", settings.from, {});
  if (!settings.whatsapp) return { sms };
  const { from, templates } = settings.whatsapp;
  return { sms, whatsapp: createSender(settings, "whatsapp:", from, templates) };
}

/** Puts order texts into the mailbox of a demo store. */
export function createMailboxOrderTexts(mailbox: Mailbox): OrderTextSenders {
  const senderTo = (prefix: string): OrderTextSender => ({
    send: ({ id, to, text }) => mailbox.saveText({ to: `${prefix}${to}`, text, messageId: id }),
    findSent: async () => null,
  });
  return { sms: senderTo(""), whatsapp: senderTo("whatsapp:") };
}

/** Whether the carrier knows of a STOP (https://www.twilio.com/docs/api/errors/21610). */
export function isOptOut(error: unknown): boolean {
  return error instanceof TwilioError && String(error.code) === "21610";
}

/** Whether a retry would get the same answer: the request itself is wrong, such as a number that gets no texts. */
export function isRejection(error: unknown): boolean {
  return error instanceof TwilioError && error.status === 400;
}

function createSender(
  settings: TwilioSettings,
  prefix: string,
  from: string,
  templates: Partial<Record<OrderTextKind, string>>,
): OrderTextSender {
  return {
    send: async ({ kind, to, text, variables }) => {
      const template = templates[kind];
      const content = template ? { ContentSid: template, ContentVariables: JSON.stringify(variables) } : { Body: text };
      const form = { To: `${prefix}${to}`, ...content, ...senderOf(from, prefix) };
      return textIn(await callMessages(settings, { form }), "sid") ?? null;
    },
    findSent: async ({ to, link, queuedAt }) => {
      const listed = await callMessages(settings, { query: { To: `${prefix}${to}`, PageSize: "100" } });
      const { messages } = fieldsOf(listed);
      const found = (Array.isArray(messages) ? messages : []).find(
        (message) =>
          textIn(message, "body")?.includes(link) &&
          // Twilio's times have no fraction of a second.
          Date.parse(textIn(message, "date_created") ?? "") >= queuedAt.getTime() - 1000,
      );
      return textIn(found, "sid") ?? null;
    },
  };
}
