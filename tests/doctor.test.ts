import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort, startEmbeddedPostgres } from "@calabash/data-service/database";
import { createProjectKeys } from "@calabash/data-service/keys";
import { expect, inject, onTestFinished, test } from "vitest";
import webPush from "web-push";
import { runProgram } from "#scripts/test-environment/shop-process.ts";
import { examineShop } from "#server/doctor.ts";
import { UNDERSTOOD_EVENTS } from "#server/payments/payment-provider.ts";
import { aFolder } from "./a-folder.ts";
import { aLiveShop, ENDPOINT, HOOK, LIVE_KEY, startFakeStripe } from "./fake-stripe.ts";
import { startMailServer } from "./mail-server.ts";
import { openDatabaseForTest } from "./running-shop.ts";
import { anS3Store, bucketVariables } from "./s3-store.ts";

/** Runs the doctor in this process, with only these environment variables. */
async function examine(variables: Record<string, string>) {
  const lines: string[] = [];
  const wrongCount = await examineShop({ DATA_DIR: aFolder(), ...variables }, (line) => lines.push(line));
  return { wrongCount, output: lines.join("\n") };
}

/** Runs the doctor on a live store. */
const examineLive = (variables: Record<string, string>) => examine({ ...variables, SHOP_MODE: "live" });

/** Runs the doctor as a program, on an empty data folder. */
const runDoctor = (...options: string[]) => runProgram("doctor", { DATA_DIR: aFolder() }, ...options);

/** Starts a fake of Stripe; the doctor only reads there. */
async function startStripe(endpoints: object[]): Promise<string> {
  const { url, requests } = await startFakeStripe(endpoints);
  onTestFinished(() => expect(requests.filter((each) => !each.startsWith("GET "))).toEqual([]));
  return url;
}

test("a demo store without variables passes and lists its stand-ins", async () => {
  const { exitCode, output } = await runDoctor();
  expect(exitCode).toBe(0);
  expect(output).toContain("The payment sandbox replaces Stripe");
  expect(output).toContain("Messages are stored at /dev/mailbox");
  expect(output).toContain("No problems found.");
});

test("the doctor reports a demo store in live mode: missing keys and an unencrypted URL", async () => {
  const { exitCode, output } = await runDoctor("--live");
  expect(exitCode).toBe(1);
  for (const missing of [
    "STRIPE_SECRET_KEY is missing.",
    "STRIPE_PUBLISHABLE_KEY is missing.",
    "STRIPE_WEBHOOK_SECRET is missing",
    "Customers would use http://localhost:3000, which is not encrypted",
    "→ Copy the secret key from https://dashboard.stripe.com/apikeys.",
    "→ Set SMTP_URL and MAIL_FROM.",
  ]) {
    expect(output).toContain(missing);
  }
});

test("a complete live store passes the doctor", async () => {
  const { place } = await startMailServer();
  const { wrongCount, output } = await examine({
    ...aLiveShop(await startStripe([{ ...ENDPOINT, url: "https://other.example" }, ENDPOINT])),
    SHOP_MODE: "live",
    DATABASE_URL: inject("databaseUrl"),
    SMTP_URL: `smtp://shop:right@${place}`,
    MAIL_FROM: "Calabash Market <hello@shop.example>",
  });
  expect(output).toContain("Stripe accepts the secret key.");
  expect(output).toContain(`Stripe sends events to ${HOOK}.`);
  expect(output).toMatch(/good {3}Database .* responds\./);
  expect(output).toContain(`The mail server at ${place} accepts messages.`);
  expect(output).toContain("No problems found.");
  expect(wrongCount).toBe(0);
  for (const secret of [LIVE_KEY, "xxxx", "right", "postgres:postgres"]) expect(output).not.toContain(secret);
});

test("the doctor checks the database of a data folder whose keys are in a secret", async () => {
  const dataDir = aFolder();
  const server = await startEmbeddedPostgres({ dataDir, password: "doctor", print: () => undefined });
  onTestFinished(() => server.stop());
  const keys = {
    ...(await createProjectKeys()),
    databasePassword: "doctor",
    stripeWebhookSecret: `whsec_${"x".repeat(32)}`,
    pushKeys: webPush.generateVAPIDKeys(),
  };
  const { output } = await examine({ DATA_DIR: dataDir, SHOP_KEYS: JSON.stringify(keys) });
  expect(output).toMatch(/good {3}Database .* responds\./);
});

test.each<[what: string, variables: Record<string, string>, expected: string]>([
  ["a test key", { STRIPE_SECRET_KEY: "sk_test_51Doctor" }, "STRIPE_SECRET_KEY is a test key"],
  [
    "keys of different modes",
    { STRIPE_PUBLISHABLE_KEY: "pk_test_51Doctor" },
    "STRIPE_PUBLISHABLE_KEY is a test key, but",
  ],
  ["swapped keys", { STRIPE_SECRET_KEY: "pk_live_51Doctor" }, "STRIPE_SECRET_KEY is a publishable key."],
  [
    "a secret key in the place of the publishable one",
    { STRIPE_PUBLISHABLE_KEY: LIVE_KEY },
    "browsers would receive it",
  ],
  ["a restricted key", { STRIPE_SECRET_KEY: "rk_live_51Doctor" }, "STRIPE_SECRET_KEY is a restricted key."],
  ["an invalid webhook secret", { STRIPE_WEBHOOK_SECRET: "whsec_short" }, "is not a Stripe signing secret"],
  ["a rolled key", { STRIPE_SECRET_KEY: "sk_live_51Rolled00000" }, "Stripe rejects STRIPE_SECRET_KEY."],
  ["an unencrypted URL", { PUBLIC_ORIGIN: "http://shop.example" }, "which is not encrypted"],
  ["an untrusted proxy", { TRUST_PROXY: "0" }, "count all visitors as one"],
  ["sign-up without verified addresses", { AUTH_DISABLE_SIGNUP: "0" }, "can sign up with any email address"],
  ["admins without MFA", { AUTH_ADMIN_REQUIRES_MFA: "0" }, "An admin's password alone gives access"],
  ["an invalid port", { PORT: "many" }, "Invalid environment variables. PORT"],
  ["half of the mail settings", { SMTP_URL: "smtp://mail.example" }, "MAIL_FROM is missing"],
])("the doctor reports %s in a live store", async (_, variables, expected) => {
  const { wrongCount, output } = await examineLive({ ...aLiveShop(await startStripe([ENDPOINT])), ...variables });
  expect(output).toContain(expected);
  expect(wrongCount).toBeGreaterThan(0);
});

test.each<[what: string, endpoints: object[], expected: string]>([
  ["no endpoint", [], `This account has no webhook endpoint for ${HOOK}.`],
  ["a disabled endpoint", [{ ...ENDPOINT, status: "disabled" }], `${HOOK} is disabled.`],
  [
    "an endpoint without all events",
    [{ ...ENDPOINT, enabled_events: UNDERSTOOD_EVENTS.filter((type) => type !== "refund.failed") }],
    `${HOOK} doesn't receive refund.failed.`,
  ],
])("the doctor reports a live store with %s at Stripe", async (_, endpoints, expected) => {
  const { wrongCount, output } = await examineLive(aLiveShop(await startStripe(endpoints)));
  expect(output).toContain(expected);
  expect(wrongCount).toBeGreaterThan(0);
});

test("the doctor reports a live store on a demo database", async () => {
  const database = await openDatabaseForTest();
  await database.admin`insert into private.shop_facts (name, value) values ('is_demo', 'true')`;
  const { wrongCount, output } = await examineLive({
    ...aLiveShop(await startStripe([ENDPOINT])),
    DATABASE_URL: database.adminUrl,
  });
  expect(output).toContain("contains the demo store, whose account passwords are public");
  expect(wrongCount).toBeGreaterThan(0);
});

test("the doctor notes the test orders of an empty store that is to go live", async () => {
  const database = await openDatabaseForTest();
  await database.admin`insert into private.shop_facts (name, value) values ('is_trial', 'true')`;
  const variables = { ...aLiveShop(await startStripe([ENDPOINT])), DATABASE_URL: database.adminUrl };
  const { wrongCount, output } = await examineLive(variables);
  expect([wrongCount, output]).toEqual([0, expect.stringContaining("Run npm run go-live")]);
});

test("the doctor says whether a live store charges sales tax, without a warning", async () => {
  const database = await openDatabaseForTest();
  const variables = { ...aLiveShop(await startStripe([ENDPOINT])), DATABASE_URL: database.adminUrl };
  expect((await examineLive(variables)).output).toMatch(/note {3}Sales tax {4}No sales tax rate is set/);
  await database.admin`insert into tax_rates select id, '2026-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  expect((await examineLive(variables)).output).toContain("The store charges sales tax.");
  expect((await examine(variables)).output).not.toContain("Sales tax");
});

test("the doctor reports live keys in a demo store", async () => {
  const { wrongCount, output } = await examine(aLiveShop(await startStripe([ENDPOINT])));
  expect(output).toContain("this demo store would charge real cards");
  expect(wrongCount).toBeGreaterThan(0);
});

test("the doctor names unreachable services, each with a hint", async () => {
  const port = await findFreePort();
  const { wrongCount, output } = await examineLive({
    ...aLiveShop(`http://127.0.0.1:${port}`),
    DATABASE_URL: `postgres://shop:secret@127.0.0.1:${port}/calabash`,
    SMTP_URL: `smtp://shop:secret@127.0.0.1:${port}`,
    MAIL_FROM: "hello@shop.example",
  });
  expect(output).toContain(`Stripe cannot be reached at http://127.0.0.1:${port}.`);
  expect(output).toContain(`The database at 127.0.0.1:${port}/calabash cannot be reached`);
  expect(output).toContain(`The mail server at 127.0.0.1:${port} cannot be used`);
  expect(output).toContain("→ Check this machine's network, DNS, and firewall");
  expect(output).not.toContain("secret@");
  expect(wrongCount).toBeGreaterThan(0);
});

test("the doctor names a mail server that rejects the password", async () => {
  const { place } = await startMailServer();
  const { wrongCount, output } = await examine({
    SMTP_URL: `smtp://shop:wrong@${place}`,
    MAIL_FROM: "hello@shop.example",
  });
  expect(output).toContain(`The mail server at ${place} cannot be used: Invalid login`);
  expect(wrongCount).toBeGreaterThan(0);
});

test("the doctor writes to the backup bucket, and names a failing one without its key", async () => {
  const store = await anS3Store();
  const good = await examine(bucketVariables(store));
  expect(good.output).toMatch(/good {3}Bucket {7}The bucket market at 127.0.0.1:\d+ accepts writes\./);
  expect(good.wrongCount).toBe(0);
  expect(store.objects.size).toBe(0);
  store.failing = () => true;
  const { wrongCount, output } = await examine(bucketVariables(store));
  expect(output).toMatch(/ERROR {2}Bucket {7}The bucket market at .* responded: AccessDenied/);
  expect(wrongCount).toBeGreaterThan(0);
  for (const secret of [store.settings.accessKeyId, store.settings.secretAccessKey]) {
    expect(good.output + output).not.toContain(secret);
  }
});

test("the how-to lists exactly the events that the store handles", () => {
  const howTo = readFileSync(join(import.meta.dirname, "..", "docs/how-to/go-live-with-stripe.md"), "utf8");
  const named = [...howTo.matchAll(/^ +- `([a-z_.]+)`$/gm)].map(([, type]) => type);
  expect(named.toSorted()).toEqual(UNDERSTOOD_EVENTS.toSorted());
});
