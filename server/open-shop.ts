import { timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { OWN_WORK, requestInProcess } from "@calabash/data-service/http";
import { SANDBOX_PUBLISHABLE_KEY } from "@calabash/stripe-sandbox";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { categories } from "#app/features/catalogue/categories.ts";
import type { PublicConfig } from "#app/platform/public-config.ts";
import { openSandboxPages } from "#server/dev/sandbox-pages.ts";
import { createServer } from "./app.ts";
import { openBackups } from "./backups/open-backups.ts";
import { createMailboxPages } from "./dev/mailbox-pages.ts";
import { checkRunningShop } from "./doctor.ts";
import { createDeskHub, type DeskChanges } from "./endpoints/desk-hub.ts";
import { createMetrics } from "./endpoints/metrics.ts";
import {
  createClientAddress,
  createRequestAddress,
  isLocalVisit,
  isRemoteRequest,
} from "./http/client-address.ts";
import { listen } from "./http/listen.ts";
import { createRequestLimit, noteTimeout } from "./http/request-limit.ts";
import { createRequestLog } from "./http/request-log.ts";
import { createSecurityHeaders, listHeaders } from "./http/security-headers.ts";
import { prepareRefusal } from "./http/too-many-requests.ts";
import { openMail } from "./messages/open-messages.ts";
import { openTexts } from "./messages/open-texts.ts";
import { createAuthEmailSender } from "./messages/send-auth-email.ts";
import { createAuthTextSender } from "./messages/send-auth-text.ts";
import { cacheAssets } from "./pages/cached-assets.ts";
import { createCachedResponses } from "./pages/cached-responses.ts";
import { createDevelopmentPages } from "./pages/development-pages.ts";
import { BUILD, loadBuild, loadStyles } from "./pages/load-build.ts";
import { createPages } from "./pages/pages.ts";
import { warmPictures } from "./pages/warm-pictures.ts";
import { checkPayments } from "./payments/check-payments.ts";
import { modeOf } from "./payments/check-stripe-keys.ts";
import { openPayments } from "./payments/open-payments.ts";
import { announcePictures } from "./settings/announce.ts";
import { type Environment, storageFolder } from "./settings/environment.ts";
import { giveMemoryBack } from "./settings/give-memory-back.ts";
import { loadKeys } from "./settings/keys.ts";
import { createLog, openStandardOutput } from "./settings/log.ts";
import { describeMissingFiles } from "./settings/missing-files.ts";
import { openDataService } from "./settings/open-data-service.ts";
import { bringUpDatabase } from "./settings/prepare-database.ts";
import type { Running } from "./settings/running.ts";
import { createShopData, isStaff } from "./settings/shop-data.ts";
import { step } from "./settings/start-step.ts";
import { createOrderLinks } from "./worker/order-links.ts";
import { createOrderWorker } from "./worker/order-worker.ts";
import { readDemoPayments } from "./worker/read-demo-payments.ts";

/**
 * Everything that a shop is made of, in the order in which one part needs the other, until it answers requests.
 * @param running is told of each part that must be stopped again, also of those before one that failed
 * @returns which local tools stand in for a service outside
 * @throws StartError for what the person who starts the shop can mend
 */
export async function openShop(
  environment: Environment,
  running: Running,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<{ hasMailbox: boolean; hasSandbox: boolean }> {
  const log = createLog({ format: environment.logFormat, target: openStandardOutput() });
  running.add(async () => log.close());
  const keys = await step("Keys", () => loadKeys(environment.dataDir));
  const database = environment.supabase ? null : await bringUpDatabase(environment, keys, running);
  const { accountMailer, orderMailer, mailbox } = await openMail(environment, running);

  const local = {
    url: `http://127.0.0.1:${environment.port}`,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
  };
  // Mails of the data service carry the shop's name, which is read through the data service.
  let dataService: Hono | null = null;
  const inProcess: typeof fetch = async (input, init) => {
    if (!dataService) throw new Error("The data service is not open yet.");
    return dataService.fetch(requestInProcess(input, init), OWN_WORK);
  };
  const data = createShopData({
    ...(environment.supabase ?? local),
    ...(database ? { fetch: inProcess } : {}),
  });
  const requestLog = createRequestLog({
    log,
    requests: environment.logRequests,
    isStaff: (userId) => isStaff(data, userId),
  });
  const textSender = openTexts(environment, mailbox);
  if (database) {
    let missingFiles: string | null = null;
    dataService = await openDataService(environment, keys, database, {
      sendMail: accountMailer && createAuthEmailSender(accountMailer, data),
      sendText: textSender && createAuthTextSender(textSender, data),
      onSignIn: requestLog.onSignIn,
      addressOf: createClientAddress(environment.trustsProxy),
      onTimeout: ({ env }) => noteTimeout((env as Partial<HttpBindings> | undefined)?.incoming),
      logError: (error) => log.error(error, { part: "data service" }),
      onMissingFiles: ({ missing, named }) => {
        missingFiles = describeMissingFiles({ missing, named });
        log.tell("missing-files", { missing, named, folder: storageFolder(environment) });
      },
    });
    if (missingFiles !== null) {
      await data.service
        .rpc("raise_alert", { kind: "files_missing", order_id: null, message: missingFiles })
        .throwOnError();
    }
    await database.endAdmin();
  }

  // The sandbox sends its webhooks to the shop, which is made after it.
  let shop: Hono | null = null;
  const isTrusted = (c: Context) => environment.hasOpenTools || !isRemoteRequest(c);
  const { payments, sandbox } = await openPayments(environment, keys, running, isTrusted, async (request) => {
    if (!shop) throw new Error("The shop is not open yet.");
    return shop.fetch(request);
  });
  const config: PublicConfig = {
    supabaseUrl: environment.supabase?.url ?? "",
    anonKey: environment.supabase?.anonKey ?? keys.anonKey,
    stripePublishableKey: environment.stripe?.publishableKey ?? SANDBOX_PUBLISHABLE_KEY,
    shopMode: environment.shopMode,
    publicOrigin: environment.publicOrigin,
    mapTileUrl: environment.mapTileUrl,
    hasPictureSizes: environment.hasPictureSizes,
    // What the account pages tell: a hosted project sends its mails past our mailbox.
    hasLocalMailbox: mailbox !== null && accountMailer !== null,
    captchaSiteKey: environment.captchaSiteKey,
    minPasswordLength: environment.auth.minPasswordLength,
  };
  const development = isDevelopment ? await createDevelopmentPages({ data, config }) : null;
  if (development) running.add(() => development.close());
  const kept = development
    ? null
    : createPages({ build: await step("Pages", loadBuild), styles: loadStyles(), data, config });
  const pages = development?.pages ?? kept?.handle;
  if (!pages) throw new Error("A shop has pages, kept or in development.");

  const orderLinks = createOrderLinks((environment.supabase ?? keys).serviceRoleKey);
  const worker = createOrderWorker({
    data,
    payments,
    orderLinks,
    mailer: orderMailer,
    publicOrigin: environment.publicOrigin,
    logError: (error) => log.error(error, { part: "worker" }),
  });
  running.add(() => worker.stop());
  const backups =
    database && openBackups(environment, database, data, (error) => log.error(error, { part: "backup" }));
  const deskHub =
    database &&
    createDeskHub({
      listen: database.listen,
      readChanges: async (order_ids) =>
        (await data.service.rpc("desk_changes", { order_ids }).throwOnError()).data as unknown as DeskChanges,
      logError: (error) => log.error(error, { part: "desk" }),
    });
  const metrics = createMetrics({ isLocal: isLocalVisit, workDone: worker.totals });
  const securityHeaders = createSecurityHeaders({ isHttps: environment.publicOrigin.startsWith("https:") });
  const app = createServer({
    data,
    payments,
    worker,
    paymentIntentLimit: environment.limits.paymentIntents,
    orderLinks,
    texts: textSender,
    publicOrigin: environment.publicOrigin,
    checkShop: () => checkRunningShop(environment),
    paymentMode: environment.stripe ? (modeOf(environment.stripe.secretKey) ?? "live") : "sandbox",
    checkPayments: () => checkPayments(environment),
    mailer: orderMailer,
    backups: backups?.shop ?? null,
    deskHub,
    dataService,
    sandbox: sandbox?.app ?? null,
    sandboxPages: sandbox && openSandboxPages(sandbox.dashboard),
    mailboxPages: mailbox && createMailboxPages(mailbox),
    areToolsOpen: environment.hasOpenTools,
    pages,
    clientFolder: development ? null : join(BUILD, "client"),
    securityHeaders,
    metrics,
    requestLog,
    addressOf: createClientAddress(environment.trustsProxy),
    logError: (error, c) =>
      log.error(error, { id: c.get("requestId"), method: c.req.method, path: c.req.path }),
  });
  shop = app as unknown as Hono;
  const headers = await listHeaders(securityHeaders);
  const assets = development ? null : cacheAssets(join(BUILD, "client"));
  const before =
    development?.middleware ??
    createCachedResponses({
      peek: (path) => kept?.peek(path) ?? assets?.(path) ?? null,
      headers,
      onAnswer: metrics.countKept,
      onNamed: requestLog.onKept,
    });
  const requestLimit = createRequestLimit({
    limit: environment.limits.requests,
    addressOf: createRequestAddress(environment.trustsProxy),
    isExempt: ({ headers: { apikey } }) => isSame(String(apikey ?? ""), keys.serviceRoleKey),
    isBehindProxy: environment.trustsProxy,
    refusal: await prepareRefusal(headers),
    onRefused: (refused) => {
      metrics.countRefused(refused.path);
      requestLog.onRefused(refused);
    },
  });
  const server = await step("Server", () => listen(environment, app, before, requestLimit));
  running.add(() => server.close());
  const stopGivingBack = giveMemoryBack((error) => log.error(error, { part: "memory" }));
  running.add(async () => stopGivingBack());
  // Before the server, which waits for its answers to end.
  if (deskHub) running.add(() => deskHub.close());
  await sandbox?.adopt(await readDemoPayments(data));
  sandbox?.deliverPending();
  worker.start();
  if (backups) running.add(() => backups.close());
  if (environment.hasNightlyBackups) backups?.nights.start();
  if (kept && dataService && environment.hasPictureSizes) {
    const service = dataService;
    const closing = new AbortController();
    running.add(async () => closing.abort());
    void warmPictures({
      paths: ["/home", ...categories.map(({ path }) => path)],
      readPage: async (path) => (await kept.handle(new Request(`${environment.publicOrigin}${path}`))).text(),
      askForSize: (address) =>
        Promise.resolve(
          service.fetch(
            new Request(new URL(address, environment.publicOrigin), {
              headers: { accept: "image/webp", priority: "u=7" },
            }),
            OWN_WORK,
          ),
        ),
      signal: closing.signal,
    })
      .catch((error: unknown) => log.error(error, { part: "pictures" }))
      .then(announcePictures);
  }
  return { hasMailbox: mailbox !== null, hasSandbox: sandbox !== null };
}

/** In a time that does not tell how much of the two is the same. */
function isSame(given: string, secret: string): boolean {
  return given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret));
}
