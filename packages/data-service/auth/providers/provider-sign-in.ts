import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { randomNonce, randomPKCECodeVerifier } from "openid-client";
import type { TransactionSql } from "../../database/connect.ts";
import { sendNotice } from "../messages/notices.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { rejectOtherParameters } from "../protocol/request-body.ts";
import { decrypt, encrypt } from "../secrets/encryption.ts";
import { createToken, hashToken } from "../secrets/hashing.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { addProviderFlow, dropFlowState, issueAuthCode, readCodeChallenge } from "../sessions/pkce.ts";
import { withAuthCode, withError, withSession } from "../sessions/redirects.ts";
import { type ClientInfo, openSession, sessionExists } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/signed-in.ts";
import type { Google, ProviderChecks } from "./google.ts";
import { type FoundUser, linkIdentity, type ProviderProfile, signInWithIdentity } from "./identities.ts";

const COOKIE = "provider_sign_in";

/**
 * Sets a cookie in the browser that starts a provider flow, so that no other browser can complete it (RFC 6749, section
 * 10.12). An existing cookie keeps its value, because two tabs may run flows at once.
 * @param serviceUrl URL of the auth service: the cookie gets its path, and is Secure if the URL has HTTPS
 * @param seconds lifetime of the cookie
 * @returns the hash of the cookie's value
 */
function setStateCookie(c: Context, serviceUrl: string, seconds: number): string {
  const { protocol, pathname } = new URL(serviceUrl);
  const mark = readMark(c) ?? createToken();
  setCookie(c, COOKIE, mark, {
    path: pathname,
    httpOnly: true,
    // The provider redirects here from another site, and browsers do not send "Strict" cookies then.
    sameSite: "Lax",
    secure: protocol === "https:",
    maxAge: seconds,
  });
  return hashToken(mark);
}

/** Returns whether the browser has the cookie of this flow. */
function hasStateCookie(c: Context, hashed: string): boolean {
  const mark = readMark(c);
  return mark !== null && hashToken(mark) === hashed;
}

function readMark(c: Context): string | null {
  const mark = getCookie(c, COOKIE) ?? "";
  return /^[\w-]{32}$/.test(mark) ? mark : null;
}

/** Query parameters for this service. */
const OWN = [
  ...["provider", "scopes", "redirect_to", "apikey"],
  ...["code_challenge", "code_challenge_method", "skip_http_redirect"],
];
/** Query parameters passed on to the provider: https://supabase.com/docs/guides/auth/social-login/auth-google */
const PASSED_ON = ["access_type", "hd", "include_granted_scopes", "login_hint", "prompt"];

/** Time that the user has at the provider. */
const STATE_SECONDS = 600;

/** Dependencies of the provider flows. */
export interface ProviderContext extends ServiceContext {
  /** Null if Google is not configured. */
  google: Google | null;
}

/** OAuth state, sent to the provider and back: encrypted, and single use like its flow. */
interface State {
  flowId: string;
  nonce: string;
  verifier: string;
  redirectTo: string;
  isPkce: boolean;
  /** Hash of the state cookie of the browser that started the flow. */
  browser: string;
  /** User who links the identity, and the session that must still be active then. */
  linkTo: { userId: string; sessionId: string } | null;
}

/**
 * `GET /authorize`: redirects to the provider.
 * @throws AuthError 400 validation_failed for a provider that is not enabled, 429, 500 if the provider cannot be
 * reached
 */
export async function startSignIn(context: ProviderContext, _client: ClientInfo, c: Context): Promise<Response> {
  return c.redirect(await startAtProvider(context, c, null));
}

/**
 * `GET /user/identities/authorize`: like `startSignIn`, but links the provider's identity to the current user.
 * @throws AuthError as `startSignIn`
 */
export async function startLinking(
  context: ProviderContext,
  { user, sessionId }: SignedIn,
  c: Context,
): Promise<Response> {
  rejectOtherOrigin(context, c);
  const url = await startAtProvider(context, c, { userId: user.id, sessionId });
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url);
}

async function startAtProvider(context: ProviderContext, c: Context, linkTo: State["linkTo"]): Promise<string> {
  rejectOtherParameters(c, [...OWN, ...PASSED_ON]);
  const query = c.req.query();
  const challenge = readCodeChallenge(query);
  const google = requireGoogle(context.google, query["provider"] ?? "");
  await context.providerFlowLimiter.count(context.clientOf(c).address);
  const checks = { nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const flow = { provider: "google", method: "oauth", challenge, seconds: STATE_SECONDS } as const;
  const flowId = await addProviderFlow(context.sql, flow);
  const state = await encrypt(
    context.secret,
    "provider state",
    {
      flowId,
      ...checks,
      redirectTo: context.redirectTarget(c),
      isPkce: challenge !== null,
      browser: setStateCookie(c, context.serviceUrl, STATE_SECONDS),
      linkTo,
    } satisfies State,
    STATE_SECONDS,
  );
  const passedOn = Object.fromEntries(Object.entries(query).filter(([name]) => PASSED_ON.includes(name)));
  const input = { scopes: query["scopes"] ?? "", passedOn };
  return google.authorizationUrl({ state, ...checks }, input).catch((cause: unknown) => {
    throw providerFailure("Error connecting to the provider", cause);
  });
}

/** Rejects requests from pages of another origin: their browser would not store the state cookie of the response. */
function rejectOtherOrigin({ serviceUrl }: ProviderContext, c: Context): void {
  const origin = c.req.header("origin");
  if (origin === undefined || origin === new URL(serviceUrl).origin) return;
  throw validationFailed("Identities can only be linked from pages of this service's origin");
}

/**
 * `GET /callback`: receives the provider's redirect, and redirects to the page that started the flow, with the error if
 * there is one.
 */
export async function returnFromProvider(context: ProviderContext, client: ClientInfo, c: Context): Promise<Response> {
  return c.redirect(await leadBack(context, client, c));
}

async function leadBack(context: ProviderContext, client: ClientInfo, c: Context): Promise<string> {
  const { sql, secret, siteUrl, sessions, google, logError } = context;
  const answered = new URL(c.req.url);
  const sealed = answered.searchParams.get("state") ?? "";
  const state = (await decrypt(secret, "provider state", sealed)) as State | null;
  if (!google || !state) return withError(siteUrl, badState(sealed), true);
  const { flowId, redirectTo, isPkce, linkTo } = state;
  try {
    if (!hasStateCookie(c, state.browser)) {
      throw new AuthError(400, "bad_oauth_state", "OAuth callback in a different browser than the one that started it");
    }
    rejectDenial(answered.searchParams);
    const profile = await requestProfile(google, answered, { state: sealed, ...state });
    const { found, target } = await sql.begin(async (transaction) => {
      const found = await findOrLink(transaction, context, profile, linkTo);
      if (isPkce) {
        const code = await issueAuthCode(transaction, flowId, found.user.id);
        return { found, target: withAuthCode(redirectTo, code) };
      }
      if (!(await dropFlowState(transaction, flowId))) throw badState(sealed);
      const opened = { ...client, method: "oauth" } as const;
      const session = await openSession(transaction, sessions, found.user, opened);
      return { found, target: withSession(redirectTo, session) };
    });
    if (found.isLinked) sendNotice(context, "identity_linked", { to: found.user.email });
    return target;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.status >= 500) logError(error);
    return withError(redirectTo, error, true);
  }
}

async function findOrLink(
  sql: TransactionSql,
  { settings }: ProviderContext,
  profile: ProviderProfile,
  linkTo: State["linkTo"],
): Promise<FoundUser> {
  if (!linkTo) return signInWithIdentity(sql, profile, settings);
  // Reject the link if the user has logged out meanwhile.
  if (!(await sessionExists(sql, linkTo.sessionId))) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return linkIdentity(sql, linkTo.userId, profile);
}

async function requestProfile(google: Google, answered: URL, checks: ProviderChecks): Promise<ProviderProfile> {
  return google.exchange(answered, checks).catch((cause: unknown) => {
    throw providerFailure("Unable to exchange external code", cause);
  });
}

function providerFailure(message: string, cause: unknown): AuthError {
  return Object.assign(new AuthError(500, "unexpected_failure", message), { cause });
}

function rejectDenial(answered: URLSearchParams): void {
  const error = answered.get("error");
  if (error !== null) {
    const description = answered.get("error_description") ?? error;
    throw new AuthError(error === "access_denied" ? 403 : 500, error.slice(0, 100), description.slice(0, 300));
  }
  if (!answered.get("code")) {
    throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  }
}

function requireGoogle(google: Google | null, provider: string): Google {
  if (google && provider.toLowerCase() === "google") return google;
  throw validationFailed("Unsupported provider: provider is not enabled");
}

function badState(sealed: string): AuthError {
  return sealed === ""
    ? new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing")
    : new AuthError(400, "bad_oauth_state", "OAuth callback with invalid state");
}
