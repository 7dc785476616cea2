import type { AuthMail } from "#data-service/auth/mail.ts";
import { escapeHtml } from "./html.ts";
import type { MailMessage } from "./mailer.ts";

/** What the shop says of itself under every message. */
export interface Sender {
  name: string;
  phone: string;
  email: string;
}

/** "Forgot password?": a link, and six digits for another device. */
export function recoveryMail(mail: AuthMail, shop: Sender): MailMessage {
  const hours = Math.round(mail.validSeconds / 3600);
  const valid = hours === 1 ? "one hour" : `${hours} hours`;
  const opening = `Somebody, most likely you, asked for a new password for your account at ${shop.name}.`;
  const code = `Are you reading this on another device? Then type this code on the page where you asked: ${mail.code}`;
  const limits = `Link and code work once, for ${valid}. Nobody at ${shop.name} will ever ask you for them.`;
  const ignore = "If it was not you, do nothing: your password stays as it is.";
  const closing = `${shop.name} · ${shop.phone} · ${shop.email}`;
  return {
    to: mail.to,
    subject: `Choose a new password for ${shop.name}`,
    text: [
      "Hello,",
      opening,
      `Choose a new password here:\n${mail.link}`,
      code,
      limits,
      ignore,
      `--\n${closing}`,
    ].join("\n\n"),
    html: page(shop.name, [
      "<p>Hello,</p>",
      `<p>${escapeHtml(opening)}</p>`,
      `<p><a href="${escapeHtml(mail.link)}"><strong>Choose a new password</strong></a></p>`,
      "<p>Are you reading this on another device? Then type this code on the page where you asked:</p>",
      `<p style="font-size: 24px; letter-spacing: 4px"><strong>${escapeHtml(mail.code)}</strong></p>`,
      `<p>${escapeHtml(limits)}</p>`,
      `<p>${escapeHtml(ignore)}</p>`,
      `<p style="font-size: 14px">${escapeHtml(closing)}</p>`,
    ]),
  };
}

/** No colours of its own: mail programs show it in the reader's, light or dark. */
function page(title: string, paragraphs: string[]): string {
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>`,
    '<body style="margin: 0 auto; max-width: 560px; padding: 16px; font: 16px/1.5 Arial, sans-serif">',
    ...paragraphs,
    "</body></html>",
  ].join("\n");
}
