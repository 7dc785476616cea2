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

  const add = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name: `shop_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        return collect(this);
      },
    });

  add("database_up", "Whether the database responded to the last read of the store's figures", [], async (gauge) =>
    gauge.set((await readFigures()) === null ? 0 : 1),
  );
  for (const [name, [help, label]] of Object.entries(HELP)) {
    add(name, help, label === null ? [] : [label], async (gauge) => {
      gauge.reset();
      const figures = (await readFigures())?.filter((figure) => figure.name === name) ?? [];
      // After a reset, a gauge without a label is 0, which would be wrong.
      if (figures.length === 0 && label === null) gauge.remove();
      for (const figure of figures) gauge.set(label === null ? {} : { [label]: figure.label }, figure.value);
    });
  }
  const backupHelp = "Age of the newest backup in this process's data folder; missing if it has none";
  add("last_backup_age_seconds", backupHelp, [], async (gauge) => {
    const seconds = await sources.readBackupAge();
    if (seconds === null) gauge.remove();
    else gauge.set(seconds);
  });
  const poolHelp = "Connections to the database by pool and state; waiting counts requests that wait for one";
  add("pool_connections", poolHelp, ["pool", "state"], (gauge) => {
    for (const [pool, load] of Object.entries(sources.poolLoads())) {
      gauge.set({ pool, state: "busy" }, load.open - load.idle);
      gauge.set({ pool, state: "idle" }, load.idle);
      gauge.set({ pool, state: "waiting" }, load.waiting);
    }
  });
  add("renders", "Pages being rendered, and pages waiting to be rendered", ["state"], (gauge) => {
    for (const [state, count] of Object.entries(sources.renderLoad())) gauge.set({ state }, count);
  });
  add("waiting_line_length", "Shoppers waiting in this process's line to order", [], (gauge) =>
    gauge.set(sources.lineLength()),
  );
}
