import type { Sql } from "../database/connect.ts";
import { AuthError } from "./auth-error.ts";
import type { SendAuthMail } from "./mail.ts";
import type { MailLimiter } from "./mail-limits.ts";
import { addOneTimeToken, ONE_TIME_TOKEN_SECONDS } from "./one-time-tokens.ts";
import { addFlowState, type CodeChallenge, readCodeChallenge } from "./pkce.ts";
import { optionalText } from "./request-body.ts";
import { findUserByEmail, isBanned, parseEmail } from "./users.ts";

export interface RecoveryOptions {
  sql: Sql;
  limiter: MailLimiter;
  /** Null: no mail can be sent. */
  sendMail: SendAuthMail | null;
  /** Makes the hash of the six digits. */
  secret: string;
  /** Of the auth service, without a slash at its end. */
  serviceUrl: string;
  logError: (error: unknown) => void;
}

/**
 * `POST /recover`. What hangs on whether there is such an account happens after the answer, so that neither
 * its words nor its time tell.
 * @param asked.redirectTo already held against the allow-list
 * @throws AuthError 400 validation_failed, 429 over_email_send_rate_limit, 422 email_provider_disabled
 */
export async function startRecovery(
  options: RecoveryOptions,
  asked: { body: Record<string, unknown>; redirectTo: string; address: string | null },
): Promise<void> {
  const { limiter, sendMail, logError } = options;
  if (optionalText(asked.body, "email") === "") {
    throw new AuthError(400, "validation_failed", "Password recovery requires an email");
  }
  const email = parseEmail(asked.body["email"]);
  const challenge = readCodeChallenge(asked.body);
  if (!sendMail) throw new AuthError(422, "email_provider_disabled", "This service cannot send emails");
  await limiter.count(email, asked.address);
  void sendLink(options, sendMail, { email, challenge, redirectTo: asked.redirectTo }).catch(logError);
}

async function sendLink(
  { sql, secret, serviceUrl }: RecoveryOptions,
  sendMail: SendAuthMail,
  asked: { email: string; challenge: CodeChallenge | null; redirectTo: string },
): Promise<void> {
  const user = await findUserByEmail(sql, asked.email);
  if (!user || isBanned(user)) return;
  const made = await sql.begin(async (transaction) => {
    const flowStateId = asked.challenge
      ? await addFlowState(transaction, {
          userId: user.id,
          method: "recovery",
          challenge: asked.challenge,
          seconds: ONE_TIME_TOKEN_SECONDS,
        })
      : null;
    await transaction`update auth.users set recovery_sent_at = now() where id = ${user.id}`;
    return addOneTimeToken(transaction, { user, type: "recovery_token", flowStateId, secret });
  });
  const query = new URLSearchParams({
    token: made.token,
    type: "recovery",
    redirect_to: asked.redirectTo,
  });
  await sendMail({
    kind: "recovery",
    to: asked.email,
    link: `${serviceUrl}/verify?${query}`,
    code: made.code,
    validSeconds: ONE_TIME_TOKEN_SECONDS,
  });
}
