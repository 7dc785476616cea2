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
        subject: `${code} is your ${name} code`,
        opening: `Somebody, most likely you, wants to sign in to ${name} without a password.`,
        action: "Sign in",
        ignore: ignoreAll,
      };
    case "email_change_current":
      return {
        subject: `Your e-mail address at ${name} is to change`,
        opening: `Somebody, most likely you, wants to change the e-mail address of your account at ${name} to ${newEmail}. Please agree here, and in the e-mail that went to the new address.`,
        action: "Agree to the new address",
        ignore: `If it was not you, do not agree, choose a new password, and call us: ${phone}.`,
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
        subject: `${code} is your ${name} code`,
        opening: `Somebody, most likely you, wants to change the password of your account at ${name}. The page asks for this code:`,
        ignore: "If it was not you, give the code to nobody, sign out everywhere, and choose a new password.",
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
    case "mfa_added":
      return {
        subject: "A second step was added",
        opening: `Signing in to your account at ${name} now takes the code of an authenticator app after the password.`,
        ignore: `If it was you, there is nothing to do. ${notYou}`,
      };
    case "mfa_removed":
      return {
        subject: "A second step was removed",
        opening: `An authenticator app was taken away from your account at ${name}.`,
        ignore: `If it was you, there is nothing to do. ${notYou}`,
      };
    case "recovery_codes_made":
      return {
        subject: "You have new recovery codes",
        opening: `New recovery codes were made for your account at ${name}. The ones from before no longer work.`,
        ignore: `If it was you, keep the new ones where you find them without your phone. ${notYou}`,
      };
    case "recovery_code_used":
      return {
        subject: "A recovery code was used",
        opening: `Somebody, most likely you, has just signed in to your account at ${name} with a recovery code instead of the authenticator app. That code no longer works.`,
        ignore: `If it was you, there is nothing to do; your account settings show how many codes are left. ${notYou}`,
      };
    case "identity_linked":
      return {
        subject: "A way to log in was connected",
        opening: `A Google account was connected to your account at ${name}, and opens it from now on.`,
        ignore: `If it was you, there is nothing to do. ${notYou}`,
      };
    case "identity_unlinked":
      return {
        subject: "A way to log in was disconnected",
        opening: `A way to log in was taken away from your account at ${name}.`,
        ignore: `If it was you, there is nothing to do. ${notYou}`,
      };
  }
}

/** A link, and six digits for another device; or what has just been done, in the same frame. */
export function authEmail(mail: AuthMail, shop: Sender): MailMessage {
  const wording = wordingOf(mail, shop);
  const blocks: Block[] = [say("Hello,"), say(wording.opening)];
  if (mail.code !== "") blocks.push(...wayIn(mail, wording, shop));
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

function wayIn(mail: AuthMail, { action }: Wording, { name }: Sender): Block[] {
  const { code, link } = mail;
  const hours = Math.round(mail.linkSeconds / 3600);
  const linkWorks = action ? `The link works once, for ${hours === 1 ? "one hour" : `${hours} hours`}. ` : "";
  const limits = `${linkWorks}The code works once, for ${Math.round(mail.codeSeconds / 60)} minutes. Nobody at ${name} will ever ask you for ${action ? "them" : "it"}.`;
  const byLink: Block[] = action
    ? [
        { kind: "link", text: action, address: pageOf(link) },
        say("Are you reading this on another device? Then type this code on the page where you asked:"),
      ]
    : [];
  return [...byLink, { kind: "code", code }, say(limits)];
}
