import type { Context } from "hono";
import { type AuthContext, getHealth, getPublicKeys, getSettings, getUser } from "./about.ts";
import { startOtp } from "./accounts/otp.ts";
import { signInWithPassword } from "./accounts/password-sign-in.ts";
import { startReauthentication } from "./accounts/reauthentication.ts";
import { resend } from "./accounts/resend.ts";
import { signUp } from "./accounts/sign-up.ts";
import { updateUser } from "./accounts/update-user.ts";
import { answerLink, answerPressedLink, exchangeAuthCode, verifyToken } from "./accounts/verification.ts";
import { changeUser, createUser, deleteUser, getUserById, listUsers, showUser } from "./admin/admin-users.ts";
import type { Passed } from "./guards.ts";
import { countMail, mailUser } from "./messages/one-time-messages.ts";
import { challengeFactor, verifyFactor } from "./mfa/factor-verification.ts";
import { deleteFactor, enrollFactor, getFactor, lockUser, removeFactor } from "./mfa/factors.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "./mfa/recovery-codes.ts";
import { AuthError, validationFailed } from "./protocol/auth-error.ts";
import { optionalText } from "./protocol/request-body.ts";
import { unlinkIdentity } from "./providers/identities.ts";
import { returnFromProvider, startLinking, startSignIn } from "./providers/provider-sign-in.ts";
import { acceptAssertion, describeToProviders, startSingleSignOn } from "./providers/single-sign-on.ts";
import type { AuthRequest, ServiceContext } from "./service/service-context.ts";
import { readCodeChallenge } from "./sessions/pkce.ts";
import { refreshSession } from "./sessions/sessions.ts";
import { signOut } from "./sessions/signed-in.ts";
import { parseEmail } from "./users/addresses.ts";
import { factorResponse } from "./users/user-response.ts";
import { findUserByEmail, isBanned, listFactors } from "./users/users.ts";

export interface Route {
  method: string;
  path: string;
  /** The `grant_type` that the request must have; null if it does not matter. */
  grant: string | null;
  guard: keyof Passed;
  answer: Answer<never>;
}

/** Handler of a route; a result other than a `Response` is sent as JSON. */
type Answer<Given> = (context: AuthContext, given: Given, c: Context) => object | Promise<object>;

/**
 * All endpoints of `/auth/v1`: path, required caller (`guards.ts`), and handler. The first match handles the request.
 */
export const ROUTES: readonly Route[] = [
  on("GET", "/health", "anybody", getHealth),
  on("GET", "/settings", "anybody", getSettings),
  on("GET", "/.well-known/jwks.json", "anybody", getPublicKeys),

  on("POST", "/signup", "human", signUp),
  on("POST", "/token?grant_type=password", "human", signInWithPassword),
  on("POST", "/token?grant_type=refresh_token", "anybody", refreshSession),
  on("POST", "/token?grant_type=pkce", "anybody", exchangeAuthCode),
  on("POST", "/token", "anybody", rejectGrant),
  on("POST", "/logout", "signedIn", signOut),

  on("POST", "/otp", "human", startOtp),
  on("POST", "/recover", "human", startRecovery),
  on("POST", "/resend", "human", resend),
  on("GET", "/verify", "anybody", answerLink),
  on("POST", "/verify", "anybody", verifyToken),
  on("POST", "/verify/link", "anybody", answerPressedLink),

  on("GET", "/user", "signedIn", getUser),
  on("PUT", "/user", "signedIn", updateUser),
  on("GET", "/reauthenticate", "signedIn", startReauthentication),

  on("GET", "/authorize", "anybody", startSignIn),
  on("GET", "/callback", "anybody", returnFromProvider),
  on("GET", "/user/identities/authorize", "owner", startLinking),
  on("DELETE", "/user/identities/:id", "owner", unlinkIdentity),
  on("POST", "/sso", "human", startSingleSignOn),
  on("GET", "/sso/saml/metadata", "anybody", describeToProviders),
  on("POST", "/sso/saml/acs", "anybody", acceptAssertion),

  on("POST", "/factors", "signedIn", enrollFactor),
  on("POST", "/factors/recovery-codes", "signedIn", makeRecoveryCodes),
  on("GET", "/factors/recovery-codes", "signedIn", countRecoveryCodes),
  on("POST", "/factors/:id/challenge", "signedIn", challengeFactor),
  on("POST", "/factors/:id/verify", "signedIn", verifyFactor),
  on("DELETE", "/factors/:id", "signedIn", removeFactor),

  on("GET", "/admin/users", "server", listUsers),
  on("POST", "/admin/users", "server", createUser),
  on("GET", "/admin/users/:id", "server", showUser),
  on("PUT", "/admin/users/:id", "server", changeUser),
  on("DELETE", "/admin/users/:id", "server", deleteUser),
  on("GET", "/admin/users/:id/factors", "server", listUsersFactors),
  on("DELETE", "/admin/users/:id/factors/:factorId", "server", deleteUsersFactor),
  on("ALL", "/admin/*", "server", rejectPath),

  on("ALL", "/*", "anybody", rejectPath),
];

function on<Name extends keyof Passed>(
  method: string,
  address: string,
  guard: Name,
  answer: Answer<Passed[Name]>,
): Route {
  const [path = "", grant = null] = address.split("?grant_type=");
  return { method, path, grant, guard, answer };
}

function rejectGrant(): never {
  throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
}

function rejectPath(): never {
  throw new AuthError(404, "validation_failed", "404 page not found");
}

/**
 * `POST /recover`: emails a link for choosing a new password. The account is looked up after the response, so that
 * neither its text nor its timing reveals whether the account exists.
 * @throws AuthError 400 validation_failed, 429 over_email_send_rate_limit, 422 email_provider_disabled
 */
async function startRecovery(context: ServiceContext, { body, redirectTo, client }: AuthRequest): Promise<object> {
  if (optionalText(body, "email") === "") throw validationFailed("Password recovery requires an email");
  const email = parseEmail(body["email"]);
  const challenge = readCodeChallenge(body);
  await countMail(context, "recovery", email, client.address);
  const send = async () => {
    const user = await findUserByEmail(context.sql, email);
    if (user && !isBanned(user)) await mailUser(context, { user, kinds: ["recovery"], redirectTo, challenge });
  };
  void send().catch(context.logError);
  return {};
}

/** `GET /admin/users/{id}/factors`. @throws AuthError 404 user_not_found */
async function listUsersFactors(context: ServiceContext, _: unknown, c: Context): Promise<object[]> {
  const { id } = await getUserById(context, c);
  return (await listFactors(context.sql, id)).map(factorResponse);
}

/**
 * `DELETE /admin/users/{id}/factors/{factorId}`: removes an authenticator, so that a user who lost it and the recovery
 * codes can log in again.
 * @throws AuthError 404 user_not_found, mfa_factor_not_found
 */
async function deleteUsersFactor(context: ServiceContext, _: unknown, c: Context): Promise<object> {
  const { id } = await getUserById(context, c);
  const deleted = await context.sql.begin(async (transaction) => {
    await lockUser(transaction, id);
    const factor = await getFactor(transaction, id, c.req.param("factorId") ?? "");
    await deleteFactor(transaction, factor.id);
    return factor;
  });
  return factorResponse(deleted);
}
