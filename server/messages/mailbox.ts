import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { openAppendOnlyLog } from "@calabash/stripe-sandbox/append-only-log";
import { html } from "#server/base/html.ts";
import type { Mailer, MailMessage } from "./mailer.ts";
import type { TextMessage } from "./twilio.ts";

export interface MailboxEntry extends MailMessage {
  id: string;
  /** Missing in entries from before there were text messages. */
  kind?: "mail" | "text";
  /** ISO 8601. */
  sentAt: string;
}

/** Replaces mail server and SMS provider in a demo store without them: nothing leaves this machine. */
export interface Mailbox extends Mailer {
  /** Stores a text message. @returns the entry's id */
  saveText(message: TextMessage & Pick<MailMessage, "messageId">): Promise<string>;
  /** Returns the entries, newest first. */
  list(): readonly MailboxEntry[];
  find(id: string): MailboxEntry | null;
}

const MAX_MESSAGES = 200;
/** Losing demo messages in a power failure is acceptable; syncing each to disk costs time. */
const NOT_SYNCED = { isSynced: false };

/**
 * Opens a mailbox that survives restarts: a file of JSON lines, rewritten when it has twice as many lines as stored
 * messages.
 */
export async function openMailbox(file: string, maxMessages = MAX_MESSAGES): Promise<Mailbox> {
  let mails: MailboxEntry[] = [];
  let lineCount = 0;
  const remember = (mail: MailboxEntry) => {
    mails = [mail, ...mails].slice(0, maxMessages);
    lineCount += 1;
  };
  let appendOnlyLog = await openAppendOnlyLog<MailboxEntry>(file, remember, NOT_SYNCED);
  // Messages are saved one after the other, so that none gets lost while the file is rewritten.
  let queue: Promise<void> = Promise.resolve();

  async function save(mail: MailboxEntry): Promise<void> {
    // A message sent twice is stored once.
    if (mail.messageId !== undefined && mails.some(({ messageId }) => messageId === mail.messageId)) return;
    await appendOnlyLog.append(mail);
    remember(mail);
    if (lineCount < maxMessages * 2) return;
    await appendOnlyLog.close();
    const unfinished = `${file}.new`;
    const lines = mails.toReversed().map((each) => `${JSON.stringify(each)}\n`);
    await writeFile(unfinished, lines.join(""), { mode: 0o600 });
    await rename(unfinished, file);
    lineCount = mails.length;
    appendOnlyLog = await openAppendOnlyLog<MailboxEntry>(file, () => undefined, NOT_SYNCED);
  }

  const add = (kind: "mail" | "text", message: MailMessage) => {
    const mail = { id: randomUUID(), kind, sentAt: new Date().toISOString(), ...message };
    const written = queue.then(() => save(mail));
    queue = written.catch(() => undefined);
    return written.then(() => mail.id);
  };

  return {
    send: async (message) => void (await add("mail", message)),
    saveText: (message) => add("text", { ...message, subject: message.text, html: textAsHtml(message.text) }),
    list: () => mails,
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    close: async () => {
      await queue;
      await appendOnlyLog.close();
    },
  };
}

/** Links the URLs in a text, as a phone does. */
function textAsHtml(text: string): string {
  const parts = text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 ? html`<a href="${part}">${part}</a>` : part));
  return String(html`<p>${parts}</p>`);
}
