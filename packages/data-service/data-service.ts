import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { JWK } from "jose";
import { createAuthService } from "./auth/auth-service.ts";
import type { CaptchaSettings } from "./auth/limits/captcha.ts";
import type { GoogleSettings } from "./auth/providers/google.ts";
import type { SamlProvider } from "./auth/providers/saml.ts";
import type { SendAuthMail, SendAuthText } from "./auth/service/auth-mail.ts";
import type { AuthSettings } from "./auth/service/auth-settings.ts";
import type { AuthLimits } from "./auth/service/service-context.ts";
import type { RequestContext } from "./caller.ts";
import type { Database } from "./database/open-database.ts";
import type { DataServiceEvent } from "./events.ts";
import { firstKeyOf } from "./project-keys.ts";
import type { AdmitCall } from "./rest/admit-call.ts";
import { type CallFunction, createFunctionCaller } from "./rest/call-function.ts";
import type { ReadDirectly } from "./rest/read-rows.ts";
import type { RestLimits } from "./rest/rest-limits.ts";
import { createRestService } from "./rest/rest-service.ts";
import type { SchemaCache } from "./rest/schema-cache.ts";
import type { ObjectFiles } from "./storage/object-files.ts";
import type { PictureSettings } from "./storage/picture-settings.ts";
import { openPictureSizes } from "./storage/picture-sizes.ts";
import { createStorageService } from "./storage/storage-service.ts";
import { createTokens } from "./tokens.ts";

export interface DataServiceOptions {
  database: Database;
  /** Exposed schema, read after the migrations. */
  schema: SchemaCache;
  signingKey: JWK;
  /** Complete keys that signed before; the oldest is last. */
  retiredKeys?: readonly JWK[];
  /** Key that other processes may already sign with, or that this one will sign with next. */
  nextKey?: JWK;
  /** First key, whose private part encrypts stored data; by default the oldest of the others. */
  rootKey?: JWK;
  /** Stored files; `createObjectFiles` keeps them in a folder. */
  files: ObjectFiles;
  /** Folder of this machine that caches images in other sizes. */
  sizesFolder: string;
  /** URL of the store, for the `iss` claim and for links in emails. */
  origin: string;
  /** Other origins of the store to which links in emails may redirect. */
  redirectOrigins: readonly string[];
  authSettings: AuthSettings;
  authLimits: AuthLimits;
  restLimits: RestLimits;
  /** Decides which function calls must wait in line; by default none. */
  admitCall?: AdmitCall | undefined;
  pictures: PictureSettings;
  /** Null without a mail server. */
  sendMail: SendAuthMail | null;
  /** Null without an SMS provider, which disables login by phone. */
  sendText: SendAuthText | null;
  /** Null without captcha. */
  captcha: CaptchaSettings | null;
  /** Null without Google login. */
  google: GoogleSettings | null;
  /** Companies whose employees log in with SAML SSO. */
  samlProviders: readonly SamlProvider[];
  /** Seconds in which a rotated refresh token may be used again. */
  refreshTokenReuseSeconds: number;
  /** Returns the client address, or null for a call within the process. */
  addressOf: (context: RequestContext) => string | null;
  /** Calls back once the response is sent or the client has disconnected. */
  onAnswered: (context: RequestContext, callback: () => void) => void;
  /** Receives logins and timeouts. Statements are reported to the `observe` option of `openDatabase`. */
  observe: (event: DataServiceEvent) => void;
  logError: (error: unknown) => void;
}

export interface DataService {
  /** Serves `/rest/v1`, `/auth/v1` and `/storage/v1`. */
  app: Hono;
  readDirectly: ReadDirectly;
  /** Calls a function without a request, for the process itself. */
  call: CallFunction;
}

const EXPOSED_HEADERS = ["content-range", "link", "x-total-count", "x-supabase-api-version", "x-sb-error-code"];
const OPEN_HEADERS = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED_HEADERS.join(",") };

/** Creates a Supabase-compatible service for one project. */
export async function createDataService(options: DataServiceOptions): Promise<DataService> {
  const { database, schema, observe, logError, signingKey, retiredKeys = [], nextKey } = options;
  const issuer = `${options.origin}/auth/v1`;
  const tokens = await createTokens({
    signingKey,
    retiredKeys: nextKey ? [nextKey, ...retiredKeys] : retiredKeys,
    issuer,
  });
  const { files } = options;
  // Private part of the first key. It is not in the database, and data encrypted or signed with it stays valid under a
  // new key.
  const secret = firstKeyOf(options).d ?? "";
  const app = new Hono();
  // Like a hosted project: any origin may call, and the token alone grants access.
  const openToAllPages = allowAllOrigins({
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: 3600,
  });
  for (const path of ["/rest/v1/*", "/auth/v1/*", "/storage/v1/*"]) app.use(path, openToAllPages);
  const rest = createRestService({
    sql: database.requests,
    tokens,
    schema,
    limits: options.restLimits,
    admitCall: options.admitCall,
    addressOf: options.addressOf,
    onAnswered: options.onAnswered,
    observe,
    logError,
  });
  app.route("/rest/v1", rest.app);
  app.route(
    "/auth/v1",
    createAuthService({
      sql: database.auth,
      tokens,
      issuer,
      siteUrl: options.origin,
      redirectOrigins: options.redirectOrigins,
      settings: options.authSettings,
      limits: options.authLimits,
      sendMail: options.sendMail,
      sendText: options.sendText,
      captcha: options.captcha,
      google: options.google,
      samlProviders: options.samlProviders,
      secret,
      reuseIntervalSeconds: options.refreshTokenReuseSeconds,
      addressOf: options.addressOf,
      observe,
      logError,
    }),
  );
  app.route(
    "/storage/v1",
    createStorageService({
      sql: database.requests,
      tokens,
      files,
      pictureSizes: await openPictureSizes(options.sizesFolder, files, options.pictures, logError),
      pictureSettings: options.pictures,
      addressOf: options.addressOf,
      secret,
      logError,
    }),
  );
  const { admitCall } = options;
  const readDirectly: ReadDirectly = async (...request) => {
    const { headers, ...response } = await rest.readDirectly(...request);
    return { ...response, headers: { ...headers, ...OPEN_HEADERS } };
  };
  return { app, readDirectly, call: createFunctionCaller({ sql: database.requests, tokens, schema, admitCall }) };
}

/**
 * Like Hono's CORS for any origin, but adds the headers after the response is created: accessing `c.res` earlier makes
 * Hono copy the response, with its body as a stream.
 */
function allowAllOrigins(options: {
  allowMethods: string[];
  exposeHeaders: string[];
  maxAge: number;
}): MiddlewareHandler {
  const preflight = cors({ origin: "*", ...options });
  return async (c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next);
    await next();
    for (const [name, value] of Object.entries(OPEN_HEADERS)) c.res.headers.set(name, value);
    return undefined;
  };
}
