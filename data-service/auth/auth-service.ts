import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { RETRY_AFTER_SECONDS } from "../database/database-error.ts";
import { addAdminFactorRoutes } from "./admin-factors.ts";
import { addAdminLinkRoutes } from "./admin-links.ts";
import { addAdminRoutes } from "./admin-users.ts";
import { AuthError } from "./auth-error.ts";
import { addFactorRoutes } from "./factor-routes.ts";
import { addOtpRoutes } from "./otp-routes.ts";
import { signInWithPassword } from "./password-sign-in.ts";
import { addProviderRoutes } from "./provider-routes.ts";
import { parseBody } from "./request-body.ts";
import { type AuthServiceOptions, createServiceContext } from "./service-context.ts";
import { endSessions, refreshSession } from "./sessions.ts";
import { signUp } from "./sign-up.ts";
import { requireSignedIn } from "./signed-in.ts";
import { addSsoRoutes } from "./sso-routes.ts";
import { createSweep } from "./sweep.ts";
import { toAuthError } from "./to-auth-error.ts";
import { updateUser } from "./update-user.ts";
import { describeUser } from "./users.ts";
import { exchangeAuthCode } from "./verification.ts";

const MAX_BODY_BYTES = 100 * 1024;
const API_VERSION = "2024-01-01";

/**
 * `/auth/v1`, answered as Supabase's auth service does (supabase/auth, openapi.yaml).
 * Mount it under that path.
 */
export function createAuthService(options: AuthServiceOptions): Hono {
  const context = createServiceContext(options);
  const { sql, tokens, sessions, settings, logError, readAsked, redirectTarget, visitorOf } = context;
  const sweep = createSweep(sql, logError);
  const app = new Hono();

  app.use(async (c, next) => {
    if (c.req.header("x-supabase-api-version") === API_VERSION)
      c.header("x-supabase-api-version", API_VERSION);
    c.header("cache-control", "no-store");
    sweep();
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
    if (answer.status === 503) c.header("retry-after", String(RETRY_AFTER_SECONDS));
    c.header("x-sb-error-code", answer.code);
    const isVersion2024 = c.req.header("x-supabase-api-version") === API_VERSION;
    if (isVersion2024) c.header("x-supabase-api-version", API_VERSION);
    return c.json(answer.toJSON(isVersion2024), answer.status as 400);
  });
  app.get("/health", (c) =>
    c.json({
      version: "v2",
      name: "GoTrue",
      description: "GoTrue is a user registration and authentication API",
    }),
  );
  app.get("/.well-known/jwks.json", (c) => c.json({ keys: tokens.publicJwks }));
  app.get("/settings", (c) =>
    c.json({
      external: {
        email: true,
        phone: context.sendText !== null,
        google: context.google !== null,
        anonymous_users: false,
      },
      disable_signup: settings.disableSignup,
      mailer_autoconfirm: !settings.confirmEmail,
      phone_autoconfirm: !settings.confirmPhone,
      sms_provider: "",
      saml_enabled: context.samlProviders.length > 0,
      // Of our own: a hosted project has no recovery codes, and says nothing of them.
      mfa_recovery_codes_enabled: true,
    }),
  );

  app.post("/signup", async (c) => c.json(await signUp(context, await readAsked(c))));

  addFactorRoutes(app, context);
  const signInWithIdToken = addProviderRoutes(app, context);
  addSsoRoutes(app, context);

  app.post("/token", async (c) => {
    const grant = c.req.query("grant_type");
    if (grant === "password") return c.json(await signInWithPassword(context, await readAsked(c)));
    const body = await parseBody(c);
    if (grant === "refresh_token") return c.json(await refreshSession(sql, sessions, body["refresh_token"]));
    if (grant === "pkce") return c.json(await exchangeAuthCode(sql, sessions, body, visitorOf(c)));
    if (grant === "id_token") return c.json(await signInWithIdToken(c, body));
    if (grant === "web3") throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  });

  addOtpRoutes(app, context);
  addAdminRoutes(app, context);
  addAdminFactorRoutes(app, context);
  addAdminLinkRoutes(app, context);

  app.get("/user", async (c) => {
    const { user } = await requireSignedIn(c, sql, tokens);
    return c.json(await describeUser(sql, user));
  });

  app.put("/user", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    const asked = { body: await parseBody(c), redirectTo: redirectTarget(c), visitor: visitorOf(c) };
    return c.json(await describeUser(sql, await updateUser(context, signedIn, asked)));
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

  // A mounted app's own `notFound` is never asked.
  app.all("*", () => {
    throw new AuthError(404, "validation_failed", "404 page not found");
  });
  return app;
}
