import { Gauge, type Registry } from "prom-client";

/** A figure of the store's database, as `read_store_metrics` returns it. */
export type StoreFigure = { name: string; label: string; value: number };

/** Connections of a pool, and number of callers that wait for one. */
export type PoolLoad = { open: number; idle: number; waiting: number };

export interface StoreMetricSources {
  /** Reads the figures of the database; they are cached for five seconds. */
  readFigures: () => Promise<readonly StoreFigure[]>;
  /** Connections by pool name; empty with a hosted project. */
  poolLoads: () => Readonly<Record<string, PoolLoad>>;
  renderLoad: () => { running: number; waiting: number };
  /** Returns the age of the newest backup in the data folder; null without one, or without backups. */
  readBackupAge: () => Promise<number | null>;
  /** Number of orders waiting in line; 0 without a limit. */
  lineLength: () => number;
}

const CACHED_MS = 5_000;
const HELP = {
  due: ["Emails, refunds, push messages, and payment events waiting to be handled", "kind"],
  oldest_due_seconds: ["Age of the oldest waiting item; 0 if none waits", "kind"],
  open_orders: ["Paid orders that are not yet with the customer", "status"],
  orders_placed_last_hour: ["Orders placed in the last hour", null],
  orders_paid_last_hour: ["Orders paid in the last hour", null],
  open_alerts: ["Unresolved alerts", null],
  dead_emails: ["Emails that could not be delivered", null],
} as const satisfies Record<string, readonly [help: string, label: string | null]>;

/**
 * Adds gauges of the database, its connection pools, the render queue, and the waiting line. While the database does
 * not respond, its figures are missing and `shop_database_up` is 0.
 */
export function addStoreMetrics(registry: Registry, sources: StoreMetricSources): void {
  let read: { at: number; figures: Promise<readonly StoreFigure[] | null> } | null = null;
  const readFigures = () => {
    if (read === null || performance.now() - read.at > CACHED_MS) {
      read = { at: performance.now(), figures: sources.readFigures().catch(() => null) };
    }
    return read.figures;
  };

  new Gauge({
    name: "shop_database_up",
    help: "Whether the database responded to the last read of the store's figures",
    registers: [registry],
    async collect() {
      this.set((await readFigures()) === null ? 0 : 1);
    },
  });
  for (const [name, [help, label]] of Object.entries(HELP)) {
    new Gauge({
      name: `shop_${name}`,
      help,
      labelNames: label === null ? [] : [label],
      registers: [registry],
      async collect() {
        this.reset();
        const figures = (await readFigures())?.filter((figure) => figure.name === name) ?? [];
        // After a reset, a gauge without a label is 0, which would be wrong.
        if (figures.length === 0 && label === null) this.remove();
        for (const figure of figures) this.set(label === null ? {} : { [label]: figure.label }, figure.value);
      },
    });
  }
  new Gauge({
    name: "shop_last_backup_age_seconds",
    help: "Age of the newest backup in this process's data folder; missing if it has none",
    registers: [registry],
    async collect() {
      const seconds = await sources.readBackupAge();
      if (seconds === null) this.remove();
      else this.set(seconds);
    },
  });
  new Gauge({
    name: "shop_pool_connections",
    help: "Connections to the database by pool and state; waiting counts requests that wait for one",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, load] of Object.entries(sources.poolLoads())) {
        this.set({ pool, state: "busy" }, load.open - load.idle);
        this.set({ pool, state: "idle" }, load.idle);
        this.set({ pool, state: "waiting" }, load.waiting);
      }
    },
  });
  new Gauge({
    name: "shop_renders",
    help: "Pages being rendered, and pages waiting to be rendered",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { running, waiting } = sources.renderLoad();
      this.set({ state: "running" }, running);
      this.set({ state: "waiting" }, waiting);
    },
  });
  new Gauge({
    name: "shop_waiting_line_length",
    help: "Shoppers waiting in this process's line to order",
    registers: [registry],
    collect() {
      this.set(sources.lineLength());
    },
  });
}
