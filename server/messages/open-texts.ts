import type { Environment } from "#server/settings/environment.ts";
import type { Mailbox } from "./mailbox.ts";
import { createTwilioSender, type TextSender } from "./twilio.ts";

/** Twilio, or the mailbox that stands in for it; without either nobody signs in by phone. */
export function openTexts({ twilio }: Environment, mailbox: Mailbox | null): TextSender | null {
  if (twilio) return createTwilioSender(twilio);
  return mailbox && { send: mailbox.keepText };
}
