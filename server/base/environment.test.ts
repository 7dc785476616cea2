import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { defaultAuthSettings } from "@calabash/data-service/auth";
import { expect, test } from "vitest";
import { readEnvironment, variableNames } from "./environment.ts";

const live = {
  SHOP_MODE: "live",
  STRIPE_SECRET_KEY: "sk_1",
  STRIPE_PUBLISHABLE_KEY: "pk_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};

test("without variables, accounts have the default settings, and no service is external", () => {
  const { auth, twilio, captcha } = readEnvironment({});
  expect({ auth, twilio, captcha }).toEqual({
    auth: { ...defaultAuthSettings, requireCurrentPassword: true, rejectCommonPasswords: true, textPrefixes: ["1"] },
    twilio: null,
    captcha: null,
  });
});

test("a live store requires passwords of eight characters and MFA for admins by default", () => {
  const settingsOf = (variables: Record<string, string>) => {
    const { auth, adminsNeedMfa } = readEnvironment(variables);
    return [auth.minPasswordLength, adminsNeedMfa];
  };
  expect(settingsOf({})).toEqual([6, false]);
  expect(settingsOf(live)).toEqual([8, true]);
  expect(settingsOf({ ...live, AUTH_MIN_PASSWORD_LENGTH: "12", AUTH_ADMIN_REQUIRES_MFA: "0" })).toEqual([12, false]);
  expect(settingsOf({ AUTH_ADMIN_REQUIRES_MFA: "1" })).toEqual([6, true]);
  const hosted = { SUPABASE_URL: "https://x.supabase.co", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "s" };
  // A hosted database stores this setting itself; the doctor explains how to set it.
  expect(settingsOf({ ...live, ...hosted })).toEqual([8, false]);
});

test("captcha and Twilio are read with the URLs of their services, and WhatsApp with its templates", () => {
  const twilio = { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+15550100" };
  const environment = readEnvironment({ CAPTCHA_SECRET: "secret", CAPTCHA_SITE_KEY: "site", ...twilio });
  expect(environment.captcha?.verifyUrl).toBe("https://challenges.cloudflare.com/turnstile/v0/siteverify");
  const account = { accountSid: "AC1", authToken: "token", from: "+15550100", apiUrl: "https://api.twilio.com" };
  expect(environment.twilio).toEqual({ ...account, whatsapp: null });
  const [ready, refund] = ["a", "b"].map((letter) => `HX${letter.repeat(32)}`);
  const TWILIO_WHATSAPP_TEMPLATES = `ready=${ready}, refund=${refund}`;
  expect(
    readEnvironment({ ...twilio, TWILIO_WHATSAPP_FROM: "+15550101", TWILIO_WHATSAPP_TEMPLATES }).twilio?.whatsapp,
  ).toEqual({ from: "+15550101", templates: { ready, refund } });
});

test("images are resized by the local data service, and by a hosted project if set", () => {
  const hosted = { SUPABASE_URL: "https://x.supabase.co", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "s" };
  const sizes = (variables: Record<string, string>) => readEnvironment(variables).hasPictureSizes;
  expect([sizes({}), sizes(hosted)]).toEqual([true, false]);
  expect(sizes({ ...hosted, SUPABASE_IMAGE_TRANSFORMATIONS: "true" })).toBe(true);
  expect(sizes({ SUPABASE_IMAGE_TRANSFORMATIONS: "false" })).toBe(false);
});

test("mailbox and sandbox pages are for this machine only, unless the settings open them", () => {
  expect(readEnvironment({}).hasOpenTools).toBe(false);
  expect(readEnvironment({ SHOP_OPEN_TOOLS: "true" }).hasOpenTools).toBe(true);
  expect(() => readEnvironment({ SHOP_OPEN_TOOLS: "maybe" })).toThrow("SHOP_OPEN_TOOLS");
});

test("backups go to a bucket if its name and both keys are set", () => {
  const keys = { BACKUP_S3_BUCKET: "market", BACKUP_S3_ACCESS_KEY_ID: "k", BACKUP_S3_SECRET_ACCESS_KEY: "s" };
  const bucketOf = (variables: Record<string, string>) => readEnvironment(variables).backupBucket;
  expect(bucketOf({ BACKUP_S3_REGION: "auto" })).toBeNull();
  expect(bucketOf(keys)).toEqual({
    name: "market",
    endpoint: undefined,
    region: "us-east-1",
    prefix: "",
    accessKeyId: "k",
    secretAccessKey: "s",
  });
  for (const folder of ["shops/texas", "shops/texas/"]) {
    expect(bucketOf({ ...keys, BACKUP_S3_FOLDER: folder })).toMatchObject({ prefix: "shops/texas/" });
  }
});

test("images go to a separate bucket, and never together with a hosted project", () => {
  const keys = { STORAGE_S3_BUCKET: "images", STORAGE_S3_ACCESS_KEY_ID: "k", STORAGE_S3_SECRET_ACCESS_KEY: "s" };
  expect(readEnvironment({}).imageBucket).toBeNull();
  expect(readEnvironment({ ...keys, STORAGE_S3_FOLDER: "texas" })).toMatchObject({
    imageBucket: { name: "images", prefix: "texas/", accessKeyId: "k", secretAccessKey: "s" },
    backupBucket: null,
  });
  const hosted = { SUPABASE_URL: "https://x.supabase.co", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "s" };
  expect(() => readEnvironment({ ...keys, ...hosted })).toThrow("hosted project stores images");
});

test("TRUST_PROXY is a number of proxies, or their addresses and networks", () => {
  const proxiesOf = (TRUST_PROXY: string) => readEnvironment({ TRUST_PROXY }).trustedProxies;
  expect([proxiesOf("0"), proxiesOf("2")]).toEqual([0, 2]);
  expect(proxiesOf("10.0.0.0/8, ::1")).toEqual(["10.0.0.0/8", "::1"]);
  expect([readEnvironment({}).trustsProxy, readEnvironment({ TRUST_PROXY: "::1" }).trustsProxy]).toEqual([false, true]);
});

test.for([
  [{ SHOP_MODE: "maybe" }, "SHOP_MODE"],
  [{ SHOP_MODE: "live" }, "A live store needs Stripe keys"],
  [{ SUPABASE_URL: "https://x.supabase.co" }, "SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY are missing"],
  [{ STRIPE_SECRET_KEY: "sk_1", STRIPE_PUBLISHABLE_KEY: "pk_1" }, "STRIPE_WEBHOOK_SECRET is missing"],
  [{ SMTP_URL: "smtp://mail.test.example" }, "MAIL_FROM is missing"],
  [{ GOOGLE_CLIENT_ID: "shop" }, "GOOGLE_CLIENT_SECRET is missing"],
  [{ DATABASE_POOL_URL: "postgres://pool:6432/shop" }, "DATABASE_POOL_URL needs DATABASE_URL"],
  [{ DATABASE_CONNECTIONS: "9" }, "DATABASE_CONNECTIONS: must be at least 10"],
  [{ DATABASE_CONNECTIONS: "many" }, "DATABASE_CONNECTIONS: must be a number"],
  ...["1e3", "0x10", " 16 ", "+16", "16.0.", "Infinity", "-1"].map(
    (text) => [{ DATABASE_CONNECTIONS: text }, "DATABASE_CONNECTIONS: must be a number"] as const,
  ),
  [{ LIMIT_REQUESTS: "6e2" }, "LIMIT_REQUESTS: must be a number"],
  [{ LIMIT_REQUESTS: "0" }, "LIMIT_REQUESTS: must be at least 1"],
  [{ DRAIN_SECONDS: "2.5" }, "DRAIN_SECONDS: must be a whole number"],
  [{ PORT: "70000" }, "PORT: must be at most 65535"],
  [{ OTEL_TRACES_SAMPLER_ARG: "1.5" }, "OTEL_TRACES_SAMPLER_ARG: must be at most 1"],
  [{ TRUST_PROXY: "true" }, "TRUST_PROXY: must be a number"],
  [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY: must be a number"],
  [{ STORAGE_S3_BUCKET: "images" }, "STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY are missing"],
  [{ BACKUP_S3_BUCKET: "market" }, "BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are missing"],
  [{ BACKUP_S3_ENDPOINT: "s3.example" }, "BACKUP_S3_ENDPOINT: must be an http"],
  [{ BACKUP_S3_FOLDER: "../other" }, "BACKUP_S3_FOLDER: must be a folder's name"],
  [{ TWILIO_FROM: "+15550100" }, "TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN are missing"],
  [{ TWILIO_FROM: "call me" }, "TWILIO_FROM: must be a number"],
  [{ TWILIO_WHATSAPP_FROM: "+15550101" }, "need a Twilio account"],
  [{ TWILIO_WHATSAPP_TEMPLATES: "ready=HX1" }, "TWILIO_WHATSAPP_TEMPLATES: must be a list"],
  [{ TWILIO_WHATSAPP_TEMPLATES: `hello=HX${"0".repeat(32)}` }, "“hello=HX"],
  [{ AUTH_CONFIRM_EMAIL: "yes" }, "AUTH_CONFIRM_EMAIL"],
  [{ AUTH_MIN_PASSWORD_LENGTH: "5" }, "AUTH_MIN_PASSWORD_LENGTH"],
  [{ ...live, AUTH_CONFIRM_EMAIL: "1" }, "needs a mail server"],
] as const)("%j prevents the start", ([variables, reason]) => {
  expect(() => readEnvironment(variables)).toThrow(reason);
});

test("the log is text with some requests by default, and can be JSON with all", () => {
  const settingsOf = (variables: Record<string, string>) => {
    const { logFormat, logRequests } = readEnvironment(variables);
    return [logFormat, logRequests];
  };
  expect(settingsOf({})).toEqual(["text", "some"]);
  expect(settingsOf({ LOG_FORMAT: "json", LOG_REQUESTS: "all" })).toEqual(["json", "all"]);
  expect(() => readEnvironment({ LOG_FORMAT: "xml" })).toThrow("LOG_FORMAT");
});

test("a live store logs JSON by default, unless its output is a terminal", () => {
  const formatOf = (variables: Record<string, string>, isTerminal: boolean) =>
    readEnvironment(variables, { isTerminal }).logFormat;
  expect([formatOf(live, false), formatOf(live, true), formatOf({}, false)]).toEqual(["json", "text", "text"]);
  expect(formatOf({ ...live, LOG_FORMAT: "text" }, false)).toBe("text");
});

test(".env.example names every variable, and its values are the defaults", () => {
  const example = parseEnv(readFileSync(join(import.meta.dirname, "..", "..", ".env.example"), "utf8"));
  expect(Object.keys(example).sort()).toEqual([...variableNames].sort());
  expect(readEnvironment(example)).toEqual(readEnvironment({}));
});
