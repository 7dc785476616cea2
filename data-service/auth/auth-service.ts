import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Sql } from "../database/connect.ts";
import type { Tokens } from "../tokens.ts";
import { AuthError } from "./auth-error.ts";
import type { SendAuthMail } from "./mail.ts";
import { createMailLimiter, type MailLimits } from "./mail-limits.ts";
import { signInWithPassword, signUp } from "./password-sign-in.ts";
import { startRecovery } from "./recovery.ts";
import { allowedTarget } from "./redirects.ts";
import { parseBody } from "./request-body.ts";
import { endSessions, refreshSession, type SessionOptions, type Visitor } from "./sessions.ts";
import { createSignInLimiter, type SignInLimits } from "./sign-in-limits.ts";
import { requireSignedIn } from "./signed-in.ts";
import { toAuthError } from "./to-auth-error.ts";
import { updateUser } from "./update-user.ts";
import { listIdentities, presentUser } from "./users.ts";
import { exchangeAuthCode, followLink, verifyToken } from "./verification.ts";

const MAX_BODY_BYTES = 100 * 1024;
const API_VERSION = "2024-01-01";

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
  limits: SignInLimits;
  mailLimits: MailLimits;
  /** Null: no mail can be sent. */
  sendMail: SendAuthMail | null;
  /** Known to every process of the project; makes the hashes of one-time codes. */
  secret: string;
  reuseIntervalSeconds: number;
  /** The visitor's address, or null inside this process. */
  addressOf: (context: Context) => string | null;
  logError: (error: unknown) => void;
}

/**
 * `/auth/v1`, answered as Supabase's auth service does (supabase/auth, openapi.yaml).
 * Mount it under that path.
 */
export function createAuthService(options: AuthServiceOptions): Hono {
  const { sql, tokens, issuer, limits, reuseIntervalSeconds, addressOf, logError, secret } = options;
  const sessions: SessionOptions = { tokens, issuer, reuseIntervalSeconds };
  const passwords = { sql, sessions, limiter: createSignInLimiter(sql, limits) };
  const mailLimiter = createMailLimiter(sql, options.mailLimits);
  const verification = { sql, sessions, secret, limiter: createSignInLimiter(sql, limits, "code") };
  const app = new Hono();

  app.use(async (c, next) => {
    if (c.req.header("x-supabase-api-version") === API_VERSION)
      c.header("x-supabase-api-version", API_VERSION);
    c.header("cache-control", "no-store");
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new AuthError(413, "validation_failed", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
      },
    }),
  );
  app.onError((error, c) => {
    const answer = toAuthError(error);
    if (answer.status >= 500) logError(error);
    c.header("x-sb-error-code", answer.code);
    const isVersion2024 = c.req.header("x-supabase-api-version") === API_VERSION;
    if (isVersion2024) c.header("x-supabase-api-version", API_VERSION);
    return c.json(answer.toJSON(isVersion2024), answer.status as 400);
  });
  app.notFound((c) =>
    c.json(new AuthError(404, "validation_failed", "404 page not found").toJSON(false), 404),
  );

  app.get("/health", (c) =>
    c.json({
      version: "v2",
      name: "GoTrue",
      description: "GoTrue is a user registration and authentication API",
    }),
  );
  app.get("/.well-known/jwks.json", (c) => c.json({ keys: [tokens.publicJwk] }));
  app.get("/settings", (c) =>
    c.json({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
    }),
  );

  app.post("/signup", async (c) => c.json(await signUp(passwords, await parseBody(c), visitorOf(c))));

  app.post("/token", async (c) => {
    const grant = c.req.query("grant_type");
    const body = await parseBody(c);
    if (grant === "password") return c.json(await signInWithPassword(passwords, body, visitorOf(c)));
    if (grant === "refresh_token") return c.json(await refreshSession(sql, sessions, body["refresh_token"]));
    if (grant === "pkce") return c.json(await exchangeAuthCode(sql, sessions, body, visitorOf(c)));
    throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  });

  app.post("/recover", async (c) => {
    const body = await parseBody(c);
    await startRecovery(
      { sql, limiter: mailLimiter, sendMail: options.sendMail, secret, serviceUrl: issuer, logError },
      { body, redirectTo: redirectTarget(c), address: addressOf(c) },
    );
    return c.json({});
  });

  app.get("/verify", async (c) => {
    // Programs that look at links before people do ask by HEAD; that must not use them up.
    if (c.req.method === "HEAD") return c.body(null, 405, { allow: "GET, POST" });
    const { token = "", type = "" } = c.req.query();
    const link = { token, type, redirectTo: redirectTarget(c) };
    return c.redirect(await followLink(verification, link, visitorOf(c)), 303);
  });

  app.post("/verify", async (c) => c.json(await verifyToken(verification, await parseBody(c), visitorOf(c))));

  app.get("/user", async (c) => {
    const { user } = await requireSignedIn(c, sql, tokens);
    return c.json(presentUser(user, await listIdentities(sql, user.id)));
  });

  app.put("/user", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    const user = await updateUser(sql, signedIn, await parseBody(c));
    return c.json(presentUser(user, await listIdentities(sql, user.id)));
  });

  app.post("/logout", async (c) => {
    const scope = c.req.query("scope") ?? "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw new AuthError(400, "validation_failed", `Unsupported logout scope "${scope}"`);
    }
    const { user, sessionId } = await requireSignedIn(c, sql, tokens);
    await endSessions(sql, scope, user.id, sessionId);
    return c.body(null, 204);
  });

  // Until a provider can be configured, each is answered as a disabled one.
  app.get("/authorize", () => {
    throw new AuthError(400, "validation_failed", "Unsupported provider: provider is not enabled");
  });

  return app;

  function redirectTarget(c: Context): string {
    const { siteUrl, redirectOrigins } = options;
    return allowedTarget(c.req.query("redirect_to"), { siteUrl, origins: redirectOrigins });
  }

  function visitorOf(c: Context): Visitor {
    return { userAgent: c.req.header("user-agent") ?? null, address: addressOf(c) };
  }
}
