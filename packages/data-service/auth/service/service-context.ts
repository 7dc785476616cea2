import type { Context } from "hono";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Sql } from "../../database/connect.ts";
import type { Tokens } from "../../tokens.ts";
import { type CaptchaSettings, checkCaptcha } from "../limits/captcha.ts";
import { createCounter } from "../limits/counters.ts";
import {
  type ClientLimiter,
  type ClientLimits,
  createClientLimiter,
  createPasswordChangeLimiter,
  createSendLimiter,
  type PasswordChangeLimiter,
  type PasswordChangeLimits,
  type SendLimiter,
  type SendLimits,
} from "../limits/send-limits.ts";
import { createSignInLimiter, type SignInLimiter, type SignInLimits } from "../limits/sign-in-limits.ts";
import { parseBody } from "../protocol/request-body.ts";
import { allowedTarget } from "../sessions/redirects.ts";
import type { ClientInfo, SessionOptions, SignIn } from "../sessions/sessions.ts";
import { isServiceRole } from "../sessions/signed-in.ts";
import type { SendAuthMail, SendAuthText } from "./auth-mail.ts";
import type { AuthSettings } from "./auth-settings.ts";

/** Options of the auth service. */
export interface ServiceOptions {
  /** Connected as `supabase_auth_admin`. */
  sql: Sql;
  tokens: Tokens;
  /** URL of this service without a trailing slash: the `iss` claim, and the base of emailed links. */
  issuer: string;
  /** Redirect target if the requested one is not allowed. */
  siteUrl: string;
  /** Origins that links may redirect to, besides the site's own. */
  redirectOrigins: readonly string[];
  settings: AuthSettings;
  limits: AuthLimits;
  /** Null without a mail server. */
  sendMail: SendAuthMail | null;
  /** Null without an SMS provider, which disables login by phone. */
  sendText: SendAuthText | null;
  /** Null without captcha. */
  captcha: CaptchaSettings | null;
  /** Shared by all processes of the project; the key for hashes of one-time codes and for encryption. */
  secret: string;
  reuseIntervalSeconds: number;
  /** Called for each new session, and for each text above the store's limit of a day. */
  observe: (event: ({ type: "sign-in" } & SignIn) | { type: "text-limit" }) => void;
  /** Returns the client address, or null for a call within the process. */
  addressOf: (context: Context) => string | null;
  logError: (error: unknown) => void;
}

export interface AuthLimits {
  signIn: SignInLimits;
  signUp: ClientLimits;
  /** Provider flows that a client may start: each is a database row until it ends. */
  providerFlow: ClientLimits;
  passwordChange: PasswordChangeLimits;
  mail: SendLimits;
  text: SendLimits;
}

/** Dependencies of the auth service's handlers, created once at startup. */
export interface ServiceContext
  extends Pick<
    ServiceOptions,
    "sql" | "tokens" | "settings" | "siteUrl" | "sendMail" | "sendText" | "secret" | "logError"
  > {
  sessions: SessionOptions;
  /** Base URL of this service. */
  serviceUrl: string;
  passwordLimiter: SignInLimiter;
  /** Counts wrong one-time codes. */
  codeLimiter: SignInLimiter;
  signUpLimiter: ClientLimiter;
  providerFlowLimiter: ClientLimiter;
  passwordChangeLimiter: PasswordChangeLimiter;
  mailLimiter: SendLimiter;
  textLimiter: SendLimiter;
  /** Limits attempts at MFA codes. */
  factorCodes: RateLimiterPostgres;
  /** Limits new sets of recovery codes, because each sends an email. */
  recoveryCodeSets: RateLimiterPostgres;
  /** Returns the request's redirect target, checked against the allow-list. */
  redirectTarget(c: Context, requested?: string): string;
  clientOf(c: Context): ClientInfo;
  /**
   * Reads a request's body, redirect target and client, and checks its captcha.
   * @throws AuthError 400 bad_json, captcha_failed
   */
  readRequest(c: Context): Promise<AuthRequest>;
}

/** Request to an endpoint that may require a captcha. */
export interface AuthRequest {
  body: Record<string, unknown>;
  /** Checked against the allow-list. */
  redirectTo: string;
  client: ClientInfo;
}

export function createServiceContext(options: ServiceOptions): ServiceContext {
  const { sql, tokens, issuer, limits, siteUrl, redirectOrigins, captcha, addressOf } = options;
  const redirectTarget = (c: Context, requested = c.req.query("redirect_to")) =>
    allowedTarget(requested, { siteUrl, origins: redirectOrigins });
  const clientOf = (c: Context) => ({ userAgent: c.req.header("user-agent") ?? null, address: addressOf(c) });
  const factorLimits = { points: limits.signIn.maxFailures, seconds: limits.signIn.seconds };
  return {
    sql,
    tokens,
    settings: options.settings,
    siteUrl,
    sendMail: options.sendMail,
    sendText: options.sendText,
    secret: options.secret,
    logError: options.logError,
    sessions: { tokens, issuer, reuseIntervalSeconds: options.reuseIntervalSeconds, observe: options.observe },
    serviceUrl: issuer,
    passwordLimiter: createSignInLimiter(sql, limits.signIn),
    codeLimiter: createSignInLimiter(sql, limits.signIn, "code"),
    signUpLimiter: createClientLimiter(sql, "sign_up", limits.signUp),
    providerFlowLimiter: createClientLimiter(sql, "provider_flow", limits.providerFlow),
    passwordChangeLimiter: createPasswordChangeLimiter(sql, limits.passwordChange),
    mailLimiter: createSendLimiter(sql, "mail", limits.mail),
    textLimiter: createSendLimiter(sql, "text", limits.text, () => options.observe({ type: "text-limit" })),
    factorCodes: createCounter(sql, { name: "factor_code", ...factorLimits }),
    recoveryCodeSets: createCounter(sql, { name: "recovery_codes", points: 10, seconds: 3600 }),
    redirectTarget,
    clientOf,
    readRequest: async (c) => {
      const body = await parseBody(c);
      if (captcha && !(await isServiceRole(c, tokens))) await checkCaptcha(captcha, body, addressOf(c));
      return { body, redirectTo: redirectTarget(c), client: clientOf(c) };
    },
  };
}
