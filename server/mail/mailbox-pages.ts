import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { escapeHtml } from "./html.ts";
import type { KeptMail, Mailbox } from "./mailbox.ts";

const STYLES = ["app/styles/tokens.css", "app/styles/reset.css", "server/mail/mailbox-pages.css"];

/** `style` attributes are the message's own; its frame takes this policy over, so nothing of it runs or loads. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** `/dev/mailbox`: what the shop would have sent, to be read by whoever tries it. Never for a live shop. */
export function createMailboxPages(mailbox: Mailbox): Hono {
  const root = join(import.meta.dirname, "..", "..");
  const styles = STYLES.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  const pages = new Hono();
  pages.get("/", (c) => show(c, "Mailbox", list(mailbox.list())));
  pages.get("/style.css", (c) => c.body(styles, 200, { "content-type": "text/css; charset=utf-8" }));
  pages.get("/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    if (!mail) return show(c, "No such message", '<p><a href="/dev/mailbox">To the mailbox</a></p>', 404);
    return show(c, mail.subject, single(mail));
  });
  return pages;
}

function show(c: Context, title: string, content: string, status: 200 | 404 = 200) {
  c.header("content-security-policy", POLICY);
  c.header("cache-control", "no-store");
  return c.html(
    `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dev/mailbox/style.css">
</head>
<body>
<header><a href="/"><img src="/logo.svg" alt="" width="44" height="44"> To the shop</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`,
    status,
  );
}

function list(mails: readonly KeptMail[]): string {
  const about =
    '<p class="soft">This shop has no mail server, so its e-mails are kept here. Nothing leaves this machine.</p>';
  if (mails.length === 0) return `${about}<p>No e-mail yet.</p>`;
  const lines = mails.map(
    (mail) => `<li><a href="/dev/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a>
<span class="soft">To ${escapeHtml(mail.to)}, ${time(mail)}</span></li>`,
  );
  return `${about}<ul>${lines.join("\n")}</ul>`;
}

/** The frame runs no script; a press on a link in it leads the whole tab there. */
function single(mail: KeptMail): string {
  const framed = `<base target="_top">${mail.html}`;
  return `<p><a href="/dev/mailbox">All messages</a></p>
<p class="soft">To ${escapeHtml(mail.to)}, ${time(mail)}</p>
<iframe title="The message" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(framed)}"></iframe>
<h2>As plain text</h2>
<pre tabindex="0" aria-label="The message as plain text">${escapeHtml(mail.text)}</pre>`;
}

function time({ sentAt }: KeptMail): string {
  const shown = new Date(sentAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "medium" });
  return `<time datetime="${sentAt}">${shown}</time>`;
}
