import type { Sql } from "@calabash/data-service/database";
import { Hono, type MiddlewareHandler } from "hono";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { OpenBackups } from "#server/backups/open-backups.ts";
import { isSameSecret } from "#server/base/is-same-secret.ts";
import type { Base } from "#server/database/open-base.ts";
import { isLocalVisit } from "#server/http/client-address.ts";
import type { WaitingRoom } from "#server/http/waiting-room.ts";
import type { Subscriber } from "#server/observe/events.ts";
import type { OpenPages } from "#server/pages/open-pages.ts";
import type { OrderWorker, WorkDone } from "#server/worker/order-worker.ts";
import { addStoreMetrics, type StoreMetricSources } from "./store-metrics.ts";

const PAGE = "page";

export interface Metrics {
  /** Counts and times requests by kind of path, and counts payment events by outcome. Never records the client. */
  subscriber: Subscriber;
  endpoint: Hono;
}

/** Opens the metrics of the store. */
export function openMetrics(
  { data, database, environment }: Base,
  {
    pages,
    worker,
    waitingRoom,
    backups,
  }: {
    pages: Pick<OpenPages, "renderLoad">;
    worker: Pick<OrderWorker, "totals">;
    waitingRoom: Pick<WaitingRoom, "length"> | null;
    backups: Pick<OpenBackups, "readAge"> | null;
  },
): Metrics {
  const pools: Record<string, Pick<Sql, "load">> = database ? { ...database.requests, auth: database.auth } : {};
  return createMetrics({
    isLocal: isLocalVisit,
    token: environment.metricsToken,
    workDone: worker.totals,
    store: {
      readFigures: async () => (await data.service.rpc("read_store_metrics").throwOnError()).data,
      poolLoads: () => Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, pool.load()])),
      renderLoad: pages.renderLoad,
      readBackupAge: async () => (await backups?.readAge()) ?? null,
      lineLength: () => waitingRoom?.length() ?? 0,
    },
  });
}

/** `/metrics` in Prometheus's text format, for collectors on this machine or with the token; other requests get 404. */
export function createMetrics({
  isLocal,
  token,
  workDone,
  store,
}: {
  /** Returns whether the request comes from this machine, under one of its own host names and without a proxy. */
  isLocal: (context: Parameters<MiddlewareHandler>[0]) => boolean;
  /** Bearer token of collectors on other machines; null if there are none. */
  token: string | null;
  store: StoreMetricSources;
  /** The worker's totals since the process started. */
  workDone: () => Readonly<WorkDone>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `shop_${name}_total`, help, labelNames, registers });
  const requests = counter("requests", "Requests by part of the store and status class", ["part", "status"]);
  const seconds = new Histogram({
    name: "shop_request_seconds",
    help: "Time until the response was ready",
    labelNames: ["part"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const pages = counter("pages", "Pages by cache result: hit, unchanged, rendered, stale, or rejected", ["cache"]);
  const events = counter("payment_events", "Payment provider events by outcome", ["outcome"]);
  const lineHelp = "Responses to orders while orders per second are limited: admitted, or waiting with a place in line";
  const line = counter("waiting_line", lineHelp, ["outcome"]);
  const work = new Gauge({
    name: "shop_work_done",
    help: "Jobs done by the worker since the process started, such as refunds and emails",
    labelNames: ["kind"],
    registers,
    collect: () => {
      for (const [kind, count] of Object.entries(workDone())) work.set({ kind }, count);
    },
  });
  const boards = new Gauge({
    name: "shop_board_updates_live",
    help: "0 while notifications for order boards do not arrive and boards poll",
    registers,
  });
  boards.set(1);
  const files = new Gauge({
    name: "shop_files_available",
    help: "0 while the folder or bucket of the pictures has not responded since the process started",
    registers,
  });
  files.set(1);
  addStoreMetrics(registry, store);
  // The label sets are created once, because looking them up takes longer than a cached response.
  const labelsOf = (part: string) => ({
    sent: requests.labels({ part, status: "2xx" }),
    known: requests.labels({ part, status: "3xx" }),
    seconds: seconds.labels({ part }),
  });
  const [cachedPages, cachedAssets] = [labelsOf(PAGE), labelsOf("assets")];
  const pageHits = pages.labels({ cache: "hit" });
  return {
    subscriber: {
      request: ({ path, status, ms }) => {
        const part = partOf(path);
        requests.inc({ part, status: `${Math.floor(status / 100)}xx` });
        seconds.observe({ part }, ms / 1000);
      },
      "cached-response": ({ status, ms, path }) => {
        const isAsset = path.startsWith("/assets/");
        const of = isAsset ? cachedAssets : cachedPages;
        if (!isAsset) pageHits.inc();
        (status === 304 ? of.known : of.sent).inc();
        of.seconds.observe(ms / 1000);
      },
      "over-limit": ({ path }) => requests.inc({ part: partOf(path), status: "4xx" }),
      page: ({ cache }) => pages.inc({ cache }),
      "page-rejected": () => pages.inc({ cache: "rejected" }),
      "board-updates": ({ isLive }) => boards.set(isLive ? 1 : 0),
      files: ({ isAvailable }) => files.set(isAvailable ? 1 : 0),
      "waiting-line": ({ isAdmitted }) => line.inc({ outcome: isAdmitted ? "admitted" : "waiting" }),
      "payment-event": ({ outcome }) => events.inc({ outcome }),
    },
    endpoint: new Hono().get("/metrics", async (c) => {
      const hasToken = token !== null && isSameSecret(c.req.header("authorization") ?? "", `Bearer ${token}`);
      if (!isLocal(c) && !hasToken) return c.notFound();
      return c.text(await registry.metrics(), 200, { "content-type": registry.contentType });
    }),
  };
}

function partOf(path: string): string {
  const first = path.split("/", 2)[1] ?? "";
  return ["rest", "auth", "storage", "api", "assets", "sandbox"].includes(first) ? first : PAGE;
}
