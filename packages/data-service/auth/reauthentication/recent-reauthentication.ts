import { NoCodeError } from "../limits/sign-in-limits.ts";
import { spendCode } from "../messages/one-time-tokens.ts";
import { AuthError } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import type { ServiceContext } from "../service/service-context.ts";
import type { SignedIn } from "../sessions/signed-in.ts";
import { passwordMatches } from "../users/passwords.ts";
import type { Queries, UserRow } from "../users/users.ts";

/** Seconds after opening a session in which its password, link, code or provider counts as reauthentication. */
export const REAUTHENTICATION_SECONDS = 10 * 60;
/**
 * Login methods (`amr`) that count as reauthentication for actions that cannot be undone, such as deleting an account:
 * a recent password is not enough.
 */
export const REAUTHENTICATING_METHODS: readonly string[] = [
  "otp",
  "recovery",
  "magiclink",
  "email/signup",
  "email_change",
  "oauth",
  "sso/saml",
];

/**
 * The official client's own calls to the auth service send no reauthentication, so a session that was just opened
 * counts.
 */
const SIGN_INS: readonly string[] = [...REAUTHENTICATING_METHODS, "password"];
const MFA_METHODS: readonly string[] = ["totp", "mfa/recovery_code"];

const PURPOSES = {
  password: {
    passwordNeeded: "Current password required when setting new password.",
    reauthenticationNeeded: "Password update requires reauthentication",
  },
  address: {
    passwordNeeded: "Current password required when changing the email address or phone number.",
    reauthenticationNeeded: "Changing the email address or phone number requires reauthentication",
  },
  factor: {
    passwordNeeded: "Current password required when enrolling a factor.",
    reauthenticationNeeded: "Enrolling a factor requires reauthentication",
  },
} as const;

/** Reauthentication in a request: current password or emailed code. */
export interface Reauthentication {
  currentPassword: string;
  nonce: string;
  /** The change that needs reauthentication; error messages name it. */
  purpose: keyof typeof PURPOSES;
  /** Client address, or null for a call within the process. */
  address: string | null;
}

export function readReauthentication(
  body: Record<string, unknown>,
  purpose: Reauthentication["purpose"],
  address: string | null,
): Reauthentication {
  return {
    purpose,
    currentPassword: optionalText(body, "current_password"),
    nonce: optionalText(body, "nonce"),
    address,
  };
}

/**
 * Requires reauthentication before a change that could lock out the owner, because a stolen session lacks password and
 * mailbox. Accepts the current password, the code of `/reauthenticate`, or a recent login by password, link, code or
 * provider.
 * @param accepted login methods (of `amr`) that count as reauthentication
 * @throws AuthError 400 current_password_required, current_password_invalid, reauthentication_needed (for an account
 * without a password); 422 reauthentication_not_valid; 429 over_request_rate_limit
 */
export async function requireRecentReauthentication(
  context: ServiceContext,
  signedIn: SignedIn,
  given: Reauthentication,
  accepted: readonly string[] = SIGN_INS,
): Promise<void> {
  const { user } = signedIn;
  if (given.nonce !== "") return consumeNonce(context, user, given);
  if (given.currentPassword !== "" && user.encrypted_password) {
    return checkCurrentPassword(context, user, given);
  }
  if (await isReauthenticated(context.sql, signedIn.sessionId, accepted)) return;
  const messages = PURPOSES[given.purpose];
  if (user.encrypted_password) throw new AuthError(400, "current_password_required", messages.passwordNeeded);
  throw new AuthError(400, "reauthentication_needed", messages.reauthenticationNeeded);
}

/**
 * Requires reauthentication before enrolling an authenticator: the first one locks out everyone without it. MFA in
 * this session counts, too.
 * @throws AuthError as `requireRecentReauthentication`
 */
export async function requireReauthenticationToEnroll(
  context: ServiceContext,
  signedIn: SignedIn,
  given: Reauthentication,
): Promise<void> {
  if (!context.settings.requireCurrentPassword) return;
  await requireRecentReauthentication(context, signedIn, given, [...SIGN_INS, ...MFA_METHODS]);
}

/**
 * Requires a recent reauthentication before a login method or MFA factor is added or removed, if the current password
 * is required: such a change outlives the session, and could bypass the password or lock out the owner. The official
 * client's calls send no reauthentication, so the session itself must have just been opened by a password, link, code
 * or provider, or have just passed MFA.
 * @param context its `sql` may be a transaction
 * @throws AuthError 400 reauthentication_needed
 */
export async function requireRecentSignIn(
  { settings, sql }: Pick<ServiceContext, "settings"> & { sql: Queries },
  { sessionId }: SignedIn,
): Promise<void> {
  if (!settings.requireCurrentPassword) return;
  if (await isReauthenticated(sql, sessionId, [...SIGN_INS, ...MFA_METHODS])) return;
  throw new AuthError(400, "reauthentication_needed", "Changing the ways to log in requires reauthentication");
}

/** Checks the current password; wrong guesses are counted. @throws AuthError 400 current_password_invalid, 429 */
export async function checkCurrentPassword(
  { passwordLimiter, settings }: ServiceContext,
  user: UserRow,
  { currentPassword, purpose, address }: Reauthentication,
): Promise<void> {
  const account = user.email ?? user.phone ?? user.id;
  await passwordLimiter.attempt(account, address, async () => {
    if (!(await passwordMatches(currentPassword, user.encrypted_password, address, settings.passwordCost))) {
      throw new AuthError(400, "current_password_invalid", PURPOSES[purpose].passwordNeeded);
    }
  });
}

/** Consumes the six digits of `/reauthenticate`. @throws AuthError 422 reauthentication_not_valid, 429 */
export async function consumeNonce(
  { sql, secret, codeLimiter }: ServiceContext,
  user: UserRow,
  { nonce, address }: Reauthentication,
): Promise<void> {
  const to = user.email ?? user.phone ?? "";
  await codeLimiter.attempt(to, address, async () => {
    const used = await spendCode(sql, ["reauthentication_token"], { to, code: nonce, secret });
    if (typeof used === "string") {
      const ErrorOfTry = used === "no code" ? NoCodeError : AuthError;
      throw new ErrorOfTry(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
    }
  });
}

async function isReauthenticated(sql: Queries, sessionId: string, methods: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select 1 from auth.mfa_amr_claims
    where session_id = ${sessionId} and authentication_method = any (${methods})
      and updated_at > now() - make_interval(secs => ${REAUTHENTICATION_SECONDS})`;
  return rows.length > 0;
}
