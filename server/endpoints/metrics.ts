import { Hono, type MiddlewareHandler } from "hono";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { WorkDone } from "#server/worker/order-worker.ts";

const PAGE = "page";

export interface Metrics {
  /** Counts and times every request by kind of path, never by visitor. */
  middleware: MiddlewareHandler;
  /** The same for cached pages and built files, which bypass the middleware. */
  countCached(status: 200 | 304, seconds: number, path: string): void;
  /** A request that was refused before the middleware was asked. */
  countRejected(path: string): void;
  endpoint: Hono;
  /** Counts an event of the payment provider by what it did. */
  countEvent(outcome: string): void;
}

/**
 * `/metrics` in Prometheus' text format, for a collector on this machine only: a request from elsewhere, through a
 * proxy, or under a name that is not the machine's own gets 404.
 */
export function createMetrics({
  isLocal,
  workDone,
}: {
  isLocal: (context: Parameters<MiddlewareHandler>[0]) => boolean;
  /** Totals of the worker since the process started. */
  workDone: () => Readonly<WorkDone>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "shop_requests_total",
    help: "Requests by part of the shop and status class",
    labelNames: ["part", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "shop_request_seconds",
    help: "Time until the answer was ready",
    labelNames: ["part"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  });
  const events = new Counter({
    name: "shop_payment_events_total",
    help: "Events of the payment provider by their outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const work = new Gauge({
    name: "shop_work_done",
    help: "Refunds, mails and the like that the worker did since the process began",
    labelNames: ["kind"],
    registers: [registry],
    collect: () => {
      for (const [kind, count] of Object.entries(workDone())) work.set({ kind }, count);
    },
  });
  const count = (part: string, status: number, duration: number) => {
    requests.inc({ part, status: `${Math.floor(status / 100)}xx` });
    seconds.observe({ part }, duration);
  };
  // Looked up once, because a cached response takes less time than its labels.
  const labelsOf = (part: string) => ({
    sent: requests.labels({ part, status: "2xx" }),
    known: requests.labels({ part, status: "3xx" }),
    seconds: seconds.labels({ part }),
  });
  const [cachedPages, cachedAssets] = [labelsOf(PAGE), labelsOf("assets")];
  return {
    countCached: (status, duration, path) => {
      const of = path.startsWith("/assets/") ? cachedAssets : cachedPages;
      (status === 304 ? of.known : of.sent).inc();
      of.seconds.observe(duration);
    },
    countRejected: (path) => requests.inc({ part: partOf(path), status: "4xx" }),
    countEvent: (outcome) => events.inc({ outcome }),
    middleware: async (c, next) => {
      const startedAt = performance.now();
      await next();
      count(partOf(c.req.path), c.res.status, (performance.now() - startedAt) / 1000);
    },
    endpoint: new Hono().get("/metrics", async (c) => {
      if (!isLocal(c)) return c.notFound();
      return c.text(await registry.metrics(), 200, { "content-type": registry.contentType });
    }),
  };
}

function partOf(path: string): string {
  const first = path.split("/", 2)[1] ?? "";
  return ["rest", "auth", "storage", "api", "assets", "sandbox"].includes(first) ? first : PAGE;
}
