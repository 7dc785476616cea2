import { frameEmail, type Sender, say } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";

/** Creates the email with which the owner tests the mail server. */
export function testEmail(to: string, shop: Sender): MailMessage {
  const title = `A test mail of ${shop.name}`;
  return {
    to,
    subject: title,
    ...frameEmail(shop, title, [
      say("You asked for this mail on the page of first steps. The shop's mails arrive."),
      say("If it lay among the unwanted ones, ask whoever keeps your domain for SPF, DKIM and DMARC."),
    ]),
  };
}
