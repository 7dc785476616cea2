import { join } from "node:path";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { JWK } from "jose";
import { createAuthService } from "./auth/auth-service.ts";
import type { SendAuthMail } from "./auth/mail.ts";
import type { MailLimits } from "./auth/mail-limits.ts";
import type { SignInLimits } from "./auth/sign-in-limits.ts";
import type { Database } from "./database/open-database.ts";
import { createRestService } from "./rest/rest-service.ts";
import { readSchema } from "./rest/schema-cache.ts";
import { createObjectFiles } from "./storage/object-files.ts";
import { createPictureSizes } from "./storage/picture-sizes.ts";
import { createStorageService } from "./storage/storage-service.ts";
import { createTokens } from "./tokens.ts";

export interface DataServiceOptions {
  database: Database;
  signingKey: JWK;
  /** Folder of the stored pictures. */
  filesFolder: string;
  /** The shop's address, for the `iss` claim and the links in mails. */
  origin: string;
  /** Other origins of the shop: links in mails may lead back to them too. */
  redirectOrigins: readonly string[];
  signInLimits: SignInLimits;
  mailLimits: MailLimits;
  /** Null when nobody set up how mail leaves. */
  sendMail: SendAuthMail | null;
  /** Seconds in which a just rotated refresh token may come again. */
  refreshTokenReuseSeconds: number;
  /** The visitor's address, or null inside this process. */
  addressOf: (context: Context) => string | null;
  logError: (error: unknown) => void;
}

/**
 * A Supabase-compatible service for one project: `/rest/v1`, `/auth/v1` and `/storage/v1`.
 * The schema is read once, so apply migrations first.
 */
export async function createDataService(options: DataServiceOptions): Promise<Hono> {
  const { database, logError } = options;
  const tokens = await createTokens(options.signingKey);
  const schema = await readSchema(database.admin);
  const app = new Hono();
  // As a hosted project: any page may call, and what it may do hangs on the token alone.
  const openToAllPages = cors({
    origin: "*",
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposeHeaders: ["content-range", "x-supabase-api-version", "x-sb-error-code"],
    maxAge: 3600,
  });
  for (const path of ["/rest/v1/*", "/auth/v1/*", "/storage/v1/*"]) app.use(path, openToAllPages);
  app.route("/rest/v1", createRestService({ sql: database.requests, tokens, schema, logError }));
  app.route(
    "/auth/v1",
    createAuthService({
      sql: database.auth,
      tokens,
      issuer: `${options.origin}/auth/v1`,
      siteUrl: options.origin,
      redirectOrigins: options.redirectOrigins,
      limits: options.signInLimits,
      mailLimits: options.mailLimits,
      sendMail: options.sendMail,
      // The private part of the key: whoever reads the database alone does not know it.
      secret: options.signingKey.d ?? "",
      reuseIntervalSeconds: options.refreshTokenReuseSeconds,
      addressOf: options.addressOf,
      logError,
    }),
  );
  app.route(
    "/storage/v1",
    createStorageService({
      sql: database.requests,
      tokens,
      files: createObjectFiles(options.filesFolder),
      pictureSizes: createPictureSizes(join(options.filesFolder, "sizes")),
      logError,
    }),
  );
  return app;
}
