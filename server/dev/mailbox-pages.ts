import { type Context, Hono } from "hono";
import { type Html, html } from "#server/base/html.ts";
import type { Mailbox, MailboxEntry } from "#server/messages/mailbox.ts";
import { readToolStyles, showToolPage } from "./tool-frame.ts";

/** A message's iframe inherits this policy: inline `style` attributes are allowed, but nothing is run or loaded. */
const POLICY = ["style-src-attr 'unsafe-inline'", "frame-src 'self'", "form-action 'none'"];

/** `/dev/mailbox`: the messages that a demo store would have sent. A live store has no mailbox. */
export function createMailboxPages(mailbox: Mailbox): Hono {
  const styles = readToolStyles("server/dev/mailbox-pages.css");
  const pages = new Hono();
  pages.get("/", (c) => show(c, "Mailbox", list(mailbox.list())));
  pages.get("/style.css", (c) => c.body(styles, 200, { "content-type": "text/css; charset=utf-8" }));
  pages.get("/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    if (!mail) return show(c, "No such message", html`<p><a href="/dev/mailbox">Back to the mailbox</a></p>`, 404);
    return show(c, mail.subject, single(mail));
  });
  return pages;
}

function show(c: Context, title: string, content: Html, status: 200 | 404 = 200) {
  return showToolPage(c, { title, content, stylesheet: "/dev/mailbox/style.css", policy: POLICY, status });
}

function list(mails: readonly MailboxEntry[]): Html {
  const about = html`<p class="soft">No mail server is set, so emails, SMS, and WhatsApp messages are stored here. Nothing leaves this machine.</p>`;
  if (mails.length === 0) return html`${about}<p>No messages yet.</p>`;
  const lines = mails.map(
    (mail) => html`<li><a href="/dev/mailbox/${mail.id}">${mail.subject}</a>
<span class="soft">${kind(mail)} to ${recipient(mail)}, ${time(mail)}</span></li>
`,
  );
  return html`${about}<ul>${lines}</ul>`;
}

/** The iframe runs no scripts; a click on a link navigates the whole tab. */
function single(mail: MailboxEntry): Html {
  const framed = `<base target="_top">${mail.html}`;
  return html`<p><a href="/dev/mailbox">All messages</a></p>
<p class="soft">${kind(mail)} to ${recipient(mail)}, ${time(mail)}</p>
<iframe title="The message" sandbox="allow-top-navigation-by-user-activation" srcdoc="${framed}"></iframe>
<h2>As plain text</h2>
<pre tabindex="0" aria-label="The message as plain text">${mail.text}</pre>`;
}

function kind(mail: MailboxEntry): string {
  if (mail.kind !== "text") return "Email";
  return mail.to.startsWith("whatsapp:") ? "WhatsApp message" : "SMS";
}

function recipient({ to }: MailboxEntry): string {
  return to.replace(/^whatsapp:/, "");
}

function time({ sentAt }: MailboxEntry): Html {
  const shown = new Date(sentAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "medium" });
  return html`<time datetime="${sentAt}">${shown}</time>`;
}
