import { join } from "node:path";
import type { Environment } from "#server/settings/environment.ts";
import type { Running } from "#server/settings/running.ts";
import { step } from "#server/settings/start-step.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import type { Mailer } from "./mailer.ts";

export interface OpenMail {
  /** For the data service's mails; null when a hosted project sends its own, or nothing can be sent. */
  accountMailer: Mailer | null;
  /** For the mails about orders. */
  orderMailer: Mailer | null;
  /** Stands in for a mail server in a demo shop. */
  mailbox: Mailbox | null;
}

/** A mail server, or the mailbox that stands in for one; a live shop without a mail server has neither. */
export async function openMail(environment: Environment, running: Running): Promise<OpenMail> {
  const { smtp, supabase, shopMode } = environment;
  if (smtp) {
    // Without a mail server nothing that speaks to one is loaded.
    const { createSmtpMailer } = await import("./mailer.ts");
    const accountMailer = createSmtpMailer(smtp);
    running.add(() => accountMailer.close());
    // The worker tries again by itself, with a claim that must not run out meanwhile: one attempt at a time.
    const orderMailer = createSmtpMailer(smtp, []);
    running.add(() => orderMailer.close());
    return { accountMailer, orderMailer, mailbox: null };
  }
  if (shopMode === "live") {
    const loss = supabase ? "nobody hears of an order" : "customers must call for a new password";
    console.warn(`  Mail: none. Set SMTP_URL and MAIL_FROM, or ${loss}.`);
    return { accountMailer: null, orderMailer: null, mailbox: null };
  }
  const mailbox = await step("Mailbox", () =>
    openMailbox(join(environment.dataDir, "mailbox.jsonl"), environment.mailboxMessages),
  );
  running.add(() => mailbox.close());
  return { accountMailer: supabase ? null : mailbox, orderMailer: mailbox, mailbox };
}
