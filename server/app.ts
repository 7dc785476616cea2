import { randomUUID } from "node:crypto";
import { networkOf } from "@calabash/data-service/http";
import { createSandboxPages } from "@calabash/stripe-sandbox/pages";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { except } from "hono/combine";
import type { RequestIdVariables } from "hono/request-id";
import { t } from "#app/messages/t.ts";
import type { Finding } from "#server/base/finding.ts";
import type { Limits } from "#server/base/limit-variables.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { Observe } from "#server/observe/events.ts";
import type { Traces } from "#server/observe/traces.ts";
import type { ShopBackups } from "./backups/shop-backups.ts";
import { localOnly } from "./dev/local-only.ts";
import { createMailboxPages } from "./dev/mailbox-pages.ts";
import { readToolStyles, showToolPage } from "./dev/tool-frame.ts";
import { createAccountEndpoint } from "./endpoints/account.ts";
import { answerErrors } from "./endpoints/answer-errors.ts";
import { createBackupEndpoints } from "./endpoints/backups.ts";
import { createPaymentIntentEndpoint } from "./endpoints/create-payment-intent.ts";
import { createCustomerEndpoints } from "./endpoints/customers.ts";
import { createDeskEventsEndpoint } from "./endpoints/desk-events.ts";
import type { DeskHub } from "./endpoints/desk-hub.ts";
import { createHealthEndpoints } from "./endpoints/health.ts";
import type { Metrics } from "./endpoints/metrics.ts";
import { createOrderEndpoint } from "./endpoints/order.ts";
import { createOrderLinkEndpoints } from "./endpoints/order-link.ts";
import { createOrderStatusEndpoint } from "./endpoints/order-status.ts";
import { createOrdersEndpoint } from "./endpoints/orders.ts";
import { createPayDeliveryFeeEndpoint } from "./endpoints/pay-delivery-fee.ts";
import { createPayLinkEndpoints } from "./endpoints/pay-link.ts";
import { createPayoutEndpoints } from "./endpoints/payouts.ts";
import { createPlaceOrderEndpoint } from "./endpoints/place-order.ts";
import { createPointOfSaleEndpoints } from "./endpoints/point-of-sale.ts";
import { createSavedCardsEndpoints } from "./endpoints/saved-cards.ts";
import { createSetupChecklistEndpoint } from "./endpoints/setup-checklist.ts";
import { createStopMessagesEndpoint } from "./endpoints/stop-messages.ts";
import { createStripeWebhookEndpoint } from "./endpoints/stripe-webhook.ts";
import { createTextEndpoints } from "./endpoints/texts.ts";
import { createWithdrawOrderEndpoint } from "./endpoints/withdraw-order.ts";
import type { Drain } from "./http/drain.ts";
import { observeRequests } from "./http/observe-requests.ts";
import { inPageLanguage, translateErrors } from "./http/page-language.ts";
import type { Messages } from "./messages/open-messages.ts";
import { ONE_YEAR } from "./pages/cached-assets.ts";
import { sendPage } from "./pages/cached-page.ts";
import type { OpenPages } from "./pages/open-pages.ts";
import type { Payments } from "./payments/open-payments.ts";
import { createReceivedCharges } from "./payments/received-charges.ts";
import type { OrderWorker } from "./worker/order-worker.ts";
import { QUEUES_AFTER_CANCELING, queuesOfOutcome } from "./worker/woken-queues.ts";

export interface ServerOptions {
  data: ShopData;
  /** Null with a hosted project. */
  dataService: Hono | null;
  payments: Pick<Payments, "provider" | "mode" | "sandbox">;
  messages: Pick<Messages, "mailer" | "texts" | "mailbox" | "readInboundText">;
  /** Called when an event may have created jobs. */
  worker: Pick<OrderWorker, "wake">;
  orderLinks: OrderLinks;
  /** Null with a hosted project, like `deskHub`. */
  backups: ShopBackups | null;
  deskHub: DeskHub | null;
  drain: Pick<Drain, "isDraining">;
  pages: Pick<OpenPages, "handle" | "clientFolder" | "findSharedAsset">;
  /** Checks for the setup checklist; they change nothing. */
  checks: { shop: () => Promise<Finding[]>; payments: () => Promise<Finding[]> };
  requests: {
    observe: Observe;
    /** Null if no collector is configured. */
    traces: Pick<Traces, "middleware"> | null;
    metrics: Pick<Metrics, "endpoint">;
    securityHeaders: MiddlewareHandler;
    /** Returns the client's address, or null for a request within the process. */
    addressOf: (context: Context) => string | null;
  };
  settings: { publicOrigin: string; hasOpenTools: boolean; limits: Limits };
  logError: (error: unknown, context: Context) => void;
}

/** Creates the store as one fetch handler: middleware, then JSON endpoints, data service and dev tools, then pages. */
export function createServer(options: ServerOptions): Hono<{ Variables: RequestIdVariables }> {
  const { data, messages, orderLinks: links, requests, settings } = options;
  const { provider: payments, sandbox } = options.payments;
  const { observe, metrics, addressOf } = requests;
  const { publicOrigin, limits } = settings;
  const limit = limits.paymentIntents;
  const charges = createReceivedCharges();
  const app = new Hono<{ Variables: RequestIdVariables }>();
  const onMail = () => options.worker.wake(["mails"]);
  const onCancelled = () => options.worker.wake(QUEUES_AFTER_CANCELING);
  const onApplied = (outcome: string) => {
    observe({ type: "payment-event", outcome });
    options.worker.wake(queuesOfOutcome(outcome));
  };

  // The server always creates the id: one sent by a client could repeat another request's.
  app.use(async (c, next) => {
    const id = randomUUID();
    c.set("requestId", id);
    await next();
    c.res.headers.set("x-request-id", id);
  });
  // Runs before `observeRequests`, so that log lines contain the trace id.
  if (requests.traces) app.use(requests.traces.middleware);
  app.use(observeRequests(observe));
  app.use(requests.securityHeaders);
  app.use(throwErrorsOnly);
  app.onError(answerErrors(options.logError));

  app.route("/", createHealthEndpoints({ data, drain: options.drain }));
  app.route("/", metrics.endpoint);

  app.use("/api/*", inPageLanguage);
  app.use("/auth/v1/*", inPageLanguage);
  app.use("/rest/v1/*", translateErrors);
  app.use("/api/*", async (c, next) => {
    await next();
    // `c.header` would copy the response and turn its body into a stream.
    c.res.headers.set("cache-control", "no-store");
  });
  app.route("/api", createPaymentIntentEndpoint({ data, payments, limit }));
  app.route("/api", createPlaceOrderEndpoint({ data, payments, limit }));
  app.route("/api", createPayDeliveryFeeEndpoint({ data, payments, limit }));
  app.route("/api", createSavedCardsEndpoints({ data, payments }));
  app.route("/api", createWithdrawOrderEndpoint({ data, payments }));
  app.route("/api", createStripeWebhookEndpoint({ data, payments, onApplied, charges }));
  app.route("/api", createPayoutEndpoints({ data, payments }));
  app.route("/api", createOrdersEndpoint({ data }));
  app.route("/api", createOrderEndpoint({ data }));
  app.route("/api", createOrderStatusEndpoint({ data, hub: options.deskHub }));
  app.route(
    "/api",
    createSetupChecklistEndpoint({
      data,
      check: options.checks.shop,
      mailer: messages.mailer,
      payments,
      paymentMode: options.payments.mode,
      checkPayments: options.checks.payments,
      charges,
    }),
  );
  app.route("/api", createBackupEndpoints({ data, backups: options.backups }));
  app.route("/api", createDeskEventsEndpoint({ data, hub: options.deskHub, addressOf }));
  app.route("/api", createOrderLinkEndpoints({ data, links, onCancelled, onMail }));
  app.route("/api", createStopMessagesEndpoint({ data, links }));
  app.route("/api", createTextEndpoints({ data, links, readInboundText: messages.readInboundText, publicOrigin }));
  app.route("/api", createPayLinkEndpoints({ data, payments, links, limit }));
  app.route("/api", createPointOfSaleEndpoints({ data, payments, links, texts: messages.texts, publicOrigin, onMail }));
  app.route("/api", createAccountEndpoint({ data, onDeleted: onCancelled }));
  app.route("/api", createCustomerEndpoints({ data, onDeleted: onCancelled }));
  app.all("/api/*", (c) => c.json({ error: t("There is no such call.") }, 404));

  if (options.dataService) app.route("/", options.dataService);
  const forThisMachine = localOnly({ isOpen: settings.hasOpenTools, notFound: options.pages.handle });
  if (messages.mailbox) {
    app.use("/dev/mailbox/*", forThisMachine);
    app.route("/dev/mailbox", createMailboxPages(messages.mailbox));
  }
  if (sandbox) {
    // Shoppers on other machines pay, too, so the paths of Stripe's public API stay open.
    app.use("/sandbox/stripe/*", except("/sandbox/stripe/v1/*", forThisMachine));
    const { dashboard } = sandbox;
    app.route("/sandbox/stripe", createSandboxPages({ dashboard, showPage: showToolPage, styles: readToolStyles() }));
    app.mount("/sandbox/stripe", sandbox.app.fetch);
  }

  if (options.pages.clientFolder) serveClientFiles(app, options.pages.clientFolder, options.pages.findSharedAsset);
  app.all("*", (c) => options.pages.handle(c.req.raw, networkOf(addressOf(c))));
  return app;
}

/** Serves the scripts, styles, and icons of the build. */
function serveClientFiles(
  app: Hono<{ Variables: RequestIdVariables }>,
  root: string,
  findSharedAsset: OpenPages["findSharedAsset"],
): void {
  const serve = serveStatic({ root, precompressed: true });
  app.get("/assets/*", async (c, next) => {
    const answer = await serve(c, next);
    if (answer instanceof Response && answer.ok) answer.headers.set("cache-control", ONE_YEAR);
    return answer;
  });
  app.get("/assets/:name", async (c, next) => {
    const asset = await findSharedAsset(c.req.param("name"));
    return asset ? sendPage(asset, c.req.raw) : next();
  });
  // The browser revalidates it at each visit, so a new build's service worker arrives with its pages.
  app.get("/sw.js", async (c, next) => {
    const answer = await serve(c, next);
    if (answer instanceof Response) answer.headers.set("cache-control", "no-cache");
    return answer;
  });
  // Files of public/: icons. Everything else falls through to the pages.
  app.get("/:file{.+\\.(svg|png|ico|txt)}", serve);
}

/**
 * Converts other thrown values to errors: Hono's error handler receives only errors, and anything else would end in an
 * empty 500 response.
 */
const throwErrorsOnly: MiddlewareHandler = async (_c, next) => {
  try {
    await next();
  } catch (thrown) {
    throw failed(thrown);
  }
};
