import { randomUUID } from "node:crypto";
import { networkOf } from "@calabash/data-service/http";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { except } from "hono/combine";
import type { RequestIdVariables } from "hono/request-id";
import type { ShopBackups } from "./backups/shop-backups.ts";
import { localOnly } from "./dev/local-only.ts";
import { createAccountEndpoint } from "./endpoints/account.ts";
import { createBackupEndpoints } from "./endpoints/backups.ts";
import { createPaymentIntentEndpoint } from "./endpoints/create-payment-intent.ts";
import { createDeskEventsEndpoint } from "./endpoints/desk-events.ts";
import type { DeskHub } from "./endpoints/desk-hub.ts";
import { createHealthEndpoints } from "./endpoints/health.ts";
import type { Metrics } from "./endpoints/metrics.ts";
import { createOrderEndpoint } from "./endpoints/order.ts";
import { createOrderLinkEndpoints } from "./endpoints/order-link.ts";
import { createOrdersEndpoint } from "./endpoints/orders.ts";
import { createPayDeliveryFeeEndpoint } from "./endpoints/pay-delivery-fee.ts";
import { createPayLinkEndpoints } from "./endpoints/pay-link.ts";
import type { PaymentIntentLimit } from "./endpoints/payment-attempts.ts";
import { createPayoutEndpoints } from "./endpoints/payouts.ts";
import { createPointOfSaleEndpoints } from "./endpoints/point-of-sale.ts";
import { createSetupChecklistEndpoint, type PaymentMode } from "./endpoints/setup-checklist.ts";
import { createStripeWebhookEndpoint } from "./endpoints/stripe-webhook.ts";
import { createWithdrawOrderEndpoint } from "./endpoints/withdraw-order.ts";
import type { RequestLog } from "./http/request-log.ts";
import type { Mailer } from "./messages/mailer.ts";
import type { TextSender } from "./messages/twilio.ts";
import { ONE_YEAR } from "./pages/cached-assets.ts";
import type { PageHandler } from "./pages/pages.ts";
import type { PaymentProvider } from "./payments/payment-provider.ts";
import { createReceivedCharges } from "./payments/received-charges.ts";
import type { Finding } from "./settings/finding.ts";
import type { ShopData } from "./settings/shop-data.ts";
import { failed, isUnavailable, RETRY_AFTER_SECONDS } from "./settings/unavailable.ts";
import type { OrderLinks } from "./worker/order-links.ts";
import type { OrderWorker } from "./worker/order-worker.ts";

export interface ServerOptions {
  data: ShopData;
  payments: PaymentProvider;
  paymentIntentLimit: PaymentIntentLimit;
  /** Of the mails about orders. */
  orderLinks: OrderLinks;
  /** Sends text messages, or null where nobody does. */
  texts: TextSender | null;
  /** Without a slash at its end. */
  publicOrigin: string;
  /** Is woken when an event may have given it work. */
  worker: Pick<OrderWorker, "wake">;
  /** Looks at what the shop itself lacks. */
  checkShop: () => Promise<Finding[]>;
  paymentMode: PaymentMode;
  /** Looks at Stripe's account and the webhook, without charging anybody. */
  checkPayments: () => Promise<Finding[]>;
  /** Null: there is no mail server. */
  mailer: Pick<Mailer, "send"> | null;
  /** Null where a hosted project keeps the data. */
  backups: ShopBackups | null;
  /** Tells open desks of what happens, or null where the database is hosted. */
  deskHub: DeskHub | null;
  /** The local data service, or null when a hosted project is used. */
  dataService: Hono | null;
  /** The stand-in for Stripe, or null when there are keys. */
  sandbox: Hono | null;
  /** What a person sees of that stand-in, or null with it. */
  sandboxPages: Hono | null;
  /** The stand-in for a mail server, or null when there is one, or the shop is live. */
  mailboxPages: Hono | null;
  /** Whether other machines see the mailbox and the sandbox's pages too. */
  areToolsOpen: boolean;
  pages: PageHandler;
  /** Folder of the built browser files, or null while Vite serves them. */
  clientFolder: string | null;
  /** Of every answer. */
  securityHeaders: MiddlewareHandler;
  metrics: Metrics;
  requestLog: Pick<RequestLog, "middleware">;
  /** The visitor's address, or null inside this process. */
  addressOf: (context: Context) => string | null;
  logError: (error: unknown, context: Context) => void;
}

/** The whole shop as one fetch handler: middleware, then endpoints for machines, then pages. */
export function createServer(options: ServerOptions): Hono<{ Variables: RequestIdVariables }> {
  const { data, payments, metrics } = options;
  const charges = createReceivedCharges();
  const app = new Hono<{ Variables: RequestIdVariables }>();
  const onApplied = (outcome: string) => {
    metrics.countEvent(outcome);
    options.worker.wake();
  };

  // Always generated here: an id sent by a client could repeat another request's.
  app.use(async (c, next) => {
    const id = randomUUID();
    c.set("requestId", id);
    await next();
    c.res.headers.set("x-request-id", id);
  });
  app.use(options.requestLog.middleware);
  app.use(metrics.middleware);
  app.use(options.securityHeaders);
  app.use(throwErrorsOnly);
  app.onError((error, c) => {
    options.logError(error, c);
    const isAway = isUnavailable(error);
    if (isAway) c.header("retry-after", String(RETRY_AFTER_SECONDS));
    const words = isAway
      ? "The shop cannot do this right now. Please try again in a moment."
      : "Something went wrong on our side. Please try again.";
    return c.json({ error: words, requestId: c.get("requestId") }, isAway ? 503 : 500);
  });

  app.route("/", createHealthEndpoints({ data }));
  app.route("/", metrics.endpoint);

  app.use("/api/*", async (c, next) => {
    await next();
    // Not `c.header`, which would copy the answer into another one, its body as a stream.
    c.res.headers.set("cache-control", "no-store");
  });
  app.route("/api", createPaymentIntentEndpoint({ data, payments, limit: options.paymentIntentLimit }));
  app.route("/api", createPayDeliveryFeeEndpoint({ data, payments, limit: options.paymentIntentLimit }));
  app.route("/api", createWithdrawOrderEndpoint({ data, payments }));
  app.route("/api", createStripeWebhookEndpoint({ data, payments, onApplied, charges }));
  app.route("/api", createPayoutEndpoints({ data, payments }));
  app.route("/api", createOrdersEndpoint({ data }));
  app.route("/api", createOrderEndpoint({ data }));
  app.route(
    "/api",
    createSetupChecklistEndpoint({
      data,
      check: options.checkShop,
      mailer: options.mailer,
      payments,
      paymentMode: options.paymentMode,
      checkPayments: options.checkPayments,
      charges,
    }),
  );
  app.route("/api", createBackupEndpoints({ data, backups: options.backups }));
  app.route("/api", createDeskEventsEndpoint({ data, hub: options.deskHub, addressOf: options.addressOf }));
  app.route(
    "/api",
    createOrderLinkEndpoints({ data, links: options.orderLinks, onCancelled: options.worker.wake }),
  );
  app.route(
    "/api",
    createPayLinkEndpoints({ data, payments, links: options.orderLinks, limit: options.paymentIntentLimit }),
  );
  app.route(
    "/api",
    createPointOfSaleEndpoints({
      data,
      payments,
      links: options.orderLinks,
      texts: options.texts,
      publicOrigin: options.publicOrigin,
      onMail: options.worker.wake,
    }),
  );
  app.route("/api", createAccountEndpoint({ data, onDeleted: options.worker.wake }));
  app.all("/api/*", (c) => c.json({ error: "There is no such call." }, 404));

  if (options.dataService) app.route("/", options.dataService);
  const forThisMachine = localOnly({ isOpen: options.areToolsOpen, notFound: options.pages });
  if (options.mailboxPages) {
    app.use("/dev/mailbox/*", forThisMachine);
    app.route("/dev/mailbox", options.mailboxPages);
  }
  if (options.sandboxPages) {
    // Browsers of other machines pay, too: what Stripe answers on the network stays open.
    app.use("/sandbox/stripe/*", except("/sandbox/stripe/v1/*", forThisMachine));
    app.route("/sandbox/stripe", options.sandboxPages);
  }
  if (options.sandbox) app.mount("/sandbox/stripe", options.sandbox.fetch);

  if (options.clientFolder) {
    const root = options.clientFolder;
    const serve = serveStatic({ root, precompressed: true });
    app.get("/assets/*", async (c, next) => {
      const answer = await serve(c, next);
      if (answer instanceof Response && answer.ok) answer.headers.set("cache-control", ONE_YEAR);
      return answer;
    });
    // Files of public/: icons. Everything else falls through to the pages.
    app.get("/:file{.+\\.(svg|png|ico|txt)}", serve);
  }
  app.all("*", (c) => options.pages(c.req.raw, networkOf(options.addressOf(c))));
  return app;
}

/** Hono hands nothing but errors to its handler: anything else that is thrown would be answered by an empty 500. */
const throwErrorsOnly: MiddlewareHandler = async (_c, next) => {
  try {
    await next();
  } catch (thrown) {
    throw thrown instanceof Error ? thrown : failed(thrown as { message: string });
  }
};
