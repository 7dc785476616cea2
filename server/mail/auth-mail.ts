import type { AuthMail } from "#data-service/auth/mail.ts";
import { escapeHtml } from "#server/local-tools/html.ts";
import type { MailMessage } from "./mailer.ts";

/** What the shop says of itself under every message. */
export interface Sender {
  name: string;
  phone: string;
  email: string;
}

interface Wording {
  subject: string;
  opening: string;
  /** What the link does, as its text; absent for a message with a code alone, or with neither. */
  action?: string;
  /** What becomes of it if nothing is done. */
  ignore: string;
}

function wordingOf({ kind, newEmail }: AuthMail, { name, phone }: Sender): Wording {
  const ignoreAll = "If it was not you, do nothing: nothing happens without the link or the code.";
  const notYou = `If it was not you, choose a new password at once by "Forgot password?" on the login page, and call us: ${phone}.`;
  switch (kind) {
    case "confirmation":
      return {
        subject: `Confirm your e-mail address for ${name}`,
        opening: `Somebody, most likely you, opened an account with this e-mail address at ${name}.`,
        action: "Confirm your e-mail address",
        ignore: ignoreAll,
      };
    case "invite":
      return {
        subject: `You are invited to ${name}`,
        opening: `${name} has made an account for you.`,
        action: "Accept the invitation",
        ignore: "If you want no account, do nothing.",
      };
    case "recovery":
      return {
        subject: `Choose a new password for ${name}`,
        opening: `Somebody, most likely you, asked for a new password for your account at ${name}.`,
        action: "Choose a new password",
        ignore: "If it was not you, do nothing: your password stays as it is.",
      };
    case "magic_link":
      return {
        subject: `Sign in to ${name}`,
        opening: `Somebody, most likely you, wants to sign in to ${name} without a password.`,
        action: "Sign in",
        ignore: ignoreAll,
      };
    case "email_change_current":
      return {
        subject: `Your e-mail address at ${name} is to change`,
        opening: `Somebody, most likely you, wants to change the e-mail address of your account at ${name} to ${newEmail}. Please agree here, and in the e-mail that went to the new address.`,
        action: "Agree to the new address",
        ignore: `If it was not you, do nothing, choose a new password, and call us: ${phone}.`,
      };
    case "email_change_new":
      return {
        subject: `Confirm your new e-mail address for ${name}`,
        opening: `Somebody, most likely you, wants to use this e-mail address (${newEmail}) for an account at ${name}.`,
        action: "Confirm this address",
        ignore: ignoreAll,
      };
    case "reauthentication":
      return {
        subject: `Your code for ${name}`,
        opening: `Somebody, most likely you, wants to change the password of your account at ${name}. The page asks for this code:`,
        ignore: "If it was not you, do nothing, sign out everywhere, and choose a new password.",
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        opening: `The password of your account at ${name} has just been changed. Every other device is logged out.`,
        ignore: `If it was you, there is nothing to do. ${notYou}`,
      };
    case "email_changed":
      return {
        subject: "Your e-mail address was changed",
        opening: `Your account at ${name} now has the e-mail address ${newEmail}. This is the last message to this one.`,
        ignore: `If it was you, there is nothing to do. If it was not you, call us at once: ${phone}.`,
      };
    case "second_step_added":
      return {
        subject: "A second step was added",
        opening: `Signing in to your account at ${name} now takes the code of an authenticator app after the password.`,
        ignore: `If it was you, there is nothing to do. ${notYou}`,
      };
    case "second_step_removed":
      return {
        subject: "A second step was removed",
        opening: `An authenticator app was taken away from your account at ${name}.`,
        ignore: `If it was you, there is nothing to do. ${notYou}`,
      };
  }
}

/** A link, and six digits for another device; or what has just been done, in the same frame. */
export function authMail(mail: AuthMail, shop: Sender): MailMessage {
  const hours = Math.round(mail.validSeconds / 3600);
  const valid = hours === 1 ? "one hour" : `${hours} hours`;
  const { subject, opening, action, ignore } = wordingOf(mail, shop);
  const device = "Are you reading this on another device? Then type this code on the page where you asked:";
  const what = action ? "Link and code work" : "The code works";
  const limits = `${what} once, for ${valid}. Nobody at ${shop.name} will ever ask you for ${action ? "them" : "it"}.`;
  const closing = `${shop.name} · ${shop.phone} · ${shop.email}`;
  if (mail.code === "") return noticeMail(mail.to, { subject, opening, ignore, closing }, shop);
  return {
    to: mail.to,
    subject,
    text: [
      "Hello,",
      opening,
      ...(action ? [`${action} here:\n${mail.link}`, `${device} ${mail.code}`] : [mail.code]),
      limits,
      ignore,
      `--\n${closing}`,
    ].join("\n\n"),
    html: page(shop.name, [
      "<p>Hello,</p>",
      `<p>${escapeHtml(opening)}</p>`,
      ...(action
        ? [
            `<p><a href="${escapeHtml(mail.link)}"><strong>${escapeHtml(action)}</strong></a></p>`,
            `<p>${device}</p>`,
          ]
        : []),
      `<p style="font-size: 24px; letter-spacing: 4px"><strong>${escapeHtml(mail.code)}</strong></p>`,
      `<p>${escapeHtml(limits)}</p>`,
      `<p>${escapeHtml(ignore)}</p>`,
      `<p style="font-size: 14px">${escapeHtml(closing)}</p>`,
    ]),
  };
}

function noticeMail(
  to: string,
  said: { subject: string; opening: string; ignore: string; closing: string },
  shop: Sender,
): MailMessage {
  const { subject, opening, ignore, closing } = said;
  return {
    to,
    subject,
    text: ["Hello,", opening, ignore, `--\n${closing}`].join("\n\n"),
    html: page(shop.name, [
      "<p>Hello,</p>",
      `<p>${escapeHtml(opening)}</p>`,
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
