import { setTimeout as pause } from "node:timers/promises";
import nodemailer from "nodemailer";
import { fieldsOf } from "#app/values/unknown-value.ts";

/** An email as text and as HTML. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Message-ID such as `<id@shop.example>`: the same for every attempt, so that mail servers can drop duplicates. */
  messageId?: string;
}

export interface Mailer {
  /** Sends a message; resolves once it is in the mailbox or accepted by the mail server. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

export interface SmtpSettings {
  /** smtp://user:password@host:port, or smtps:// for TLS from the first byte. */
  smtpUrl: string;
  /** Sender such as `Calabash Market <hello@shop.example>`. */
  from: string;
}

/** Waits before retries, so that a short outage of the mail server loses no message. */
const RETRY_AFTER_MS = [2_000, 15_000, 60_000];
const TIMEOUT_MS = 15_000;

/** Creates a mailer that sends through a mail server over a few persistent connections. */
export function createSmtpMailer({ smtpUrl, from }: SmtpSettings, retryAfterMs = RETRY_AFTER_MS): Mailer {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      requireTLS: needsTls(smtpUrl),
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // Messages contain only generated text, so attachments from files and URLs are not needed.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const closing = new AbortController();
  return {
    send: async (message) => {
      for (const waitMs of [...retryAfterMs, null]) {
        try {
          // Nodemailer parses a string as a list of addresses: "x,ama@test.example" would go to ama@test.example.
          await transport.sendMail({ ...message, to: { name: "", address: message.to } });
          return;
        } catch (error) {
          if (waitMs === null || isFinal(error)) throw error;
          await pause(waitMs, undefined, { signal: closing.signal, ref: false });
        }
      }
    },
    close: async () => {
      closing.abort();
      transport.close();
    },
  };
}

/**
 * Returns whether TLS is required: for all servers on other machines, so that nobody can intercept the password or the
 * message.
 */
export function needsTls(smtpUrl: string): boolean {
  return !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(smtpUrl).hostname);
}

/** Returns whether a retry is useless: a permanent rejection, for example of a wrong address or password. */
function isFinal(error: unknown): boolean {
  const { responseCode } = fieldsOf(error);
  return typeof responseCode === "number" && responseCode >= 500;
}
