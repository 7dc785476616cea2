import type { AuthMail } from "@calabash/data-service/auth";
import { type Block, frameEmail, type Sender, say } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";

interface Wording {
  subject: string;
  opening: string;
  /** Label of the link; absent for a message without a link. */
  action?: string;
  /** Consequence of ignoring the email. */
  ignore: string;
}

function wordingOf({ kind, code, newEmail }: AuthMail, { name, phone }: Sender): Wording {
  const ignoreAll = "If it wasn't you, ignore this email.";
  const notYou = `If it wasn't you, reset your password with "Forgot password?" on the login page and call us: ${phone}.`;
  switch (kind) {
    case "confirmation":
      return {
        subject: `Confirm your email address for ${name}`,
        opening: `Someone, probably you, created an account at ${name} with this email address.`,
        action: "Confirm your email address",
        ignore: ignoreAll,
      };
    case "invite":
      return {
        subject: `You are invited to ${name}`,
        opening: `${name} created an account for you.`,
        action: "Accept the invitation",
        ignore: "If you don't want an account, ignore this email.",
      };
    case "recovery":
      return {
        subject: `Choose a new password for ${name}`,
        opening: `Someone, probably you, asked to reset the password of your account at ${name}.`,
        action: "Choose a new password",
        ignore: "If it wasn't you, ignore this email. Your password stays the same.",
      };
    case "magic_link":
      return {
        subject: `${code} is your ${name} code`,
        opening: `Someone, probably you, asked to log in to ${name} without a password.`,
        action: "Sign in",
        ignore: ignoreAll,
      };
    case "email_change_current":
      return {
        subject: `Confirm the new email address for ${name}`,
        opening: `Someone, probably you, asked to change the email address of your account at ${name} to ${newEmail}. Confirm here, and in the email we sent to the new address.`,
        action: "Confirm change",
        ignore: `If it wasn't you, don't confirm. Reset your password and call us: ${phone}.`,
      };
    case "email_change_new":
      return {
        subject: `Confirm your new email address for ${name}`,
        opening: `Someone, probably you, asked to use this email address (${newEmail}) for an account at ${name}.`,
        action: "Confirm address",
        ignore: ignoreAll,
      };
    case "reauthentication":
      return {
        subject: `${code} is your ${name} code`,
        opening: `Someone, probably you, is changing a setting of your account at ${name}. Enter this code on the page:`,
        ignore: "If it wasn't you, don't share the code. Log out everywhere and reset your password.",
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        opening: `The password of your account at ${name} was just changed. All other devices are logged out.`,
        ignore: `If it was you, you don't need to do anything. ${notYou}`,
      };
    case "email_changed":
      return {
        subject: "Your email address was changed",
        opening: `Your account at ${name} now has the email address ${newEmail}. We won't write to this address again.`,
        ignore: `If it was you, you don't need to do anything. If it wasn't you, call us right away: ${phone}.`,
      };
    case "mfa_added":
      return {
        subject: "Two-step verification was turned on",
        opening: `To log in to your account at ${name}, you now also need a code from an authenticator app.`,
        ignore: `If it was you, you don't need to do anything. ${notYou}`,
      };
    case "mfa_removed":
      return {
        subject: "An authenticator app was removed",
        opening: `An authenticator app was removed from your account at ${name}.`,
        ignore: `If it was you, you don't need to do anything. ${notYou}`,
      };
    case "recovery_codes_made":
      return {
        subject: "You have new recovery codes",
        opening: `New recovery codes were created for your account at ${name}. The old ones no longer work.`,
        ignore: `If it was you, keep the new codes somewhere other than your phone. ${notYou}`,
      };
    case "recovery_code_used":
      return {
        subject: "A recovery code was used",
        opening: `Someone, probably you, just logged in to your account at ${name} with a recovery code. That code no longer works.`,
        ignore: `If it was you, check your account settings for how many codes are left. ${notYou}`,
      };
    case "identity_linked":
      return {
        subject: "A login method was connected",
        opening: `A Google account was connected to your account at ${name}. It can now log in to your account.`,
        ignore: `If it was you, you don't need to do anything. ${notYou}`,
      };
    case "identity_unlinked":
      return {
        subject: "A login method was disconnected",
        opening: `A login method was disconnected from your account at ${name}.`,
        ignore: `If it was you, you don't need to do anything. ${notYou}`,
      };
  }
}

/** A link, and six digits for another device; or what has just been done, in the same frame. */
export function authEmail(mail: AuthMail, shop: Sender): MailMessage {
  const wording = wordingOf(mail, shop);
  const blocks: Block[] = [say("Hello,"), say(wording.opening)];
  if (mail.code !== "") blocks.push(...wayIn(mail, wording));
  blocks.push(say(wording.ignore));
  return { to: mail.to, subject: wording.subject, ...frameEmail(shop, wording.subject, blocks) };
}

/**
 * URL of the store's page with a button that consumes the link, because mail scanners follow links. The token is after
 * "#", so no server logs it.
 */
function pageOf(link: string): string {
  const { origin, search } = new URL(link);
  return `${origin}/auth/link#${search.slice(1)}`;
}

function wayIn(mail: AuthMail, { action }: Wording): Block[] {
  const { code, link } = mail;
  const hours = Math.round(mail.linkSeconds / 3600);
  const linkWorks = action ? `The link works once, for ${hours === 1 ? "one hour" : `${hours} hours`}. ` : "";
  const limits = `${linkWorks}The code works once, for ${Math.round(mail.codeSeconds / 60)} minutes. We will never ask you for ${action ? "them" : "it"}.`;
  const byLink: Block[] = action
    ? [
        { kind: "link", text: action, address: pageOf(link) },
        say("On another device? Enter this code on the page where you asked:"),
      ]
    : [];
  return [...byLink, { kind: "code", code }, say(limits)];
}
