import type { Context } from "hono";
import type { Sql } from "../database/connect.ts";
import type { Tokens } from "../tokens.ts";
import type { AuthSettings } from "./auth-settings.ts";
import { type CaptchaSettings, checkCaptcha } from "./captcha.ts";
import type { GoogleSettings } from "./google.ts";
import type { SendAuthMail, SendAuthText } from "./mail.ts";
import { allowedTarget } from "./redirects.ts";
import { parseBody } from "./request-body.ts";
import type { SamlProvider } from "./saml.ts";
import {
  createPasswordChangeLimiter,
  createSendLimiter,
  createVisitorLimiter,
  type PasswordChangeLimiter,
  type PasswordChangeLimits,
  type SendLimiter,
  type SendLimits,
  type VisitorLimiter,
  type VisitorLimits,
} from "./send-limits.ts";
import type { SessionOptions, SignIn, Visitor } from "./sessions.ts";
import { createSignInLimiter, type SignInLimiter, type SignInLimits } from "./sign-in-limits.ts";
import { isServiceRole } from "./signed-in.ts";

export interface AuthServiceOptions {
  /** Connected as `supabase_auth_admin`. */
  sql: Sql;
  tokens: Tokens;
  /** This service's own address: the `iss` claim, and where links in mails lead. */
  issuer: string;
  /** The site that links lead back to when they may not lead where they were asked to. */
  siteUrl: string;
  /** Origins that links may lead to beside the site's own. */
  redirectOrigins: readonly string[];
  settings: AuthSettings;
  limits: AuthLimits;
  /** Null: no mail can be sent. */
  sendMail: SendAuthMail | null;
  /** Null: no text message can be sent, so nobody signs in by phone. */
  sendText: SendAuthText | null;
  /** Null: nobody is asked to show that they are human. */
  captcha: CaptchaSettings | null;
  /** Null: nobody signs in with Google. */
  google: GoogleSettings | null;
  /** Empty: no company signs in with its own accounts. */
  samlProviders: readonly SamlProvider[];
  /** Known to every process of the project; makes the hashes of one-time codes. */
  secret: string;
  reuseIntervalSeconds: number;
  /** Told of each new session. */
  onSignIn: (signIn: SignIn) => void;
  /** The visitor's address, or null inside this process. */
  addressOf: (context: Context) => string | null;
  logError: (error: unknown) => void;
}

export interface AuthLimits {
  signIn: SignInLimits;
  signUp: VisitorLimits;
  /** Ways through another provider that are begun: each is a row until it ends. */
  providerFlow: VisitorLimits;
  passwordChange: PasswordChangeLimits;
  mail: SendLimits;
  text: SendLimits;
}

/** What the routes of the auth service work with; made once, at the start. */
export interface ServiceContext {
  sql: Sql;
  tokens: Tokens;
  sessions: SessionOptions;
  settings: AuthSettings;
  google: GoogleSettings | null;
  samlProviders: readonly SamlProvider[];
  /** Of this service, without a slash at its end. */
  serviceUrl: string;
  siteUrl: string;
  secret: string;
  limits: SignInLimits;
  passwordLimiter: SignInLimiter;
  /** Counts wrong one-time codes. */
  codeLimiter: SignInLimiter;
  signUpLimiter: VisitorLimiter;
  providerFlowLimiter: VisitorLimiter;
  passwordChangeLimiter: PasswordChangeLimiter;
  mailLimiter: SendLimiter;
  textLimiter: SendLimiter;
  sendMail: SendAuthMail | null;
  sendText: SendAuthText | null;
  logError: (error: unknown) => void;
  /** Where the request wants a link to lead, held against the allow-list. */
  redirectTarget(c: Context, asked?: string): string;
  visitorOf(c: Context): Visitor;
  /** @throws AuthError 400 captcha_failed when a captcha is set up and the visitor did not pass it */
  checkCaptcha(c: Context, body: Record<string, unknown>): Promise<void>;
  /** The request's body and all that stands around it. @throws AuthError 400 bad_json, captcha_failed */
  readAsked(c: Context): Promise<Asked>;
}

/** A request as the calls behind a captcha read it. */
export interface Asked {
  body: Record<string, unknown>;
  /** Held against the allow-list. */
  redirectTo: string;
  visitor: Visitor;
}

export function createServiceContext(options: AuthServiceOptions): ServiceContext {
  const { sql, tokens, issuer, limits, siteUrl, redirectOrigins } = options;
  const context: ServiceContext = {
    sql,
    tokens,
    sessions: {
      tokens,
      issuer,
      reuseIntervalSeconds: options.reuseIntervalSeconds,
      onSignIn: options.onSignIn,
    },
    settings: options.settings,
    google: options.google,
    samlProviders: options.samlProviders,
    serviceUrl: issuer,
    siteUrl,
    secret: options.secret,
    limits: limits.signIn,
    passwordLimiter: createSignInLimiter(sql, limits.signIn),
    codeLimiter: createSignInLimiter(sql, limits.signIn, "code"),
    signUpLimiter: createVisitorLimiter(sql, "sign_up", limits.signUp),
    providerFlowLimiter: createVisitorLimiter(sql, "provider_flow", limits.providerFlow),
    passwordChangeLimiter: createPasswordChangeLimiter(sql, limits.passwordChange),
    mailLimiter: createSendLimiter(sql, "mail", limits.mail),
    textLimiter: createSendLimiter(sql, "text", limits.text),
    sendMail: options.sendMail,
    sendText: options.sendText,
    logError: options.logError,
    redirectTarget: (c, asked = c.req.query("redirect_to")) =>
      allowedTarget(asked, { siteUrl, origins: redirectOrigins }),
    visitorOf: (c) => ({ userAgent: c.req.header("user-agent") ?? null, address: options.addressOf(c) }),
    checkCaptcha: async (c, body) => {
      if (!options.captcha || (await isServiceRole(c, tokens))) return;
      await checkCaptcha(options.captcha, body, options.addressOf(c));
    },
    readAsked: async (c) => {
      const body = await parseBody(c);
      await context.checkCaptcha(c, body);
      return { body, redirectTo: context.redirectTarget(c), visitor: context.visitorOf(c) };
    },
  };
  return context;
}
