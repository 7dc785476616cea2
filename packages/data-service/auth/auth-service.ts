import { Hono } from "hono";
import type { Sql } from "../database/connect.ts";
import { isDatabaseAway, isDatabaseError, RETRY_AFTER_SECONDS } from "../database/database-error.ts";
import { limitBody } from "../limit-body.ts";
import { InvalidToken } from "../tokens.ts";
import { createGuards } from "./guards.ts";
import { AuthError, validationFailed } from "./protocol/auth-error.ts";
import { createGoogle, type GoogleSettings } from "./providers/google.ts";
import type { SamlProvider } from "./providers/saml.ts";
import { ROUTES } from "./routes.ts";
import { createServiceContext, type ServiceOptions } from "./service/service-context.ts";

const INTERVAL_MS = 10 * 60 * 1000;

/**
 * Returns a function that deletes expired rows, at most once every ten minutes; each request calls it. Flows are kept a
 * day longer, so that a late user gets an error that says that the flow has expired.
 */
function createCleanup(sql: Sql, logError: (error: unknown) => void): () => void {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    next = Date.now() + INTERVAL_MS;
    void Promise.all([
      sql`delete from auth.rate_limits where expire < ${Date.now()}`,
      sql`delete from auth.one_time_tokens where expires_at < now()`,
      sql`delete from auth.flow_state where expires_at < now() - interval '1 day'`,
      sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
      sql`delete from auth.saml_relay_states where created_at < now() - interval '1 day'`,
    ]).catch(logError);
  };
}

const MAX_BODY_BYTES = 100 * 1024;
const API_VERSION = "2024-01-01";

export interface AuthServiceOptions extends ServiceOptions {
  /** Null without Google login. */
  google: GoogleSettings | null;
  /** Empty without SAML SSO. */
  samlProviders: readonly SamlProvider[];
}

/**
 * Serves `/auth/v1` with the API of Supabase's auth service (supabase/auth, openapi.yaml); `routes.ts` lists the
 * endpoints. Mount it under that path.
 */
export function createAuthService(options: AuthServiceOptions): Hono {
  const { google, samlProviders, issuer, logError } = options;
  const context = {
    ...createServiceContext(options),
    google: google && createGoogle(google, `${issuer}/callback`),
    samlProviders,
  };
  const guards = createGuards(context);
  const cleanup = createCleanup(context.sql, logError);
  const app = new Hono();

  app.use(async (c, next) => {
    if (c.req.header("x-supabase-api-version") === API_VERSION) c.header("x-supabase-api-version", API_VERSION);
    c.header("cache-control", "no-store");
    cleanup();
    await next();
  });
  app.use(
    limitBody(MAX_BODY_BYTES, () => {
      throw new AuthError(413, "validation_failed", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    }),
  );
  app.onError((error, c) => {
    const authError = toAuthError(error);
    if (authError.status >= 500) logError(error);
    if (authError.status === 503) c.header("retry-after", String(RETRY_AFTER_SECONDS));
    c.header("x-sb-error-code", authError.code);
    const isVersion2024 = c.req.header("x-supabase-api-version") === API_VERSION;
    if (isVersion2024) c.header("x-supabase-api-version", API_VERSION);
    return c.json(authError.toJSON(isVersion2024), authError.status as 400);
  });

  for (const { method, path, grant, guard, answer } of ROUTES) {
    app.on(method, path, async (c, next) => {
      if (grant !== null && c.req.query("grant_type") !== grant) return next();
      // The type of the route table ensures that each guard matches its handler.
      const given = (await guards[guard](c)) as never;
      const result = await answer(context, given, c);
      return result instanceof Response ? result : c.json(result);
    });
  }
  return app;
}

/** Maps any error to one that the client may see. */
function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof InvalidToken) {
    return new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
  // The request contains a character that PostgreSQL cannot store (a zero byte).
  if (isDatabaseError(error) && error.code.startsWith("22")) {
    return validationFailed("The request contains text that cannot be stored");
  }
  // After a 503, clients keep their session and retry; a 500 would log users out.
  if (isDatabaseAway(error)) {
    return new AuthError(503, "request_timeout", "Processing this request timed out, please retry after a moment.");
  }
  return new AuthError(500, "unexpected_failure", "Unexpected failure, please check server logs for more information");
}
