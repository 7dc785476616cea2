import type { Context } from "hono";
import { countMail, countText, mailUser, textUser } from "../messages/one-time-messages.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { consumeNonce, type Reauthentication } from "../reauthentication/recent-reauthentication.ts";
import type { ServiceContext } from "../service/service-context.ts";
import type { SignedIn } from "../sessions/signed-in.ts";

/** Seconds after login in which a new password needs no reauthentication. */
const RECENT_SECONDS = 24 * 3600;

/**
 * `GET /reauthenticate`: sends six digits to the user's own mailbox or phone.
 * @throws AuthError 400 validation_failed; 422 email_not_confirmed, phone_not_confirmed; and those of `countMail`,
 * `countText` and `sendText`
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
    await mailUser(context, { user, kinds: ["reauthentication"], redirectTo: "", challenge: null });
    return {};
  }
  const to = user.phone;
  if (!to) {
    const message = "Reauthentication requires the user to have an email or a phone number";
    throw validationFailed(message);
  }
  if (!user.phone_confirmed_at) {
    throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
  }
  await countText(context, "reauthentication", to, address);
  return textUser(context, { user, kind: "reauthentication", to });
}

/**
 * Requires those six digits if the session is older than a day, so that someone at an unattended browser cannot lock
 * out its owner.
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
