import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { openJournal } from "#server/journal.ts";
import type { Mailer, MailMessage } from "./mailer.ts";

export interface KeptMail extends MailMessage {
  id: string;
  /** ISO 8601. */
  sentAt: string;
}

/** Takes the place of a mail server while the shop has none: nothing leaves this machine. */
export interface Mailbox extends Mailer {
  /** The newest first. */
  list(): readonly KeptMail[];
  find(id: string): KeptMail | null;
}

const KEPT_MESSAGES = 200;

/**
 * Opens a mailbox that survives a restart: a file of JSON lines that only grows, until it holds twice what
 * is kept and is written anew.
 */
export async function openMailbox(file: string, keptMessages = KEPT_MESSAGES): Promise<Mailbox> {
  let mails: KeptMail[] = [];
  let lineCount = 0;
  const remember = (mail: KeptMail) => {
    mails = [mail, ...mails].slice(0, keptMessages);
    lineCount += 1;
  };
  let journal = await openJournal<KeptMail>(file, remember);
  // One after the other, so that no message falls between the old file and the new one.
  let queue: Promise<void> = Promise.resolve();

  async function keep(mail: KeptMail): Promise<void> {
    await journal.append(mail);
    remember(mail);
    if (lineCount < keptMessages * 2) return;
    await journal.close();
    const unfinished = `${file}.new`;
    const lines = mails.toReversed().map((each) => `${JSON.stringify(each)}\n`);
    await writeFile(unfinished, lines.join(""), { mode: 0o600 });
    await rename(unfinished, file);
    lineCount = mails.length;
    journal = await openJournal<KeptMail>(file, () => undefined);
  }

  return {
    send: (message) => {
      const { to, subject, text, html } = message;
      const mail = { id: randomUUID(), sentAt: new Date().toISOString(), to, subject, text, html };
      const kept = queue.then(() => keep(mail));
      queue = kept.catch(() => undefined);
      return kept;
    },
    list: () => mails,
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    close: async () => {
      await queue;
      await journal.close();
    },
  };
}
