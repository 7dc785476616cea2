import { frameEmail, paragraph, type Sender } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";

/** Creates the email that the owner sends to test the mail server. */
export function testEmail(to: string, shop: Sender): MailMessage {
  const title = `Test email from ${shop.name}`;
  return {
    to,
    subject: title,
    ...frameEmail(shop, title, [
      paragraph("You requested this email in the setup checklist. Emails from your store arrive."),
      paragraph("If it was in spam, ask your domain administrator to set up SPF, DKIM, and DMARC."),
    ]),
  };
}
