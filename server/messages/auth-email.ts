import type { AuthMail } from "@calabash/data-service/auth";
import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { type Block, frameEmail, paragraph, type Sender } from "./email-frame.ts";
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
  const ignoreAll = t("If it wasn't you, ignore this email.");
  const notYou = t(
    'If it wasn\'t you, reset your password with "Forgot password?" on the login page and call us: {phone}.',
    { phone },
  );
  const wordings: Record<AuthMail["kind"], () => Wording> = {
    confirmation: () => ({
      subject: t("Confirm your email address for {name}", { name }),
      opening: t("Someone, probably you, created an account at {name} with this email address.", { name }),
      action: t("Confirm your email address"),
      ignore: ignoreAll,
    }),
    recovery: () => ({
      subject: t("Choose a new password for {name}", { name }),
      opening: t("Someone, probably you, asked to reset the password of your account at {name}.", { name }),
      action: t("Choose a new password"),
      ignore: t("If it wasn't you, ignore this email. Your password stays the same."),
    }),
    magic_link: () => ({
      subject: t("{code} is your {name} code", { code, name }),
      opening: t("Someone, probably you, asked to log in to {name} without a password.", { name }),
      action: t("Log in"),
      ignore: ignoreAll,
    }),
    email_change_current: () => ({
      subject: t("Confirm the new email address for {name}", { name }),
      opening: t(
        "Someone, probably you, asked to change the email address of your account at {name} to {newEmail}. Confirm here, and in the email we sent to the new address.",
        { name, newEmail },
      ),
      action: t("Confirm change"),
      ignore: t("If it wasn't you, don't confirm. Reset your password and call us: {phone}.", { phone }),
    }),
    email_change_new: () => ({
      subject: t("Confirm your new email address for {name}", { name }),
      opening: t("Someone, probably you, asked to use this email address ({newEmail}) for an account at {name}.", {
        newEmail,
        name,
      }),
      action: t("Confirm address"),
      ignore: ignoreAll,
    }),
    reauthentication: () => ({
      subject: t("{code} is your {name} code", { code, name }),
      opening: t(
        "Someone, probably you, is changing a setting of your account at {name}. Enter this code on the page:",
        { name },
      ),
      ignore: t("If it wasn't you, don't share the code. Log out everywhere and reset your password."),
    }),
    password_changed: () => ({
      subject: t("Your password was changed"),
      opening: t("The password of your account at {name} was just changed. All other devices are logged out.", {
        name,
      }),
      ignore: t("If it was you, you don't need to do anything. {notYou}", { notYou }),
    }),
    email_changed: () => ({
      subject: t("Your email address was changed"),
      opening: t("Your account at {name} now has the email address {newEmail}. We won't write to this address again.", {
        name,
        newEmail,
      }),
      ignore: t("If it was you, you don't need to do anything. If it wasn't you, call us right away: {phone}.", {
        phone,
      }),
    }),
    mfa_added: () => ({
      subject: t("Two-step verification was turned on"),
      opening: t("To log in to your account at {name}, you now also need a code from an authenticator app.", { name }),
      ignore: t("If it was you, you don't need to do anything. {notYou}", { notYou }),
    }),
    mfa_removed: () => ({
      subject: t("An authenticator app was removed"),
      opening: t("An authenticator app was removed from your account at {name}.", { name }),
      ignore: t("If it was you, you don't need to do anything. {notYou}", { notYou }),
    }),
    recovery_codes_made: () => ({
      subject: t("You have new recovery codes"),
      opening: t("New recovery codes were created for your account at {name}. The old ones no longer work.", { name }),
      ignore: t("If it was you, keep the new codes somewhere other than your phone. {notYou}", { notYou }),
    }),
    recovery_code_used: () => ({
      subject: t("A recovery code was used"),
      opening: t(
        "Someone, probably you, just logged in to your account at {name} with a recovery code. That code no longer works.",
        { name },
      ),
      ignore: t("If it was you, check your account settings for how many codes are left. {notYou}", { notYou }),
    }),
    identity_linked: () => ({
      subject: t("A login method was connected"),
      opening: t("A Google account was connected to your account at {name}. It can now log in to your account.", {
        name,
      }),
      ignore: t("If it was you, you don't need to do anything. {notYou}", { notYou }),
    }),
    identity_unlinked: () => ({
      subject: t("A login method was disconnected"),
      opening: t("A login method was disconnected from your account at {name}.", { name }),
      ignore: t("If it was you, you don't need to do anything. {notYou}", { notYou }),
    }),
  };
  return wordings[kind]();
}

/** Creates an email of the auth service: a link with a six-digit code for another device, or a notice of a change. */
export function authEmail(mail: AuthMail, shop: Sender): MailMessage {
  const wording = wordingOf(mail, shop);
  const blocks: Block[] = [paragraph(t("Hello,")), paragraph(wording.opening)];
  if (mail.code !== "") blocks.push(...wayIn(mail, wording));
  blocks.push(paragraph(wording.ignore));
  return { to: mail.to, subject: wording.subject, ...frameEmail(shop, wording.subject, blocks) };
}

/**
 * Returns the URL of a page of the store whose button uses the link, because mail scanners open links. Browsers do not
 * send the part after "#", so the token is not logged.
 */
function pageOf(link: string): string {
  const { origin, search } = new URL(link);
  return `${origin}${localizedPath(currentLocale(), "/auth/link")}#${search.slice(1)}`;
}

function wayIn(mail: AuthMail, { action }: Wording): Block[] {
  const { code, link } = mail;
  const hours = Math.round(mail.linkSeconds / 3600);
  const minutes = Math.round(mail.codeSeconds / 60);
  const limits = action
    ? t(
        "{hours, plural, =1 {The link works once, for one hour.} other {The link works once, for # hours.}} The code works once, for {minutes} minutes. We will never ask you for them.",
        { hours, minutes },
      )
    : t("The code works once, for {minutes} minutes. We will never ask you for it.", { minutes });
  const byLink: Block[] = action
    ? [
        { kind: "button", text: action, address: pageOf(link) },
        paragraph(t("On another device? Enter this code on the page where you asked:")),
      ]
    : [];
  return [...byLink, { kind: "code", code }, paragraph(limits)];
}
