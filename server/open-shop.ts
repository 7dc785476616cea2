import type { OpenTools } from "#server/base/announce.ts";
import type { Environment } from "#server/base/environment.ts";
import { openTranslations } from "#server/base/locale.ts";
import type { Running } from "#server/base/running.ts";
import { startCleaningFiles } from "#server/database/clean-up-files.ts";
import { openBase } from "#server/database/open-base.ts";
import { openDataService } from "#server/database/open-data-service.ts";
import { createOwnerToken } from "#server/database/prepare-database.ts";
import { createServer } from "./app.ts";
import { openBackups } from "./backups/open-backups.ts";
import { checkRunningShop } from "./doctor.ts";
import { openDeskHub } from "./endpoints/desk-hub.ts";
import { openMetrics } from "./endpoints/metrics.ts";
import { createClientAddress } from "./http/client-address.ts";
import { createDrain } from "./http/drain.ts";
import { isTrustedBy, openServer } from "./http/open-server.ts";
import { noteTimeoutOf } from "./http/request-limit.ts";
import { openRequestLog } from "./http/request-log.ts";
import { createSecurityHeaders } from "./http/security-headers.ts";
import { openWaitingRoom } from "./http/waiting-room.ts";
import { openMessages } from "./messages/open-messages.ts";
import { openPages, startWarmingPictures } from "./pages/open-pages.ts";
import { checkPayments } from "./payments/check-payments.ts";
import { openPayments } from "./payments/open-payments.ts";
import { openWorker } from "./worker/open-worker.ts";

/**
 * Opens all parts of the store, each after those it needs, until the store responds to requests.
 * @param running receives each part to stop, also when a later part fails to open
 * @returns which local tools replace external services, and the link of an empty store
 * @throws StartError for problems that the operator can fix
 */
export async function openShop(
  environment: Environment,
  running: Running,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<OpenTools> {
  openTranslations();
  const base = await openBase(environment, running);
  const ownerToken =
    environment.shopMode === "empty" && base.database ? await createOwnerToken(base.database.admin) : null;
  const { data } = base;
  const addressOf = createClientAddress(environment.trustedProxies);
  const securityHeaders = createSecurityHeaders({ isHttps: environment.publicOrigin.startsWith("https:") });
  base.subscribe(openRequestLog(base));
  base.subscribe({ timeout: ({ context }) => noteTimeoutOf(context) });
  const messages = await openMessages(base);
  const waitingRoom = openWaitingRoom(base);
  const dataService = await openDataService(base, { ...messages.auth, addressOf, admitCall: waitingRoom?.admitCall });
  const payments = await openPayments(base, isTrustedBy(base));
  const pages = await openPages(base, { isDevelopment, payments, messages });
  const { worker, orderLinks, start } = openWorker(base, payments, messages);
  const backups = openBackups(base);
  const deskHub = openDeskHub(base);
  const drain = createDrain(environment.drainSeconds);
  const metrics = openMetrics(base, { pages, worker, waitingRoom, backups });
  base.subscribe(metrics.subscriber);
  const checks = { shop: () => checkRunningShop(environment), payments: () => checkPayments(environment) };
  const app = createServer({
    data,
    dataService: dataService?.app ?? null,
    payments,
    messages,
    worker,
    orderLinks,
    deskHub,
    pages,
    checks,
    drain,
    backups: backups?.shop ?? null,
    requests: { observe: base.observe, traces: base.traces, metrics, addressOf, securityHeaders },
    settings: environment,
    logError: (error, c) => base.log.error(error, { id: c.get("requestId"), method: c.req.method, path: c.req.path }),
  });
  payments.connect(app.fetch);
  await openServer(base, { app, pages, securityHeaders, readDirectly: dataService?.readDirectly });
  // Closed before the server, which waits for open responses to end.
  if (deskHub) running.add(() => deskHub.close());
  await start();
  backups?.start();
  startCleaningFiles(base);
  startWarmingPictures(base, pages, dataService?.app ?? null);
  // The drain starts before anything is closed.
  running.add(() => drain.run());
  return { hasMailbox: messages.mailbox !== null, hasSandbox: payments.sandbox !== null, ownerToken };
}
