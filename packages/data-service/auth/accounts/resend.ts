import { countMail, countText, mailUser, sendAuthMails, textUser } from "../messages/one-time-messages.ts";
import { validationFailed } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import type { AuthRequest, ServiceContext } from "../service/service-context.ts";
import { type CodeChallenge, readCodeChallenge } from "../sessions/pkce.ts";
import { parseEmail, parsePhone } from "../users/addresses.ts";
import { findUserByEmail, findUserByPhone, isBanned, type UserRow } from "../users/users.ts";
import { startEmailChange } from "./email-change.ts";

/**
 * `POST /resend`: sends the message of a sign-up or change again if its confirmation is pending. That is looked up
 * after the response, so that neither its text nor its timing reveals it.
 * @throws AuthError 400 validation_failed, phone_provider_disabled; 422 email_provider_disabled; 429
 */
export async function resend(context: ServiceContext, { body, redirectTo, client }: AuthRequest): Promise<object> {
  const [type, email, phone] = ["type", "email", "phone"].map((name) => optionalText(body, name));
  if (type !== "signup" && type !== "email_change" && type !== "sms" && type !== "phone_change") {
    throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (!email && type === "signup") throw validationFailed("Type provided requires an email address");
  if (!phone && type === "sms") throw validationFailed("Type provided requires a phone number");
  if (email && phone) throw validationFailed("Only an email address or phone number should be provided.");
  if (!email && !phone) throw validationFailed("Missing email address or phone number");
  const to = email ? parseEmail(email) : parsePhone(phone ?? "");
  const challenge = readCodeChallenge(body);
  const find = () => (email ? findUserByEmail(context.sql, to) : findUserByPhone(context.sql, to));

  if (type === "signup" || type === "email_change") {
    const kind = type === "signup" ? "confirmation" : "email_change_current";
    await countMail(context, kind, to, client.address);
    void resendMail(context, type, find, { redirectTo, challenge }).catch(context.logError);
  } else {
    const kind = type === "sms" ? "confirmation" : "phone_change";
    await countText(context, kind, to, client.address);
    void resendText(context, kind, find).catch(context.logError);
  }
  return {};
}

/** Sends a new link, for the browser that made this request. */
async function resendMail(
  context: ServiceContext,
  type: "signup" | "email_change",
  find: () => Promise<UserRow | null>,
  way: { redirectTo: string; challenge: CodeChallenge | null },
): Promise<void> {
  const user = await find();
  if (!user || isBanned(user) || !user.email) return;
  const isWaiting = type === "signup" ? !user.email_confirmed_at : user.email_change !== "";
  if (!isWaiting) return;
  if (type === "signup") return mailUser(context, { user, ...way, kinds: ["confirmation"] });
  const change = { user, ...way, email: user.email_change };
  sendAuthMails(context, await context.sql.begin((sql) => startEmailChange(sql, context, change)));
}

async function resendText(
  context: ServiceContext,
  kind: "confirmation" | "phone_change",
  find: () => Promise<UserRow | null>,
): Promise<void> {
  const user = await find();
  if (!user || isBanned(user)) return;
  const to = kind === "phone_change" ? user.phone_change : user.phone_confirmed_at ? "" : user.phone;
  if (!to) return;
  await textUser(context, { user, kind, to });
}
