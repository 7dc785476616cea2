import { join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "#data-service/start-error.ts";

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsAbsent, schema.optional());
const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: z.input<Schema>) =>
  z.preprocess((value) => (value === undefined || value === "" ? fallback : value), schema);
const count = z.coerce.number().int().min(1);

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((text) => new URL(text).origin);

const mapTileUrl = z.string().regex(/^https?:\/\/[^/]+\/.*\{z\}/, {
  error: "must be an http or https address with {z}, {x} and {y}",
});

/** Every variable that the shop reads; `.env.example` says what each is for. */
const variables = z.object({
  PORT: withDefault(z.coerce.number().int().min(1).max(65535), 3000),
  HOST: withDefault(z.string(), "127.0.0.1"),
  DATA_DIR: withDefault(z.string(), ".data"),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })),
  SHOP_MODE: withDefault(z.enum(["demo", "live"]), "demo"),
  PUBLIC_ORIGIN: optional(origin),
  MAP_TILE_URL: withDefault(mapTileUrl, "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
  TRUST_PROXY: withDefault(z.enum(["0", "1"]), "0"),
  SUPABASE_URL: optional(origin),
  SUPABASE_ANON_KEY: optional(z.string()),
  SUPABASE_SERVICE_ROLE_KEY: optional(z.string()),
  STRIPE_SECRET_KEY: optional(z.string().startsWith("sk_")),
  STRIPE_PUBLISHABLE_KEY: optional(z.string().startsWith("pk_")),
  STRIPE_WEBHOOK_SECRET: optional(z.string().startsWith("whsec_")),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })),
  MAIL_FROM: optional(
    z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, { error: "must hold an e-mail address" }),
  ),
  LIMIT_SIGN_IN_FAILURES: withDefault(count, 10),
  LIMIT_SIGN_IN_FAILURES_WIDE: withDefault(count, 100),
  LIMIT_SIGN_IN_SECONDS: withDefault(count, 900),
  LIMIT_MAIL_INTERVAL_SECONDS: withDefault(count, 60),
  LIMIT_MAILS: withDefault(count, 30),
  LIMIT_MAILS_SECONDS: withDefault(count, 3600),
  LIMIT_PAYMENT_INTENTS: withDefault(count, 30),
  LIMIT_PAYMENT_INTENTS_SECONDS: withDefault(count, 600),
  REFRESH_TOKEN_REUSE_SECONDS: withDefault(z.coerce.number().int().min(0), 10),
});

export interface Environment {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  shopMode: "demo" | "live";
  publicOrigin: string;
  mapTileUrl: string;
  trustsProxy: boolean;
  /** Null: the local data service. */
  supabase: { url: string; anonKey: string; serviceRoleKey: string } | null;
  /** Null: the sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
  /** Null: the local mailbox, or none when the shop is live. */
  smtp: { smtpUrl: string; from: string } | null;
  limits: {
    mail: { intervalSeconds: number; maxPerAddress: number; perAddressSeconds: number };
    signIn: { maxFailures: number; maxFailuresWide: number; seconds: number };
    paymentIntents: { maxCount: number; seconds: number };
  };
  refreshTokenReuseSeconds: number;
}

/**
 * Reads the environment once, at the start.
 * @throws StartError naming the variable that is wrong, or the missing half of a set
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const parsed = variables.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new StartError(
      `The environment is not right. ${problems.join("; ")}.`,
      "See .env.example for what each variable takes.",
    );
  }
  const env = parsed.data;
  const supabase = wholeSet("Supabase", {
    SUPABASE_URL: env.SUPABASE_URL,
    SUPABASE_ANON_KEY: env.SUPABASE_ANON_KEY,
    SUPABASE_SERVICE_ROLE_KEY: env.SUPABASE_SERVICE_ROLE_KEY,
  });
  const stripe = wholeSet("Stripe", {
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: env.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
  });
  const smtp = wholeSet("mail", { SMTP_URL: env.SMTP_URL, MAIL_FROM: env.MAIL_FROM });
  if (env.SHOP_MODE === "live" && !stripe) {
    throw new StartError(
      "A live shop takes real payments, and there are no Stripe keys.",
      "Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or leave SHOP_MODE at demo.",
    );
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    shopMode: env.SHOP_MODE,
    publicOrigin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
    mapTileUrl: env.MAP_TILE_URL,
    trustsProxy: env.TRUST_PROXY === "1",
    supabase: supabase && {
      url: supabase.SUPABASE_URL,
      anonKey: supabase.SUPABASE_ANON_KEY,
      serviceRoleKey: supabase.SUPABASE_SERVICE_ROLE_KEY,
    },
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      publishableKey: stripe.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
    },
    smtp: smtp && { smtpUrl: smtp.SMTP_URL, from: smtp.MAIL_FROM },
    limits: {
      mail: {
        intervalSeconds: env.LIMIT_MAIL_INTERVAL_SECONDS,
        maxPerAddress: env.LIMIT_MAILS,
        perAddressSeconds: env.LIMIT_MAILS_SECONDS,
      },
      signIn: {
        maxFailures: env.LIMIT_SIGN_IN_FAILURES,
        maxFailuresWide: env.LIMIT_SIGN_IN_FAILURES_WIDE,
        seconds: env.LIMIT_SIGN_IN_SECONDS,
      },
      paymentIntents: { maxCount: env.LIMIT_PAYMENT_INTENTS, seconds: env.LIMIT_PAYMENT_INTENTS_SECONDS },
    },
    refreshTokenReuseSeconds: env.REFRESH_TOKEN_REUSE_SECONDS,
  };
}

export function storageFolder(environment: Environment): string {
  return join(environment.dataDir, "storage");
}

/** All of them, or none: half a set would quietly run the shop on the local stand-in. */
function wholeSet<Names extends string>(
  what: string,
  set: Record<Names, string | undefined>,
): Record<Names, string> | null {
  const names = Object.keys(set) as Names[];
  const missing = names.filter((name) => set[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    throw new StartError(
      `Half a set of ${what} variables is set: ${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing.`,
      `Set all of ${names.join(", ")}, or none to use the local stand-in.`,
    );
  }
  return set as Record<Names, string>;
}
