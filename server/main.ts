import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Hono } from "hono";
import type { ServerBuild } from "react-router";
import type { PublicConfig } from "#app/platform/public-config.ts";
import type { SendAuthMail } from "#data-service/auth/mail.ts";
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
import { createDevelopmentPages } from "./pages/development-pages.ts";
import { createPages } from "./pages/pages.ts";
import { createPaymentProvider } from "./payments/payment-provider.ts";
import {
  createStripeSandbox,
  SANDBOX_PUBLISHABLE_KEY,
  type StripeSandbox,
} from "./payments/sandbox/stripe-sandbox.ts";
import { migrateShop, seedShop } from "./prepare-database.ts";
import { createShopData } from "./shop-data.ts";
import { step } from "./steps.ts";
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
    dataService = await startDataService(environment, keys, database, sendMail);
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
    ...(sandbox ? { sandboxFetch: (request) => sandbox.app.fetch(request) } : {}),
  });
  const config: PublicConfig = {
    supabaseUrl: environment.supabase?.url ?? "",
    anonKey: environment.supabase?.anonKey ?? keys.anonKey,
    stripePublishableKey: environment.stripe?.publishableKey ?? SANDBOX_PUBLISHABLE_KEY,
    shopMode: environment.shopMode,
    publicOrigin: environment.publicOrigin,
    mapTileUrl: environment.mapTileUrl,
    hasLocalMailbox: mailbox !== null,
  };
  const development = isDevelopment ? await createDevelopmentPages({ data, config }) : null;
  if (development) running.push(() => development.close());
  const pages = development?.pages ?? createPages({ build: await loadBuild(), data, config });

  const app = createServer({
    data,
    payments,
    paymentIntentLimiter: createPaymentIntentLimiter(
      environment.limits.paymentIntents.maxCount,
      environment.limits.paymentIntents.seconds,
    ),
    dataService,
    sandbox: sandbox?.app ?? null,
    mailboxPages: mailbox && createMailboxPages(mailbox),
    pages,
    clientFolder: development ? null : join(BUILD, "client"),
    isHttps: environment.publicOrigin.startsWith("https:"),
    logError: (error, c) =>
      console.error(`[${c.get("requestId") ?? "-"}] ${c.req.method} ${c.req.path}`, error),
  });
  shop = app as unknown as Hono;
  const server = await step("Server", () => listen(environment, app, development?.middleware));
  running.push(() => server.close());
  sandbox?.deliverPending();
  announce(environment, mailbox !== null);
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
  const mailbox = await step("Mailbox", () => openMailbox(join(environment.dataDir, "mailbox.jsonl")));
  running.push(() => mailbox.close());
  return { mailer: mailbox, mailbox };
}

function startDataService(
  environment: Environment,
  keys: Keys,
  database: Database,
  sendMail: SendAuthMail | null,
): Promise<Hono> {
  const { port, shopMode } = environment;
  return step("Data service", () =>
    createDataService({
      database,
      signingKey: keys.signingKey,
      filesFolder: storageFolder(environment),
      origin: environment.publicOrigin,
      // Whoever tries the shop on its own machine may type either name.
      redirectOrigins: shopMode === "live" ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
      signInLimits: environment.limits.signIn,
      mailLimits: environment.limits.mail,
      sendMail,
      refreshTokenReuseSeconds: environment.refreshTokenReuseSeconds,
      addressOf: createVisitorAddress(environment.trustsProxy),
      logError: (error) => console.error("data service:", error),
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
    }),
  );
  running.push(() => sandbox.stop());
  return sandbox;
}

async function loadBuild(): Promise<ServerBuild> {
  const file = join(BUILD, "server", "index.js");
  if (!existsSync(file)) {
    throw new StartError("The pages are not built.", "Start with npm start, or run npm run build first.");
  }
  return step("Pages", async () => (await import(pathToFileURL(file).href)) as ServerBuild);
}

function announce({ port, host, shopMode }: Environment, hasMailbox: boolean): void {
  const shown = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  console.log(`\nCalabash Market is open: http://${shown}:${port}`);
  if (shopMode === "demo") {
    for (const { email, role } of DEMO_ACCOUNTS)
      console.log(`  ${role.padEnd(8)} ${email}  password ${DEMO_PASSWORD}`);
  }
  if (hasMailbox) console.log(`  e-mails  http://${shown}:${port}/dev/mailbox`);
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
