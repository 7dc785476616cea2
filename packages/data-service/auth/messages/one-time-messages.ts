import type { TransactionSql } from "../../database/connect.ts";
import { AuthError } from "../protocol/auth-error.ts";
import type { AuthMail, AuthText, NoticeKind } from "../service/auth-mail.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { addFlowState, type CodeChallenge, type FlowMethod } from "../sessions/pkce.ts";
import type { UserRow } from "../users/users.ts";
import { addOneTimeToken, CODE_SECONDS, LINK_SECONDS, type OneTimeTokenType } from "./one-time-tokens.ts";

/**
 * Area codes of the North American plan outside the United States and Canada, of premium services, and of numbers
 * without a place, whose texts cost more: https://www.nationalnanpa.com/area_codes/
 */
const COSTLY =
  /^1(242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876|500|521|522|523|524|525|526|527|528|529|533|544|566|577|588|700|710|900)/;

/**
 * Returns whether a number may get texts.
 * @param number E.164 without the plus
 * @param prefixes `1` is the United States and Canada without costly numbers, `1876` adds Jamaica, `44` the United
 * Kingdom; null for every number
 */
export function isTextNumber(number: string, prefixes: readonly string[] | null): boolean {
  return (
    prefixes === null ||
    prefixes.some((prefix) => number.startsWith(prefix) && (prefix !== "1" || !COSTLY.test(number)))
  );
}

interface MailSetting {
  tokenType: OneTimeTokenType;
  /** Column of the user with the time at which the message was sent. */
  sentAt: string;
  /** The `type` of its link; null for a message without a link. */
  linkType: string | null;
  flow: FlowMethod;
}

const emailChange = { sentAt: "email_change_sent_at", linkType: "email_change", flow: "email_change" } as const;
/** Messages that hold a link or a code. */
export type ReauthenticationMailKind = Exclude<AuthMail["kind"], NoticeKind>;

const MAILS: Record<ReauthenticationMailKind, MailSetting> = {
  confirmation: {
    tokenType: "confirmation_token",
    sentAt: "confirmation_sent_at",
    linkType: "signup",
    flow: "email/signup",
  },
  recovery: { tokenType: "recovery_token", sentAt: "recovery_sent_at", linkType: "recovery", flow: "recovery" },
  magic_link: { tokenType: "recovery_token", sentAt: "recovery_sent_at", linkType: "magiclink", flow: "magiclink" },
  email_change_current: { ...emailChange, tokenType: "email_change_token_current" },
  email_change_new: { ...emailChange, tokenType: "email_change_token_new" },
  reauthentication: {
    tokenType: "reauthentication_token",
    sentAt: "reauthentication_sent_at",
    linkType: null,
    flow: "recovery",
  },
};

const TEXTS: Record<AuthText["kind"], { tokenType: OneTimeTokenType; sentAt: string }> = {
  confirmation: { tokenType: "confirmation_token", sentAt: "confirmation_sent_at" },
  sign_in: { tokenType: "recovery_token", sentAt: "recovery_sent_at" },
  phone_change: { tokenType: "phone_change_token", sentAt: "phone_change_sent_at" },
  reauthentication: { tokenType: "reauthentication_token", sentAt: "reauthentication_sent_at" },
};

export interface MailRequest {
  user: UserRow;
  /** Each message goes to the address that it concerns. */
  kinds: readonly ReauthenticationMailKind[];
  /** Checked against the allow-list. */
  redirectTo: string;
  challenge: CodeChallenge | null;
}

/** Creates links and codes; `sendAuthMails` sends them after the transaction has committed. */
export async function prepareMails(
  sql: TransactionSql,
  { secret, serviceUrl }: ServiceContext,
  { user, kinds, redirectTo, challenge }: MailRequest,
): Promise<AuthMail[]> {
  let flowStateId: string | null = null;
  const mails: AuthMail[] = [];
  for (const kind of kinds) {
    const { tokenType, sentAt, linkType, flow } = MAILS[kind];
    if (challenge) {
      flowStateId ??= await addFlowState(sql, { userId: user.id, method: flow, challenge, seconds: LINK_SECONDS });
    }
    const to = kind === "email_change_new" ? user.email_change : (user.email ?? "");
    const made = await addOneTimeToken(sql, {
      userId: user.id,
      type: tokenType,
      to,
      flowStateId,
      seconds: linkType ? LINK_SECONDS : CODE_SECONDS,
      secret,
    });
    await sql`update auth.users set ${sql.identifier(sentAt)} = now() where id = ${user.id}`;
    mails.push({
      kind,
      to,
      link: linkType ? linkTo(serviceUrl, { token: made.token, type: linkType, redirectTo }) : "",
      code: made.code,
      linkSeconds: LINK_SECONDS,
      codeSeconds: CODE_SECONDS,
      newEmail: user.email_change,
    });
  }
  return mails;
}

/** Returns the link. Leaves ":" and "/" of the redirect target unescaped, like Supabase's links. */
function linkTo(
  serviceUrl: string,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  return `${serviceUrl}/verify?${query.replaceAll("%3A", ":").replaceAll("%2F", "/")}`;
}

/** Sends emails in the background. `sendMail` retries while the mail server is busy; other errors are logged. */
export function sendAuthMails({ sendMail, logError }: ServiceContext, mails: readonly AuthMail[]): void {
  for (const mail of mails) void sendMail?.(mail).catch(logError);
}

/** Emails links and codes to a user. */
export async function mailUser(context: ServiceContext, mail: MailRequest): Promise<void> {
  sendAuthMails(context, await context.sql.begin((sql) => prepareMails(sql, context, mail)));
}

/** Sends six digits to a user by SMS. @throws AuthError as `sendText` */
export async function textUser(
  context: ServiceContext,
  text: { user: UserRow; kind: AuthText["kind"]; to: string },
): Promise<{ message_id: string }> {
  return sendText(context, await context.sql.begin((sql) => prepareText(sql, context, text)));
}

/** Creates the six digits of an SMS; `sendText` sends it after the transaction has committed. */
export async function prepareText(
  sql: TransactionSql,
  { secret }: ServiceContext,
  input: { user: UserRow; kind: AuthText["kind"]; to: string },
): Promise<AuthText> {
  const { tokenType, sentAt } = TEXTS[input.kind];
  const { code } = await addOneTimeToken(sql, {
    userId: input.user.id,
    type: tokenType,
    to: input.to,
    flowStateId: null,
    seconds: CODE_SECONDS,
    secret,
  });
  await sql`update auth.users set ${sql.identifier(sentAt)} = now() where id = ${input.user.id}`;
  return { kind: input.kind, to: input.to, code, codeSeconds: CODE_SECONDS };
}

/**
 * Sends an SMS.
 * @returns the response body for a sent SMS
 * @throws AuthError 422 sms_send_failed
 */
export async function sendText(context: ServiceContext, text: AuthText): Promise<{ message_id: string }> {
  try {
    return textSent((await context.sendText?.(text)) ?? null);
  } catch (error) {
    context.logError(error);
    throw new AuthError(422, "sms_send_failed", `Error sending ${text.kind} OTP to provider`);
  }
}

/**
 * Returns the response body for a sent SMS.
 * @param id the SMS provider's id; a random one if null
 */
export function textSent(id: string | null): { message_id: string } {
  return { message_id: id ?? crypto.randomUUID() };
}

/**
 * Counts an email against its limits, before any account is looked up.
 * @throws AuthError 422 email_provider_disabled, 429
 */
export async function countMail(
  { sendMail, mailLimiter }: ServiceContext,
  kind: ReauthenticationMailKind,
  to: string,
  address: string | null,
): Promise<void> {
  if (!sendMail) throw new AuthError(422, "email_provider_disabled", "This service cannot send emails");
  await mailLimiter.count(MAILS[kind].tokenType, to, address);
}

/**
 * Counts an SMS against its limits, before any account is looked up.
 * @throws AuthError 400 phone_provider_disabled, 429
 */
export async function countText(
  context: ServiceContext,
  kind: AuthText["kind"],
  to: string,
  address: string | null,
): Promise<void> {
  requirePhone(context, "Unsupported phone provider");
  if (!isTextNumber(to, context.settings.textPrefixes)) {
    throw new AuthError(422, "sms_send_failed", "We can't send texts to this number.");
  }
  await context.textLimiter.count(TEXTS[kind].tokenType, to, address);
}

export function requirePhone({ sendText }: ServiceContext, message: string): void {
  if (!sendText) throw new AuthError(400, "phone_provider_disabled", message);
}
