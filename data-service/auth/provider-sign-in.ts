import { randomNonce, randomPKCECodeVerifier } from "openid-client";
import type { Sql, TransactionSql } from "../database/connect.ts";
import { AuthError, OAuthError } from "./auth-error.ts";
import type { Google, ProviderChecks } from "./google.ts";
import { type FoundUser, linkIdentity, type ProviderProfile, signInWithIdentity } from "./identities.ts";
import { addProviderFlow, type CodeChallenge, dropFlowState, issueAuthCode } from "./pkce.ts";
import { withAuthCode, withError, withSession } from "./redirects.ts";
import { optionalText } from "./request-body.ts";
import { seal, unseal } from "./sealing.ts";
import type { VisitorLimiter } from "./send-limits.ts";
import {
  openSession,
  type SessionAnswer,
  type SessionOptions,
  sessionExists,
  type Visitor,
} from "./sessions.ts";
import type { SignedIn } from "./signed-in.ts";

/** Seconds that a person may take at the provider. */
export const STATE_SECONDS = 600;

export interface ProviderOptions {
  sql: Sql;
  sessions: SessionOptions;
  /** Seals the state that travels through the browser. */
  secret: string;
  siteUrl: string;
  /** Null: not configured. */
  google: Google | null;
  settings: { disableSignup: boolean };
  providerFlowLimiter: VisitorLimiter;
  logError: (error: unknown) => void;
  /** Tells the person by mail that another account opens theirs. */
  tellLinked: (to: string | null) => void;
}

/** What goes to the provider and back: sealed, and good once, since its flow is. */
interface State {
  flowId: string;
  nonce: string;
  verifier: string;
  redirectTo: string;
  isPkce: boolean;
  /** The mark of the browser that began. */
  browser: string;
  /** Who asked to link the identity, and the session that must still live then. */
  linkTo: { userId: string; sessionId: string } | null;
}

export interface ProviderRequest {
  provider: string;
  scopes: string;
  challenge: CodeChallenge | null;
  /** Already held against the allow-list. */
  redirectTo: string;
  /** Parameters for the provider alone. */
  passedOn: Record<string, string>;
  linkTo: SignedIn | null;
  /** The visitor's, or null inside this process. */
  address: string | null;
  /** The mark of the visitor's browser. */
  browser: string;
}

/**
 * `GET /authorize` and `GET /user/identities/authorize`: the provider's address to lead to.
 * @throws AuthError 400 validation_failed for a provider that is not enabled, 429, 500 when it cannot be reached
 */
export async function startAtProvider(options: ProviderOptions, asked: ProviderRequest): Promise<string> {
  const google = requireGoogle(options.google, asked.provider);
  await options.providerFlowLimiter.count(asked.address);
  const checks = { nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const flowId = await addProviderFlow(options.sql, {
    provider: "google",
    method: "oauth",
    challenge: asked.challenge,
    seconds: STATE_SECONDS,
  });
  const { linkTo } = asked;
  const state = await seal(
    options.secret,
    "provider state",
    {
      flowId,
      ...checks,
      redirectTo: asked.redirectTo,
      isPkce: asked.challenge !== null,
      browser: asked.browser,
      linkTo: linkTo && { userId: linkTo.user.id, sessionId: linkTo.sessionId },
    } satisfies State,
    STATE_SECONDS,
  );
  return google.authorizationUrl({ state, ...checks }, asked).catch((cause: unknown) => {
    throw providerFailure("Error connecting to the provider", cause);
  });
}

/**
 * `GET /callback`: back from the provider; answers with the address to lead to, with a refusal if need be.
 * @param visitor.isBrowser whether their browser has a mark
 */
export async function returnFromProvider(
  options: ProviderOptions,
  answered: URL,
  { isBrowser, ...visitor }: Visitor & { isBrowser: (mark: string) => boolean },
): Promise<string> {
  const { sql, secret, siteUrl, sessions, google, logError, tellLinked } = options;
  const sealed = answered.searchParams.get("state") ?? "";
  const state = (await unseal(secret, "provider state", sealed)) as State | null;
  if (!google || !state) return withError(siteUrl, badState(sealed), true);
  const { flowId, redirectTo, isPkce, linkTo } = state;
  try {
    if (!isBrowser(state.browser)) {
      throw new AuthError(
        400,
        "bad_oauth_state",
        "OAuth callback in another browser than the one that began",
      );
    }
    refuseDenial(answered.searchParams);
    const profile = await askProvider(google, answered, { state: sealed, ...state });
    const { found, target } = await sql.begin(async (transaction) => {
      const found = await findOrLink(transaction, options, profile, linkTo);
      if (isPkce) {
        const code = await issueAuthCode(transaction, flowId, found.user.id);
        return { found, target: withAuthCode(redirectTo, code) };
      }
      if (!(await dropFlowState(transaction, flowId))) throw badState(sealed);
      const opened = { ...visitor, method: "oauth" } as const;
      const session = await openSession(transaction, sessions, found.user, opened);
      return { found, target: withSession(redirectTo, session) };
    });
    if (found.isLinked) tellLinked(found.user.email);
    return target;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.status >= 500) logError(error);
    return withError(redirectTo, error, true);
  }
}

/**
 * `POST /token?grant_type=id_token`: a token that the provider gave to the page itself.
 * @param linkTo the person who asks to link the identity, or null
 * @throws OAuthError, AuthError 400 provider_disabled and as `signInWithIdentity`
 */
export async function signInWithIdToken(
  options: ProviderOptions,
  body: Record<string, unknown>,
  visitor: Visitor,
  linkTo: SignedIn | null,
): Promise<SessionAnswer> {
  const [idToken, provider] = [optionalText(body, "id_token"), optionalText(body, "provider")];
  if (idToken === "") throw new OAuthError("invalid request", "id_token required");
  if (provider === "") throw new OAuthError("invalid request", "provider or client_id and issuer required");
  if (provider !== "google") {
    throw new AuthError(
      400,
      "validation_failed",
      `Custom OIDC provider ${JSON.stringify(provider)} not allowed`,
    );
  }
  if (!options.google) {
    throw new AuthError(
      400,
      "provider_disabled",
      'Provider (issuer "https://accounts.google.com") is not enabled',
    );
  }
  const profile = await options.google.verifyIdToken(idToken, {
    nonce: optionalText(body, "nonce"),
    accessToken: optionalText(body, "access_token"),
  });
  const { found, session } = await options.sql.begin(async (transaction) => {
    const target = linkTo && { userId: linkTo.user.id, sessionId: linkTo.sessionId };
    const found = await findOrLink(transaction, options, profile, target);
    const opened = { ...visitor, method: "oauth" } as const;
    return { found, session: await openSession(transaction, options.sessions, found.user, opened) };
  });
  if (found.isLinked) options.tellLinked(found.user.email);
  return session;
}

async function findOrLink(
  sql: TransactionSql,
  { settings }: ProviderOptions,
  profile: ProviderProfile,
  linkTo: State["linkTo"],
): Promise<FoundUser> {
  if (!linkTo) return signInWithIdentity(sql, profile, settings);
  // Whoever asked has signed out since.
  if (!(await sessionExists(sql, linkTo.sessionId))) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return linkIdentity(sql, linkTo.userId, profile);
}

async function askProvider(google: Google, answered: URL, checks: ProviderChecks): Promise<ProviderProfile> {
  return google.exchange(answered, checks).catch((cause: unknown) => {
    throw providerFailure("Unable to exchange external code", cause);
  });
}

function providerFailure(message: string, cause: unknown): AuthError {
  return Object.assign(new AuthError(500, "unexpected_failure", message), { cause });
}

function refuseDenial(answered: URLSearchParams): void {
  const error = answered.get("error");
  if (error !== null) {
    const said = answered.get("error_description") ?? error;
    throw new AuthError(error === "access_denied" ? 403 : 500, error.slice(0, 100), said.slice(0, 300));
  }
  if (!answered.get("code")) {
    throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  }
}

function requireGoogle(google: Google | null, provider: string): Google {
  if (google && provider.toLowerCase() === "google") return google;
  throw new AuthError(400, "validation_failed", "Unsupported provider: provider is not enabled");
}

function badState(sealed: string): AuthError {
  return sealed === ""
    ? new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing")
    : new AuthError(400, "bad_oauth_state", "OAuth callback with invalid state");
}
