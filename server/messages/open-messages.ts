import { join } from "node:path";
import { step } from "#server/base/start-step.ts";
import type { Base } from "#server/database/open-base.ts";
import type { Observe } from "#server/observe/events.ts";
import { createInboundTextReader } from "./inbound-texts.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import type { Mailer } from "./mailer.ts";
import { createMailboxOrderTexts, createTwilioOrderTexts } from "./order-text-senders.ts";
import { createAuthEmailSender } from "./send-auth-email.ts";
import { createAuthTextSender } from "./send-auth-text.ts";
import { createTwilioSender } from "./twilio.ts";

export type Messages = Awaited<ReturnType<typeof openMessages>>;

/** Opens the mail server and Twilio, or the mailbox that replaces them in a demo store. */
export async function openMessages(base: Base) {
  const { mailbox, mailer, accountMailer } = await openEmail(base);
  const { twilio } = base.environment;
  const texts = twilio ? createTwilioSender(twilio) : mailbox && { send: mailbox.saveText };
  return {
    /** Sends emails about orders; null without a mail server. */
    mailer: mailer && observeMailer(mailer, base.observe),
    /** Sends SMS; null without a provider. */
    texts,
    /** Senders of texts about orders, by channel; empty without a provider. */
    orderTexts: twilio ? createTwilioOrderTexts(twilio) : mailbox ? createMailboxOrderTexts(mailbox) : {},
    /** Reads incoming texts; null without a provider. */
    readInboundText: twilio && createInboundTextReader(twilio),
    /** Replaces mail server and SMS provider in a demo store; null otherwise. */
    mailbox,
    /** Senders of the auth service's messages; null if a hosted project sends its own, or if nothing can be sent. */
    auth: {
      sendMail: accountMailer && createAuthEmailSender(observeMailer(accountMailer, base.observe), base.data),
      sendText: texts && createAuthTextSender(texts, base.data),
    },
  };
}

async function openEmail({
  environment,
  running,
}: Base): Promise<{ mailer: Mailer | null; accountMailer: Mailer | null; mailbox: Mailbox | null }> {
  const { smtp, supabase, shopMode } = environment;
  if (smtp) {
    // Imported only when needed, because most demo stores have no mail server.
    const { createSmtpMailer } = await import("./mailer.ts");
    const accountMailer = createSmtpMailer(smtp);
    running.add(() => accountMailer.close());
    // One attempt only: the worker retries, and its claim must not expire during a retry here.
    const mailer = createSmtpMailer(smtp, []);
    running.add(() => mailer.close());
    return { mailer, accountMailer, mailbox: null };
  }
  if (shopMode === "live") {
    const loss = supabase
      ? "no order emails are sent"
      : "no order emails are sent, and customers must call to reset a password";
    console.warn(`  No mail server is set: ${loss}. Set SMTP_URL and MAIL_FROM.`);
    return { mailer: null, accountMailer: null, mailbox: null };
  }
  const mailbox = await step("Mailbox", () =>
    openMailbox(join(environment.dataDir, "mailbox.jsonl"), environment.mailboxMessages),
  );
  running.add(() => mailbox.close());
  return { mailer: mailbox, accountMailer: supabase ? null : mailbox, mailbox };
}

/** Reports each email that was sent or failed. */
function observeMailer(mailer: Mailer, observe: Observe): Mailer {
  return {
    close: () => mailer.close(),
    send: async (message) => {
      const startedAt = performance.now();
      let isFailed = true;
      try {
        await mailer.send(message);
        isFailed = false;
      } finally {
        observe({ type: "email", ms: performance.now() - startedAt, isFailed });
      }
    },
  };
}
