import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Hono } from "hono";
import type { ServerBuild } from "react-router";
import type { PublicConfig } from "#app/platform/public-config.ts";
import type { SendAuthMail, SendAuthText } from "#data-service/auth/mail.ts";
import { createDataService } from "#data-service/data-service.ts";
import { type Database, openDatabase } from "#data-service/database/open-database.ts";
import { StartError } from "#data-service/start-error.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import { createServer } from "./app.ts";
import { createPaymentIntentLimiter } from "./endpoints/create-payment-intent.ts";
import { type Environment, readEnvironment, storageFolder } from "./environment.ts";
import { type Keys, loadKeys } from "./keys.ts";
import { listen, requireFreePort } from "./listening.ts";
import { createAuthMails } from "./mail/auth-mails.ts";
import { type Mailbox, openMailbox } from "./mail/mailbox.ts";
import { createMailboxPages } from "./mail/mailbox-pages.ts";
import { createSmtpMailer, type Mailer } from "./mail/mailer.ts";
import { createOrderWorker } from "./orders/order-worker.ts";
import { readDemoPayments } from "./orders/read-demo-payments.ts";
import { createDevelopmentPages } from "./pages/development-pages.ts";
import { createPages } from "./pages/pages.ts";
import { createPaymentProvider } from "./payments/payment-provider.ts";
import { createSandboxPages } from "./payments/sandbox/pages/sandbox-pages.ts";
import {
  createStripeSandbox,
  SANDBOX_PUBLISHABLE_KEY,
  type StripeSandbox,
} from "./payments/sandbox/stripe-sandbox.ts";
import { migrateShop, requireSecondStepOfAdmins, seedShop } from "./prepare-database.ts";
import { createShopData } from "./shop-data.ts";
import { step } from "./steps.ts";
import { createAuthTexts } from "./texts/auth-texts.ts";
import { createTwilioSender, type TextSender } from "./texts/twilio.ts";
import { createVisitorAddress } from "./visitor-address.ts";

const BUILD = join(import.meta.dirname, "..", "build");
const isDevelopment = process.argv.includes("--development");

/** What must be stopped again, in the order in which it was started. */
const running: (() => Promise<unknown>)[] = [];
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
// The starting program was killed: nobody is left to press Ctrl-C.
process.on("disconnect", () => void stop());

try {
  await start();
} catch (error) {
  await undo();
  if (error instanceof StartError) console.error(`\n${error.message}\n→ ${error.remedy}`);
  else console.error("\nThe shop could not start.", error);
  process.exit(1);
}

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  await requireFreePort(environment);
  const keys = await step("Keys", () => loadKeys(environment.dataDir));
  const database = environment.supabase ? null : await bringUpDatabase(environment, keys);
  const { mailer, mailbox } = await openMail(environment);

  const local = {
    url: `http://127.0.0.1:${environment.port}`,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
  };
  // Mails of the data service carry the shop's name, which is read through the data service.
  let dataService: Hono | null = null;
  const inProcess: typeof fetch = async (input, init) => {
    if (!dataService) throw new Error("The data service is not open yet.");
    return dataService.fetch(new Request(input, init));
  };
  const data = createShopData({
    ...(environment.supabase ?? local),
    ...(database ? { fetch: inProcess } : {}),
  });
  if (database) {
    const sendMail = mailer && createAuthMails(mailer, data);
    const textSender = openTexts(environment, mailbox);
    const sendText = textSender && createAuthTexts(textSender, data);
    dataService = await startDataService(environment, keys, database, { sendMail, sendText });
  }

  // The sandbox sends its webhooks to the shop, which is made after it.
  let shop: Hono | null = null;
  const sandbox = environment.stripe
    ? null
    : await startSandbox(environment, keys, async (request) => {
        if (!shop) throw new Error("The shop is not open yet.");
        return shop.fetch(request);
      });
  const payments = createPaymentProvider({
    secretKey: environment.stripe?.secretKey ?? "sk_test_sandbox",
    webhookSecret: environment.stripe?.webhookSecret ?? keys.stripeWebhookSecret,
    ...(environment.stripe ? { apiUrl: environment.stripe.apiUrl } : {}),
    ...(sandbox ? { sandboxFetch: (request) => sandbox.app.fetch(request) } : {}),
  });
  const config: PublicConfig = {
    supabaseUrl: environment.supabase?.url ?? "",
    anonKey: environment.supabase?.anonKey ?? keys.anonKey,
    stripePublishableKey: environment.stripe?.publishableKey ?? SANDBOX_PUBLISHABLE_KEY,
    shopMode: environment.shopMode,
    publicOrigin: environment.publicOrigin,
    mapTileUrl: environment.mapTileUrl,
    hasPictureSizes: environment.hasPictureSizes,
    hasLocalMailbox: mailbox !== null,
    captchaSiteKey: environment.captchaSiteKey,
  };
  const development = isDevelopment ? await createDevelopmentPages({ data, config }) : null;
  if (development) running.push(() => development.close());
  const pages = development?.pages ?? createPages({ build: await loadBuild(), data, config });

  const worker = createOrderWorker({
    data,
    payments,
    mailer: openOrderMail(environment) ?? mailer,
    publicOrigin: environment.publicOrigin,
    logError: (error) => console.error("worker:", error),
  });
  running.push(() => worker.stop());
  const app = createServer({
    data,
    payments,
    worker,
    paymentIntentLimiter: createPaymentIntentLimiter(
      environment.limits.paymentIntents.maxCount,
      environment.limits.paymentIntents.seconds,
    ),
    dataService,
    sandbox: sandbox?.app ?? null,
    sandboxPages: sandbox && createSandboxPages(sandbox.dashboard),
    mailboxPages: mailbox && createMailboxPages(mailbox),
    areToolsOpen: environment.hasOpenTools,
    pages,
    clientFolder: development ? null : join(BUILD, "client"),
    isHttps: environment.publicOrigin.startsWith("https:"),
    logError: (error, c) =>
      console.error(`[${c.get("requestId") ?? "-"}] ${c.req.method} ${c.req.path}`, error),
  });
  shop = app as unknown as Hono;
  const server = await step("Server", () => listen(environment, app, development?.middleware));
  running.push(() => server.close());
  await sandbox?.adopt(await readDemoPayments(data));
  sandbox?.deliverPending();
  worker.start();
  announce(environment, { hasMailbox: mailbox !== null, hasSandbox: sandbox !== null });
}

async function bringUpDatabase(environment: Environment, keys: Keys): Promise<Database> {
  const name = environment.databaseUrl ? "Database (DATABASE_URL)" : "Database (PostgreSQL 17)";
  const database = await step(name, () =>
    openDatabase({
      dataDir: environment.dataDir,
      databaseUrl: environment.databaseUrl,
      password: keys.databasePassword,
      owner: `pid ${process.pid}, port ${environment.port}`,
      say: (line) => console.log(`  ${line}`),
    }),
  );
  running.push(() => database.close());
  const applied = await step("Migrations", () => migrateShop(database));
  if (applied.length > 0) console.log(`    applied ${applied.length}, the last one ${applied.at(-1)}`);
  await step("Demo shop", () =>
    seedShop(database, { shopMode: environment.shopMode, filesFolder: storageFolder(environment) }),
  );
  // After the seed, whose shopkeeper has no second step.
  await requireSecondStepOfAdmins(database, environment.adminsNeedSecondStep);
  return database;
}

/** A mail server, or the mailbox that stands in for one; a live shop without a mail server has neither. */
async function openMail(
  environment: Environment,
): Promise<{ mailer: Mailer | null; mailbox: Mailbox | null }> {
  if (environment.smtp) {
    const mailer = createSmtpMailer(environment.smtp);
    running.push(() => mailer.close());
    return { mailer, mailbox: null };
  }
  // A hosted project sends its account mails itself.
  if (environment.supabase) return { mailer: null, mailbox: null };
  if (environment.shopMode === "live") {
    console.warn("  Mail: none. Set SMTP_URL and MAIL_FROM, or customers must call for a new password.");
    return { mailer: null, mailbox: null };
  }
  const mailbox = await step("Mailbox", () =>
    openMailbox(join(environment.dataDir, "mailbox.jsonl"), environment.mailboxMessages),
  );
  running.push(() => mailbox.close());
  return { mailer: mailbox, mailbox };
}

/** Twilio, or the mailbox that stands in for it; without either nobody signs in by phone. */
function openTexts({ twilio }: Environment, mailbox: Mailbox | null): TextSender | null {
  if (twilio) return createTwilioSender(twilio);
  return mailbox && { send: (message) => mailbox.keepText(message).then(() => null) };
}

/** The worker tries again by itself, with a claim that must not run out meanwhile: one attempt at a time. */
function openOrderMail({ smtp }: Environment): Mailer | null {
  if (!smtp) return null;
  const mailer = createSmtpMailer(smtp, []);
  running.push(() => mailer.close());
  return mailer;
}

function startDataService(
  environment: Environment,
  keys: Keys,
  database: Database,
  ports: { sendMail: SendAuthMail | null; sendText: SendAuthText | null },
): Promise<Hono> {
  const { port, shopMode } = environment;
  return step("Data service", () =>
    createDataService({
      database,
      signingKey: keys.signingKey,
      retiredKeys: keys.retiredKeys ?? [],
      legacySecret: environment.legacySecret,
      filesFolder: storageFolder(environment),
      origin: environment.publicOrigin,
      // Whoever tries the shop on its own machine may type either name.
      redirectOrigins: shopMode === "live" ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
      authSettings: environment.auth,
      authLimits: environment.limits,
      ...ports,
      captcha: environment.captcha,
      google: environment.google,
      samlProviders: environment.samlProviders,
      refreshTokenReuseSeconds: environment.refreshTokenReuseSeconds,
      addressOf: createVisitorAddress(environment.trustsProxy),
      logError: (error) => {
        if (!hasVisitorLeft(error)) console.error("data service:", error);
      },
    }),
  );
}

async function startSandbox(
  environment: Environment,
  keys: Keys,
  post: (request: Request) => Promise<Response>,
): Promise<StripeSandbox> {
  const sandbox = await step("Payment sandbox", () =>
    createStripeSandbox({
      journalFile: join(environment.dataDir, "stripe-sandbox.jsonl"),
      webhookSecret: keys.stripeWebhookSecret,
      webhookUrl: `http://127.0.0.1:${environment.port}/api/webhook`,
      post,
      shopMode: environment.shopMode,
      isOpenToOthers: environment.hasOpenTools,
    }),
  );
  running.push(() => sandbox.stop());
  return sandbox;
}

/** A visitor who closes the tab in the middle of a request is no fault of the shop's. */
function hasVisitorLeft(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted";
}

async function loadBuild(): Promise<ServerBuild> {
  const file = join(BUILD, "server", "index.js");
  if (!existsSync(file)) {
    throw new StartError("The pages are not built.", "Start with npm start, or run npm run build first.");
  }
  return step("Pages", async () => (await import(pathToFileURL(file).href)) as ServerBuild);
}

function announce(
  { port, host, shopMode }: Environment,
  { hasMailbox, hasSandbox }: { hasMailbox: boolean; hasSandbox: boolean },
): void {
  const shown = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  console.log(`\nCalabash Market is open: http://${shown}:${port}`);
  if (shopMode === "demo") {
    for (const { email, role } of DEMO_ACCOUNTS)
      console.log(`  ${role.padEnd(8)} ${email}  password ${DEMO_PASSWORD}`);
  }
  if (hasMailbox) console.log(`  e-mails  http://${shown}:${port}/dev/mailbox`);
  if (hasSandbox) console.log(`  payments http://${shown}:${port}/sandbox/stripe`);
  console.log("Ctrl-C closes it.");
  process.send?.("open");
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  console.log("\nClosing the shop…");
  await undo();
  process.exit(0);
}

async function undo(): Promise<void> {
  for (const end of running.reverse()) {
    await end().catch((error: unknown) => console.error("While closing:", error));
  }
}
