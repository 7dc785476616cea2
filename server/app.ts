import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { type RequestIdVariables, requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import type { RateLimiterMemory } from "rate-limiter-flexible";
import { createPaymentIntentEndpoint } from "./endpoints/create-payment-intent.ts";
import { createHealthEndpoints } from "./endpoints/health.ts";
import { createMetrics } from "./endpoints/metrics.ts";
import { createOrderEndpoint } from "./endpoints/order.ts";
import { createOrdersEndpoint } from "./endpoints/orders.ts";
import { createStripeWebhookEndpoint } from "./endpoints/stripe-webhook.ts";
import type { PageHandler } from "./pages/pages.ts";
import type { PaymentProvider } from "./payments/payment-provider.ts";
import type { ShopData } from "./shop-data.ts";
import { isLocalRequest } from "./visitor-address.ts";

export interface ServerOptions {
  data: ShopData;
  payments: PaymentProvider;
  paymentIntentLimiter: RateLimiterMemory;
  /** The local data service, or null when a hosted project is used. */
  dataService: Hono | null;
  /** The stand-in for Stripe, or null when there are keys. */
  sandbox: Hono | null;
  /** The stand-in for a mail server, or null when there is one, or the shop is live. */
  mailboxPages: Hono | null;
  pages: PageHandler;
  /** Folder of the built browser files, or null while Vite serves them. */
  clientFolder: string | null;
  /** Behind https: browsers are told to stay there. */
  isHttps: boolean;
  logError: (error: unknown, context: Context) => void;
}

const ONE_YEAR = "public, max-age=31536000, immutable";

/** The whole shop as one fetch handler: middleware, then endpoints for machines, then pages. */
export function createServer(options: ServerOptions): Hono<{ Variables: RequestIdVariables }> {
  const { data, payments } = options;
  const app = new Hono<{ Variables: RequestIdVariables }>();
  const metrics = createMetrics({ isLocal: isLocalRequest });

  app.use(requestId());
  app.use(metrics.middleware);
  app.use(
    secureHeaders({
      // `no-referrer` would make browsers send `Origin: null` with form posts.
      referrerPolicy: "strict-origin-when-cross-origin",
      // Pictures may be shown by a shop on another origin that uses this data service.
      crossOriginResourcePolicy: false,
      xFrameOptions: "DENY",
      strictTransportSecurity: options.isHttps ? "max-age=31536000" : false,
      permissionsPolicy: { camera: [], microphone: [], geolocation: [], usb: [] },
    }),
  );
  app.onError((error, c) => {
    options.logError(error, c);
    return c.json(
      { error: "Something went wrong on our side. Please try again.", requestId: c.get("requestId") },
      500,
    );
  });

  app.route("/", createHealthEndpoints({ data }));
  app.route("/", metrics.endpoint);

  app.use("/api/*", async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  });
  app.route("/api", createPaymentIntentEndpoint({ data, payments, limiter: options.paymentIntentLimiter }));
  app.route("/api", createStripeWebhookEndpoint({ data, payments }));
  app.route("/api", createOrdersEndpoint({ data }));
  app.route("/api", createOrderEndpoint({ data }));
  app.all("/api/*", (c) => c.json({ error: "There is no such call." }, 404));

  if (options.dataService) app.route("/", options.dataService);
  if (options.mailboxPages) app.route("/dev/mailbox", options.mailboxPages);
  if (options.sandbox) app.mount("/sandbox/stripe", options.sandbox.fetch);

  if (options.clientFolder) {
    const root = options.clientFolder;
    const serve = serveStatic({ root, precompressed: true });
    app.get("/assets/*", async (c, next) => {
      const answer = await serve(c, next);
      if (answer instanceof Response && answer.ok) answer.headers.set("cache-control", ONE_YEAR);
      return answer;
    });
    // Files of public/: an icon, the manifest. Everything else falls through to the pages.
    app.get("/:file{.+\\.(svg|png|ico|txt|webmanifest)}", serve);
  }
  app.all("*", (c) => options.pages(c.req.raw));
  return app;
}
