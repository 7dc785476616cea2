import { countMail, prepareMails, sendAuthMails } from "../messages/one-time-messages.ts";
import { validationFailed } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import type { AuthRequest, ServiceContext } from "../service/service-context.ts";
import { readCodeChallenge } from "../sessions/pkce.ts";
import { parseEmail } from "../users/addresses.ts";
import { findUserByEmail, isBanned } from "../users/users.ts";

/**
 * `POST /recover`: emails a link for choosing a new password. The account is looked up after the response, so that
 * neither its text nor its timing reveals whether the account exists.
 * @throws AuthError 400 validation_failed, 429 over_email_send_rate_limit, 422 email_provider_disabled
 */
export async function startRecovery(
  context: ServiceContext,
  { body, redirectTo, client }: AuthRequest,
): Promise<object> {
  if (optionalText(body, "email") === "") throw validationFailed("Password recovery requires an email");
  const email = parseEmail(body["email"]);
  const challenge = readCodeChallenge(body);
  await countMail(context, "recovery", email, client.address);
  const send = async () => {
    const user = await findUserByEmail(context.sql, email);
    if (!user || isBanned(user)) return;
    const mails = await context.sql.begin((transaction) =>
      prepareMails(transaction, context, { user, kinds: ["recovery"], redirectTo, challenge }),
    );
    sendAuthMails(context, mails);
  };
  void send().catch(context.logError);
  return {};
}
