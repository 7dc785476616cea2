import { t } from "#app/messages/t.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import type { ShopMode } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import type { SmtpSettings } from "./mailer.ts";

const TIMEOUT_MS = 10_000;

/** Connects and logs in to the mail server without sending anything. */
export async function checkEmail(smtp: SmtpSettings | null, shopMode: ShopMode): Promise<Finding> {
  if (!smtp && shopMode !== "live") {
    return { subject: "Mail", level: "note", text: t("No mail server is set. Messages are stored at /dev/mailbox.") };
  }
  if (!smtp) {
    return {
      subject: "Mail",
      level: "note",
      text: t("No mail server is set. Customers get no order emails and can't reset passwords."),
      remedy: "Set SMTP_URL and MAIL_FROM.",
    };
  }
  const [{ default: nodemailer }, { needsTls }] = await Promise.all([import("nodemailer"), import("./mailer.ts")]);
  const place = new URL(smtp.smtpUrl).host;
  const transport = nodemailer.createTransport({
    url: smtp.smtpUrl,
    requireTLS: needsTls(smtp.smtpUrl),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return { subject: "Mail", level: "good", text: t("The mail server at {place} accepts messages.", { place }) };
  } catch (error) {
    return {
      subject: "Mail",
      level: "wrong",
      text: t("The mail server at {place} cannot be used: {reason}", { place, reason: messageOf(error) }),
      remedy: "Check the host, port, user, and password in SMTP_URL.",
    };
  } finally {
    transport.close();
  }
}
