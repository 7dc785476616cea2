import type { Context } from "hono";
import {
  countMail,
  countText,
  prepareMails,
  prepareText,
  sendOrderEmails,
  sendText,
} from "../messages/one-time-messages.ts";
import { AuthError } from "../protocol/auth-error.ts";
import { consumeNonce, type Reauthentication } from "../reauthentication/recent-reauthentication.ts";
import type { ServiceContext } from "../service/service-context.ts";
import type { SignedIn } from "../sessions/signed-in.ts";

/** Seconds after signing in while a new password takes no further proof. */
const RECENT_SECONDS = 24 * 3600;

/**
 * `GET /reauthenticate`: six digits to the person's own mailbox or phone.
 * @throws AuthError 400 email_not_confirmed, phone_not_confirmed; 422, 429 as every message
 */
export async function startReauthentication(
  context: ServiceContext,
  { user }: SignedIn,
  c: Context,
): Promise<{ message_id?: string }> {
  const { address } = context.clientOf(c);
  if (user.email) {
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    await countMail(context, "reauthentication", user.email, address);
    const input = { user, kinds: ["reauthentication"] as const, redirectTo: "", challenge: null };
    sendOrderEmails(context, await context.sql.begin((sql) => prepareMails(sql, context, input)));
    return {};
  }
  const to = user.phone;
  if (!to) {
    const message = "Reauthentication requires the user to have an email or a phone number";
    throw new AuthError(400, "validation_failed", message);
  }
  if (!user.phone_confirmed_at) {
    throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
  }
  await countText(context, "reauthentication", to, address);
  const text = await context.sql.begin((sql) => prepareText(sql, context, { user, kind: "reauthentication", to }));
  return sendText(context, text);
}

/**
 * Asks for those six digits when the sign-in is a day ago: who sits down at an open browser cannot lock its
 * owner out.
 * @throws AuthError 400 reauthentication_needed, 422 reauthentication_not_valid, 429 over_request_rate_limit
 */
export async function requireReauthentication(
  context: ServiceContext,
  { user, sessionId }: SignedIn,
  reauthentication: Reauthentication,
): Promise<void> {
  const recent = await context.sql`
    select 1 from auth.sessions
    where id = ${sessionId} and created_at > now() - make_interval(secs => ${RECENT_SECONDS})`;
  if (recent.length > 0) return;
  if (reauthentication.nonce === "") {
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  }
  await consumeNonce(context, user, reauthentication);
}
