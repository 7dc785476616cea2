import { join, resolve } from "node:path";
import { type AuthSettings, defaultAuthSettings } from "@calabash/data-service/auth";
import { hostUrlsOf, MIN_CONNECTIONS } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { z } from "zod";
import { ORDER_TEXT_KINDS, type OrderTextKind } from "#app/features/order-texts/order-texts.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import { bucketKeysOf, bucketOf, bucketVariables } from "./bucket-settings.ts";
import type { KeysSecret } from "./keys.ts";
import { limitsOf, limitVariables } from "./limit-variables.ts";
import { readSamlProviders } from "./saml-providers.ts";
import { trustedProxies } from "./trusted-proxies.ts";
import { count, httpUrl, numberIn, optional, wholeNumber, withDefault } from "./variable-shapes.ts";

const share = numberIn(z.number({ error: "must be a number" }).max(1, { error: "must be at most 1" }));
const flag = z.enum(["0", "1"]).transform((text) => text === "1");
const trueOrFalse = z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1");
const origin = httpUrl.transform((text) => new URL(text).origin);

const mapTileUrl = z
  .string()
  .regex(/^https?:\/\/[^/]+\/.*\{z\}/, { error: "must be an http or https address with {z}, {x} and {y}" });

const twilioSender = z
  .string()
  .regex(/^(\+[1-9]\d{1,14}|MG[0-9a-f]{32})$/, {
    error: "must be a number like +15550100 or the id of a messaging service (MG…)",
  });

const whatsappTemplates = z.string().transform((text, context) => {
  const templates: Partial<Record<OrderTextKind, string>> = {};
  for (const part of text.split(",")) {
    const [, name = "", id] = /^\s*(\w+)=(HX[0-9a-f]{32})\s*$/.exec(part) ?? [];
    const kind = ORDER_TEXT_KINDS.find((each) => each === name);
    if (kind === undefined || id === undefined) {
      context.addIssue({
        code: "custom",
        message: `must be a list like ready=HX…,refund=HX…; “${part}” is not an entry`,
      });
      return z.NEVER;
    }
    templates[kind] = id;
  }
  return templates;
});

const databaseUrl = z.string().superRefine((text, context) => {
  try {
    hostUrlsOf(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: messageOf(error) });
  }
});

/** All environment variables; `.env.example` describes them. */
const variables = z.object({
  PORT: withDefault(wholeNumber(1, 65535), 3000),
  HOST: withDefault(z.string(), "127.0.0.1"),
  DATA_DIR: withDefault(z.string(), ".data"),
  SHOP_KEYS: optional(z.string()),
  SHOP_KEYS_FILE: optional(z.string()),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_POOL_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })),
  DATABASE_CONNECTIONS: optional(wholeNumber(MIN_CONNECTIONS, 1000)),
  SHOP_MODE: withDefault(z.enum(["demo", "empty", "live"]), "demo"),
  SHOP_OPEN_TOOLS: withDefault(trueOrFalse, "false"),
  PUBLIC_ORIGIN: optional(origin),
  MAP_TILE_URL: withDefault(mapTileUrl, "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
  TRUST_PROXY: withDefault(trustedProxies, "0"),
  DRAIN_SECONDS: withDefault(wholeNumber(0, 600), 0),
  SUPABASE_URL: optional(origin),
  SUPABASE_ANON_KEY: optional(z.string()),
  SUPABASE_SERVICE_ROLE_KEY: optional(z.string()),
  SUPABASE_IMAGE_TRANSFORMATIONS: optional(z.enum(["true", "false"])),
  STRIPE_SECRET_KEY: optional(z.string().startsWith("sk_")),
  STRIPE_PUBLISHABLE_KEY: optional(z.string().startsWith("pk_")),
  STRIPE_WEBHOOK_SECRET: optional(z.string().startsWith("whsec_")),
  STRIPE_API_URL: withDefault(origin, "https://api.stripe.com"),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })),
  MAIL_FROM: optional(z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, { error: "must hold an e-mail address" })),
  BACKUPS: optional(z.enum(["nightly", "off"])),
  ...bucketVariables,
  LOG_FORMAT: optional(z.enum(["text", "json"])),
  LOG_REQUESTS: withDefault(z.enum(["all", "some", "none"]), "some"),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  OTEL_TRACES_SAMPLER_ARG: withDefault(share, 1),
  OTEL_SERVICE_NAME: withDefault(z.string(), "calabash"),
  OTEL_SDK_DISABLED: withDefault(trueOrFalse, "false"),
  METRICS_TOKEN: optional(z.string().min(16, { error: "must have at least 16 characters" })),
  LIMIT_ORDERS_PER_SECOND: optional(count),
  ...limitVariables,
  MAILBOX_MESSAGES: withDefault(count, 200),
  AUTH_CONFIRM_EMAIL: withDefault(flag, "0"),
  AUTH_CONFIRM_PHONE: withDefault(flag, "1"),
  AUTH_DISABLE_SIGNUP: withDefault(flag, "0"),
  AUTH_DOUBLE_CONFIRM_EMAIL_CHANGE: withDefault(flag, "1"),
  AUTH_SECURE_PASSWORD_CHANGE: withDefault(flag, "0"),
  AUTH_REQUIRE_CURRENT_PASSWORD: withDefault(flag, "1"),
  AUTH_MIN_PASSWORD_LENGTH: optional(wholeNumber(6, 72)),
  AUTH_REFUSE_COMMON_PASSWORDS: withDefault(flag, "1"),
  AUTH_TEXT_PREFIXES: withDefault(z.string().regex(/^[1-9]\d*(,[1-9]\d*)*$/), "1"),
  CAPTCHA_SECRET: optional(z.string()),
  CAPTCHA_SITE_KEY: optional(z.string()),
  CAPTCHA_VERIFY_URL: withDefault(httpUrl, "https://challenges.cloudflare.com/turnstile/v0/siteverify"),
  TWILIO_ACCOUNT_SID: optional(z.string()),
  TWILIO_AUTH_TOKEN: optional(z.string()),
  TWILIO_FROM: optional(twilioSender),
  TWILIO_WHATSAPP_FROM: optional(twilioSender),
  TWILIO_WHATSAPP_TEMPLATES: optional(whatsappTemplates),
  TWILIO_API_URL: withDefault(origin, "https://api.twilio.com"),
  AUTH_ADMIN_REQUIRES_MFA: optional(flag),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER: withDefault(httpUrl, "https://accounts.google.com"),
  SAML_PROVIDERS: optional(z.string()),
  REFRESH_TOKEN_REUSE_SECONDS: withDefault(wholeNumber(0), 10),
});

export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Requests that get a log line; logins, rejections, and staff changes are always logged. */
export type LoggedRequests = "all" | "some" | "none";

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A phone number in E.164, or the id of a messaging service ("MG…"). */
  from: string;
  /** WhatsApp sender of order texts, and the ids of its approved templates; null if not configured. */
  whatsapp: { from: string; templates: Partial<Record<OrderTextKind, string>> } | null;
  /** Base URL without a trailing slash; Twilio's own except in tests. */
  apiUrl: string;
}

export type ShopMode = "demo" | "empty" | "live";
export type Environment = ReturnType<typeof readEnvironment>;

/**
 * Reads the environment variables once, at the start.
 * @param options.isTerminal whether standard output is a terminal
 * @throws StartError naming the invalid variable, or those missing from a set
 */
export function readEnvironment(
  source: Record<string, string | undefined>,
  { isTerminal = process.stdout.isTTY ?? false }: { isTerminal?: boolean } = {},
) {
  const env = parseVariables(source);
  const supabase = wholeSet("Supabase", {
    SUPABASE_URL: env.SUPABASE_URL,
    SUPABASE_ANON_KEY: env.SUPABASE_ANON_KEY,
    SUPABASE_SERVICE_ROLE_KEY: env.SUPABASE_SERVICE_ROLE_KEY,
  });
  const captcha = supabase
    ? null
    : wholeSet("captcha", { CAPTCHA_SECRET: env.CAPTCHA_SECRET, CAPTCHA_SITE_KEY: env.CAPTCHA_SITE_KEY });
  const stripe = wholeSet("Stripe", {
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: env.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
  });
  const smtp = wholeSet("mail", { SMTP_URL: env.SMTP_URL, MAIL_FROM: env.MAIL_FROM });
  const google = wholeSet("Google", {
    GOOGLE_CLIENT_ID: env.GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET: env.GOOGLE_CLIENT_SECRET,
  });
  const twilio = wholeSet("Twilio", {
    TWILIO_ACCOUNT_SID: env.TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: env.TWILIO_AUTH_TOKEN,
    TWILIO_FROM: env.TWILIO_FROM,
  });
  const backupBucket = wholeSet("backup", bucketKeysOf("BACKUP", env));
  const imageBucket = wholeSet("storage", bucketKeysOf("STORAGE", env));
  requireConsistent(env, { supabase, smtp, stripe, twilio, imageBucket });
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    /** Null if the keys are in `DATA_DIR/keys.json`. */
    keysSecret: keysSecretOf(env.SHOP_KEYS, env.SHOP_KEYS_FILE),
    /** May contain several hosts. */
    databaseUrl: env.DATABASE_URL,
    /** URL of a transaction pooler for that server. */
    databasePoolUrl: env.DATABASE_POOL_URL,
    /** Number of connections of this process for requests and logins; undefined for the default. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** `empty`: a store without goods, to set up with the payment sandbox. */
    shopMode: env.SHOP_MODE,
    /** Whether nightly backups go to `DATA_DIR/backups`: not those of a hosted project or of demo data. */
    hasNightlyBackups: !supabase && (env.BACKUPS ?? (env.SHOP_MODE === "live" ? "nightly" : "off")) === "nightly",
    /** Bucket for copies of each backup; null keeps them in that folder only. */
    backupBucket: bucketOf("BACKUP", backupBucket, env),
    /** Bucket for uploaded images, which all processes share; null keeps them in `DATA_DIR/storage`. */
    imageBucket: bucketOf("STORAGE", imageBucket, env),
    /** Whether other machines may use the local mailbox and the payment sandbox's pages. */
    hasOpenTools: env.SHOP_OPEN_TOOLS,
    publicOrigin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
    mapTileUrl: env.MAP_TILE_URL,
    /** Whether any proxy is trusted to report client addresses. */
    trustsProxy: env.TRUST_PROXY !== 0,
    trustedProxies: env.TRUST_PROXY,
    /** Time after the stop signal in which the process still serves, while `/readyz` reports that it is not ready. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Null with the local data service. */
    supabase: supabase && {
      url: supabase.SUPABASE_URL,
      anonKey: supabase.SUPABASE_ANON_KEY,
      serviceRoleKey: supabase.SUPABASE_SERVICE_ROLE_KEY,
    },
    /** Whether the data service resizes images; depends on the plan of a hosted project, so it must be set. */
    hasPictureSizes: (env.SUPABASE_IMAGE_TRANSFORMATIONS ?? String(supabase === null)) === "true",
    /** Null with the payment sandbox. */
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      publishableKey: stripe.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
    },
    /** Null with the local mailbox, or for a live store without email. */
    smtp: smtp && { smtpUrl: smtp.SMTP_URL, from: smtp.MAIL_FROM },
    /** Null with the local mailbox, or for a live store without text messages. */
    twilio: twilio && {
      accountSid: twilio.TWILIO_ACCOUNT_SID,
      authToken: twilio.TWILIO_AUTH_TOKEN,
      from: twilio.TWILIO_FROM,
      whatsapp: env.TWILIO_WHATSAPP_FROM
        ? { from: env.TWILIO_WHATSAPP_FROM, templates: env.TWILIO_WHATSAPP_TEMPLATES ?? {} }
        : null,
      apiUrl: env.TWILIO_API_URL,
    },
    /** Null without a captcha. */
    captcha: captcha && { secret: captcha.CAPTCHA_SECRET, verifyUrl: env.CAPTCHA_VERIFY_URL },
    /** Public captcha key for the pages; a hosted project verifies the responses itself. */
    captchaSiteKey: env.CAPTCHA_SITE_KEY ?? null,
    /** Whether admins have their permissions only after MFA: by default in a live store. A hosted project stores it. */
    adminsNeedMfa: env.AUTH_ADMIN_REQUIRES_MFA ?? (env.SHOP_MODE === "live" && !supabase),
    /** Null without Google sign-in. */
    google: google && {
      clientId: google.GOOGLE_CLIENT_ID,
      clientSecret: google.GOOGLE_CLIENT_SECRET,
      issuer: env.GOOGLE_ISSUER,
    },
    /** Identity providers of companies whose employees log in with SAML. */
    samlProviders: readSamlProviders(env.SAML_PROVIDERS),
    auth: authSettingsOf(env),
    /** Maximum messages in the local mailbox. */
    mailboxMessages: env.MAILBOX_MESSAGES,
    // A log collector usually reads a live store's output, and a person a demo store's.
    logFormat: env.LOG_FORMAT ?? (env.SHOP_MODE === "live" && !isTerminal ? "json" : "text"),
    logRequests: env.LOG_REQUESTS,
    /** Share of requests that are traced, from 0 to 1, and the service name of the traces; null without a collector. */
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT && !env.OTEL_SDK_DISABLED
        ? { ratio: env.OTEL_TRACES_SAMPLER_ARG, serviceName: env.OTEL_SERVICE_NAME }
        : null,
    /** Bearer token with which other machines may read `/metrics`; null allows only this machine. */
    metricsToken: env.METRICS_TOKEN ?? null,
    limits: limitsOf(env),
    /** Orders per second that this process accepts before further ones wait in line; null for no limit. */
    ordersPerSecond: env.LIMIT_ORDERS_PER_SECOND ?? null,
    refreshTokenReuseSeconds: env.REFRESH_TOKEN_REUSE_SECONDS,
  };
}

function parseVariables(source: Record<string, string | undefined>) {
  const parsed = variables.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new StartError(
      `Invalid environment variables. ${problems.join("; ")}.`,
      "See .env.example for the allowed values.",
    );
  }
  return parsed.data;
}

function authSettingsOf(env: z.infer<typeof variables>): AuthSettings {
  return {
    confirmEmail: env.AUTH_CONFIRM_EMAIL,
    confirmPhone: env.AUTH_CONFIRM_PHONE,
    disableSignup: env.AUTH_DISABLE_SIGNUP,
    doubleConfirmEmailChange: env.AUTH_DOUBLE_CONFIRM_EMAIL_CHANGE,
    securePasswordChange: env.AUTH_SECURE_PASSWORD_CHANGE,
    requireCurrentPassword: env.AUTH_REQUIRE_CURRENT_PASSWORD,
    minPasswordLength: env.AUTH_MIN_PASSWORD_LENGTH ?? (env.SHOP_MODE === "live" ? 8 : 6),
    rejectCommonPasswords: env.AUTH_REFUSE_COMMON_PASSWORDS,
    textPrefixes: env.AUTH_TEXT_PREFIXES.split(","),
    passwordCost: defaultAuthSettings.passwordCost,
  };
}

/** @throws StartError for the first combination of variables that cannot work */
function requireConsistent(
  env: z.infer<typeof variables>,
  {
    supabase,
    smtp,
    stripe,
    twilio,
    imageBucket,
  }: Record<"supabase" | "smtp" | "stripe" | "twilio" | "imageBucket", object | null>,
): void {
  const rules: readonly [isBroken: unknown, message: string, remedy: string][] = [
    [
      env.DATABASE_POOL_URL && !env.DATABASE_URL,
      "DATABASE_POOL_URL needs DATABASE_URL: migrations, locks, and notifications go to the server itself.",
      "Set DATABASE_URL to the server's own address.",
    ],
    [
      !twilio && (env.TWILIO_WHATSAPP_FROM || env.TWILIO_WHATSAPP_TEMPLATES),
      "TWILIO_WHATSAPP_FROM and TWILIO_WHATSAPP_TEMPLATES need a Twilio account.",
      "Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM, too.",
    ],
    [
      supabase && imageBucket,
      "A hosted project stores images in its own storage.",
      "Unset the STORAGE_S3 variables, or the SUPABASE ones.",
    ],
    [
      env.AUTH_CONFIRM_EMAIL && env.SHOP_MODE === "live" && !smtp && !supabase,
      "AUTH_CONFIRM_EMAIL=1 needs a mail server.",
      "Set SMTP_URL and MAIL_FROM, or set AUTH_CONFIRM_EMAIL=0.",
    ],
    [
      supabase && env.AUTH_ADMIN_REQUIRES_MFA,
      "AUTH_ADMIN_REQUIRES_MFA does not apply to a hosted Supabase project.",
      "Unset it, and run in the hosted database: " +
        "insert into private.shop_facts (name, value) values ('admins_need_second_step', 'true');",
    ],
    [
      env.SHOP_MODE === "live" && !stripe,
      "A live store needs Stripe keys.",
      "Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET, or keep SHOP_MODE=demo.",
    ],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw new StartError(broken[1], broken[2]);
}

function keysSecretOf(keys: string | undefined, file: string | undefined): KeysSecret | null {
  if (keys !== undefined && file !== undefined) {
    throw new StartError("SHOP_KEYS and SHOP_KEYS_FILE are both set.", "Set only one of them.");
  }
  if (keys !== undefined) return { variable: "SHOP_KEYS", value: keys };
  return file === undefined ? null : { variable: "SHOP_KEYS_FILE", value: resolve(file) };
}

export function backupFolder(environment: Environment): string {
  return join(environment.dataDir, "backups");
}

/**
 * Requires all variables of a set or none, because an incomplete set would silently run the store with a local
 * replacement.
 */
function wholeSet<Names extends string>(
  what: string,
  set: Record<Names, string | undefined>,
): Record<Names, string> | null {
  if (isWhole(set)) return set;
  const names = keysOf(set);
  const missing = names.filter((name) => set[name] === undefined);
  if (missing.length === names.length) return null;
  throw new StartError(
    `The ${what} variables are incomplete: ${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing.`,
    `Set all of ${names.join(", ")}, or none to use the local replacement.`,
  );
}

function isWhole<Names extends string>(set: Record<Names, string | undefined>): set is Record<Names, string> {
  return keysOf(set).every((name) => set[name] !== undefined);
}
