import type { Mailbox } from "#server/mail/mailbox.ts";
import type { Environment } from "#server/settings/environment.ts";
import { createTwilioSender, type TextSender } from "#server/texts/twilio.ts";

/** Twilio, or the mailbox that stands in for it; without either nobody signs in by phone. */
export function openTexts({ twilio }: Environment, mailbox: Mailbox | null): TextSender | null {
  if (twilio) return createTwilioSender(twilio);
  return mailbox && { send: mailbox.keepText };
}
