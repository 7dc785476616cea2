import type { Context } from "hono";
import { isJsonObject } from "../../database/json-object.ts";
import { addressExists } from "../accounts/email-change.ts";
import { prepareMails, sendAuthMails } from "../messages/one-time-messages.ts";
import { AuthError } from "../protocol/auth-error.ts";
import { parseBody } from "../protocol/request-body.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { parseEmail } from "../users/addresses.ts";
import { describeUser } from "../users/user-response.ts";
import { addUser, findUserByEmail, findUserById } from "../users/users.ts";

/**
 * `POST /invite`: creates an account and emails a link that opens it.
 * @throws AuthError 400 validation_failed, 422 email_exists, email_provider_disabled
 */
export async function invite(context: ServiceContext, _: unknown, c: Context): Promise<object> {
  const { email, data } = await parseBody(c);
  if (!context.sendMail) {
    throw new AuthError(422, "email_provider_disabled", "This service cannot send emails");
  }
  const person = { email: parseEmail(email), metadata: isJsonObject(data) ? data : {} };
  const { user, mails } = await prepareAccount(context, person, context.redirectTarget(c));
  sendAuthMails(context, mails);
  return describeUser(context.sql, user);
}

function prepareAccount(
  context: ServiceContext,
  person: { email: string; metadata: Record<string, unknown> },
  redirectTo: string,
) {
  return context.sql.begin(async (sql) => {
    const known = await findUserByEmail(sql, person.email);
    if (known?.email_confirmed_at) throw addressExists("email");
    const account = { phone: null, encryptedPassword: null, isEmailConfirmed: false, isPhoneConfirmed: false };
    const user = known ?? (await addUser(sql, { ...person, ...account }));
    if (!user) throw addressExists("email");
    const mails = await prepareMails(sql, context, { user, kinds: ["invite"], redirectTo, challenge: null });
    return { user: (await findUserById(sql, user.id)) ?? user, mails };
  });
}
