import type { OrderTextKind, TextChannel } from "#app/features/order-texts/order-texts.ts";
import { fieldsOf, textIn } from "#app/values/unknown-value.ts";
import type { TwilioSettings } from "#server/base/environment.ts";
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
  /** URL in the text, which is unique to this text. */
  link: string;
  /** Values of a WhatsApp template, by number. */
  variables: Record<string, string>;
  queuedAt: Date;
}

export interface OrderTextSender {
  /** @returns the provider's id of the message; null if it has none */
  send(text: OrderText): Promise<string | null>;
  /**
   * Looks for a text that Twilio may have accepted although its response was lost.
   * @returns the provider's id, or null if it was not sent
   */
  findSent(text: OrderText): Promise<string | null>;
}

/** The store's senders, by channel. */
export type OrderTextSenders = Partial<Record<TextChannel, OrderTextSender>>;

/** Creates senders through Twilio. On WhatsApp, a text uses the approved template of its kind, if there is one. */
export function createTwilioOrderTexts(settings: TwilioSettings): OrderTextSenders {
  const sms = createSender(settings, "", settings.from, {});
  if (!settings.whatsapp) return { sms };
  const { from, templates } = settings.whatsapp;
  return { sms, whatsapp: createSender(settings, "whatsapp:", from, templates) };
}

/** Creates senders that store order texts in the mailbox of a demo store. */
export function createMailboxOrderTexts(mailbox: Pick<Mailbox, "saveText">): OrderTextSenders {
  const senderTo = (prefix: string): OrderTextSender => ({
    send: ({ id, to, text }) => mailbox.saveText({ to: `${prefix}${to}`, text, messageId: id }),
    findSent: async () => null,
  });
  return { sms: senderTo(""), whatsapp: senderTo("whatsapp:") };
}

/** Returns whether the recipient replied STOP (https://www.twilio.com/docs/api/errors/21610). */
export function isOptOut(error: unknown): boolean {
  return error instanceof TwilioError && String(error.code) === "21610";
}

/**
 * Returns whether a retry is useless because the request itself is invalid, for example a number that cannot receive
 * texts.
 */
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
          // Twilio's times have no fractions of a second.
          Date.parse(textIn(message, "date_created") ?? "") >= queuedAt.getTime() - 1000,
      );
      return textIn(found, "sid") ?? null;
    },
  };
}
