import { setTimeout as pause } from "node:timers/promises";
import nodemailer from "nodemailer";
import { fieldsOf } from "#app/values/unknown-value.ts";

/** A whole e-mail, in both its forms. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Message id such as `<id@shop.example>`: the same for every attempt, so that a repeat is recognizable. */
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

/** Waits before each new try: a mail server that is down for a moment loses no message. */
const RETRY_AFTER_MS = [2_000, 15_000, 60_000];
const TIMEOUT_MS = 15_000;

/** Sends through a mail server, over a few connections that stay open. */
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
      // A message is made of our own words: it reads no file and fetches no address.
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
          await transport.sendMail(message);
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

/** Elsewhere, TLS is required, so that nobody in between gets the password or the message. */
export function needsTls(smtpUrl: string): boolean {
  return !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(smtpUrl).hostname);
}

/** Permanent rejection (a wrong address or password): a retry does not help. */
function isFinal(error: unknown): boolean {
  const { responseCode } = fieldsOf(error);
  return typeof responseCode === "number" && responseCode >= 500;
}
